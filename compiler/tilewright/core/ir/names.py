"""Names of `tvm.ir` that programs use beside the nodes: bases to ask `isinstance` of, places in sources, functions by name, nodes by the name of their type."""

from __future__ import annotations

from abc import ABC
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from importlib import import_module
from typing import Any

from tilewright.core.base.source import Span
from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.relax import RelaxExpr


class BaseExpr(ABC):  # noqa: B024
    """What every expression is, of TensorIR and of Relax."""


BaseExpr.register(Expr)
BaseExpr.register(RelaxExpr)


class Attrs(ABC):  # noqa: B024
    """What every set of attributes is."""


Attrs.register(DictAttrs)


@dataclass(frozen=True)
class SourceName:
    """The name of a source, usually that of a file."""

    name: str


@dataclass(frozen=True)
class SequentialSpan:
    """Several places in sources, one after another."""

    spans: tuple[Span, ...]

    def __init__(self, spans: Sequence[Span]) -> None:
        object.__setattr__(self, "spans", tuple(spans))


@dataclass(frozen=True)
class EnvFunc:
    """A function that is known by its name in the registry of global functions, so that programs that hold it can be saved."""

    name: str
    func: Callable[..., Any]

    def __call__(self, *args: Any) -> Any:
        return self.func(*args)

    @staticmethod
    def get(name: str) -> EnvFunc:
        """The function registered under `name`; raises `ValueError` when there is none."""
        registry: Any = import_module("tilewright.core.runtime.registry")
        return EnvFunc(name, registry.get_global_func(name))


# Where the classes of nodes stand, by what begins the name of their type; searched in order.
_HOMES = {
    "tir": (
        "tilewright.core.ir.expr",
        "tilewright.core.ir.stmt",
        "tilewright.core.ir.buffer",
        "tilewright.core.ir.function",
    ),
    "ir": (
        "tilewright.core.ir.expr",
        "tilewright.core.ir.type_",
        "tilewright.core.ir.function",
        "tilewright.core.ir.global_info",
    ),
    "relax": ("tilewright.core.ir.relax", "tilewright.core.ir.struct_info"),
    "relax.expr": ("tilewright.core.ir.relax",),
    "target": ("tilewright.core.passes.tir.compat.lower_device_storage_access_info",),
    "arith": ("tilewright.core.arith",),
}


def make_node(type_key: str, **kwargs: Any) -> Any:
    """The node of the type called `type_key` ("tir.IntImm") with these fields; fields left out have their defaults.

    Raises `AttributeError` for an unknown type, and `TypeError` for fields that the type does not have or that are missing.
    """
    home, _, name = type_key.rpartition(".")
    if name == "DictAttrs" or home == "attrs":
        return DictAttrs(kwargs)
    for module in _HOMES.get(home, ()):
        found = getattr(import_module(module), name, None)
        if isinstance(found, type):
            known = {field.name for field in fields(found)} if hasattr(found, "__dataclass_fields__") else None
            unknown = [] if known is None else [field for field in kwargs if field not in known]
            if unknown:
                raise TypeError(f"{type_key} has no field {unknown[0]!r}; it has {', '.join(sorted(known or ()))}")
            return found(**kwargs)
    raise AttributeError(f"there is no type of nodes {type_key!r}")
