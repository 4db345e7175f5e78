"""`make_node`: nodes by the name of their type, as TVM calls it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from types import ModuleType
from typing import Any

from tilewright.core import arith
from tilewright.core.ir import buffer, expr, function, global_info, relax, stmt, struct_info
from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.node import type_
from tilewright.core.passes.tir.compat.lower_device_storage_access_info import MemoryInfo

# The modules that define the classes of nodes, by what begins the name of their type; searched in order.
_MODULES: dict[str, tuple[ModuleType, ...]] = {
    "tir": (expr, stmt, buffer, function),
    "ir": (expr, type_, function, global_info),
    "relax": (relax, struct_info),
    "relax.expr": (relax,),
    "arith": (arith,),
}
# Classes of nodes that stand beside what works with them.
_CLASSES: dict[str, type] = {"target.MemoryInfo": MemoryInfo}


def make_node(type_key: str, **kwargs: object) -> Any:
    """The node of the type called `type_key` ("tir.IntImm") with these fields; fields left out have their defaults.

    Raises `AttributeError` for an unknown type, and `TypeError` for fields that the type does not have or that are missing.
    """
    home, _, name = type_key.rpartition(".")
    if name == "DictAttrs" or home == "attrs":
        return DictAttrs(kwargs)
    if type_key == "te.Tensor":
        return kwargs["op"].output(kwargs["value_index"])  # pyright: ignore[reportAttributeAccessIssue, reportUnknownVariableType, reportUnknownMemberType]
    candidates = (_CLASSES.get(type_key), *(getattr(module, name, None) for module in _MODULES.get(home, ())))
    found = next((each for each in candidates if isinstance(each, type)), None)
    if found is None:
        raise AttributeError(f"there is no type of nodes {type_key!r}")
    _check_fields(type_key, found, kwargs)
    return found(**kwargs)


def _check_fields(type_key: str, cls: Any, given: Mapping[str, Any]) -> None:
    """Refuse, with a `TypeError`, fields that a class of nodes does not have."""
    if not hasattr(cls, "__dataclass_fields__"):
        return
    known = {field.name for field in fields(cls)}
    unknown = [field for field in given if field not in known]
    if unknown:
        raise TypeError(f"{type_key} has no field {unknown[0]!r}; it has {', '.join(sorted(known))}")
