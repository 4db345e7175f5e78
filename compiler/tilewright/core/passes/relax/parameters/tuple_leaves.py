"""Values that are tensors, or tuples of tensors: what is said of each tensor of them, as nested tuples of the same form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.core.ir.relax import RelaxExpr, Tuple, TupleGetItem, Var
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo


def is_nested_tensor(info: StructInfo | None) -> bool:
    """Whether a value of this struct info is a tensor, or a tuple of such values."""
    if isinstance(info, TupleStructInfo):
        return all(is_nested_tensor(field) for field in info.fields)
    return isinstance(info, TensorStructInfo)


def each_info(info: StructInfo | None, say: Callable[[Any], object]) -> Any:
    """`say` applied to the struct info of each leaf."""
    if isinstance(info, TupleStructInfo):
        return tuple(each_info(field, say) for field in info.fields)
    return say(info)


def each_leaf(value: RelaxExpr, wanted: object, change: Callable[[RelaxExpr, Any], RelaxExpr]) -> RelaxExpr:
    """The value with `change(leaf, what is wanted of it)` applied to each leaf; the same object when that changes none."""
    if not isinstance(wanted, tuple):
        return change(value, wanted)
    fields = value.fields if isinstance(value, Tuple) else [TupleGetItem(value, at) for at in range(len(wanted))]
    made = [each_leaf(field, item, change) for field, item in zip(fields, wanted)]
    return value if all(a is b for a, b in zip(made, fields)) else Tuple(tuple(made))


def remapped(value: RelaxExpr, new: Callable[[Var], RelaxExpr]) -> RelaxExpr:
    """An argument with its variables exchanged."""
    if isinstance(value, Var):
        return new(value)
    if isinstance(value, Tuple):
        fields = tuple(remapped(field, new) for field in value.fields)
        return value if all(a is b for a, b in zip(fields, value.fields)) else Tuple(fields, value.span)
    return value
