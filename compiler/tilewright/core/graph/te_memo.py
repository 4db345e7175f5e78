"""The calls of `te` functions that a builder has made, so that one like an earlier one is not made again.

    call_te(topi.add, x, y)    ->    (topi.add, ((128,), "float32"), ((128,), "float32"))

Two calls are alike when the function is the same object, every tensor has the same type and known sizes, and everything else is equal: then the TensorIR
functions are equal, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tilewright.core.analysis.infer.support import shape_of
from tilewright.core.ir.expr import FloatImm, GlobalVar, IntImm, StringImm
from tilewright.core.ir.relax import PrimValue, RelaxExpr, ShapeExpr, Tuple
from tilewright.core.ir.relax import StringImm as RelaxString
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo

# The function that was made, and the struct info of its result.
Known = tuple[GlobalVar, StructInfo | list[StructInfo]]


class _Unlike(Exception):
    """A value that cannot be compared by what it is."""


def call_key(
    func: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any], extra: object
) -> tuple[tuple[Any, ...], list[RelaxExpr]] | None:
    """The key that calls which make equal functions share, and the tensors that this one is given; None when no key can be made."""
    given: list[RelaxExpr] = []
    try:
        key = (func, _key(args, given), _key(dict(kwargs), given), _key(extra, given))
        hash(key)
    except (_Unlike, TypeError):
        return None
    return key, given


def _key(value: object, given: list[RelaxExpr]) -> Any:
    if value is None or isinstance(value, (bool, int, float, str)):
        return type(value).__name__, repr(value)
    if isinstance(value, (tuple, list)):
        return tuple([_key(item, given) for item in value])
    if isinstance(value, dict):
        return tuple([(name, _key(item, given)) for name, item in value.items()])
    if isinstance(value, (IntImm, FloatImm, StringImm)):
        return str(value.dtype), repr(value.value)
    if isinstance(value, ShapeExpr):
        return "shape", _key(value.values, given)
    if isinstance(value, Tuple):
        return _key(value.fields, given)
    if isinstance(value, (PrimValue, RelaxString)):
        return _key(value.value, given)
    return _tensor_key(value, given)


def _tensor_key(value: Any, given: list[RelaxExpr]) -> Any:
    info = value.struct_info_ if isinstance(value, RelaxExpr) else None
    if not isinstance(info, TensorStructInfo) or info.vdevice is not None:
        raise _Unlike
    sizes = shape_of(info)
    if sizes is None:
        raise _Unlike
    given.append(value)
    return "tensor", str(info.dtype), _key(tuple(sizes), given)
