"""Python's operators on Relax expressions: `a + b` is `relax.add(a, b)`, `f(x)` a call, `t[0]` an item of a tuple.

Installed on `RelaxExpr` when the package is imported, as `operators` does for the expressions of TensorIR.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from tilewright.core.base.diagnostics import UserError
from tilewright.core.ir.node import ports
from tilewright.core.ir.relax import Call, Constant, RelaxExpr, Tuple, TupleGetItem
from tilewright.core.ir.struct_info import ObjectStructInfo, TensorStructInfo, TupleStructInfo
from tilewright.core.ops.op import Op

_BINARY = {
    "add": "add",
    "sub": "subtract",
    "mul": "multiply",
    "truediv": "divide",
    "floordiv": "floor_divide",
    "mod": "mod",
    "pow": "power",
    "lt": "less",
    "gt": "greater",
    "le": "less_equal",
    "ge": "greater_equal",
    "and": "bitwise_and",
    "or": "bitwise_or",
    "xor": "bitwise_xor",
    "lshift": "left_shift",
    "rshift": "right_shift",
}


def _operand(value: object, like: RelaxExpr) -> object:
    """A number as a constant of the other operand's type."""
    if isinstance(value, RelaxExpr):
        return value
    info = like.struct_info_
    known = isinstance(info, TensorStructInfo) and info.dtype.kind != "void"
    return Constant(ports.constant_data.call(value, str(info.dtype) if known else None))  # pyright: ignore[reportOptionalMemberAccess, reportAttributeAccessIssue]


def _operator(name: str, swapped: bool) -> Callable[[RelaxExpr, object], Call]:
    def apply(self: RelaxExpr, other: object) -> Call:
        given = _operand(other, self)
        pair = (given, self) if swapped else (self, given)
        return Call(Op.get(f"relax.{name}"), pair)

    return apply


def _negative(self: RelaxExpr) -> Call:
    return Call(Op.get("relax.negative"), (self,))


def _astype(self: RelaxExpr, dtype: object) -> Call:
    return Call(Op.get("relax.astype"), (self,), {"dtype": str(dtype)})  # pyright: ignore[reportArgumentType]


def _call(self: RelaxExpr, *args: Any, attrs: Any = None) -> Call:
    return Call(self, args, attrs)


class NoSuchItem(UserError, IndexError):
    """An item that a tuple does not have; an `IndexError`, so that `a, b = value` ends where the items do."""

    def __init__(self, count: int, index: int) -> None:
        super().__init__("tuple-index", f"the tuple has {count} values, so it has no item {index}")


_NO_ELEMENTS = (
    "the elements of a tensor cannot be taken by an index in a graph; use `R.strided_slice` for a range, `R.take` for some, "
    "or a kernel, which `R.call_tir` calls"
)


class NotAnItem(UserError, TypeError):
    """Another thing than an integer stands in the brackets behind a value; a `TypeError`, as of Python's tuples."""


def _item(self: RelaxExpr, index: object) -> TupleGetItem:
    known = self.struct_info_
    if not isinstance(index, int):
        if isinstance(known, TensorStructInfo):
            raise NotAnItem("tuple-index", _NO_ELEMENTS)
        raise NotAnItem("tuple-index", "only tuples have items, which are chosen by an integer that the graph contains")
    if isinstance(known, TupleStructInfo):
        if not -len(known.fields) <= index < len(known.fields):
            raise NoSuchItem(len(known.fields), index)
        index %= len(known.fields)
    elif known is not None and not isinstance(known, ObjectStructInfo):
        is_tensor = isinstance(known, TensorStructInfo)
        sentence = _NO_ELEMENTS if is_tensor else f"only tuples have items, and this is `{known.script()}`"
        raise UserError("tuple-index", sentence)
    return TupleGetItem(self, index)


def _items(self: RelaxExpr) -> Iterator[Any]:
    """The items one by one; raises `TypeError` of a value that has an unknown number of them."""
    if self.struct_info_ is None or isinstance(self.struct_info_, ObjectStructInfo):
        raise TypeError("it is not known how many items the value has")
    return _until_the_last(self)


def _until_the_last(self: RelaxExpr) -> Iterator[Any]:
    for index in count():
        try:
            yield self[index]
        except IndexError:
            return


def _field(self: Tuple, index: Any) -> Any:
    if isinstance(index, int) and not -len(self.fields) <= index < len(self.fields):
        raise IndexError(f"Tuple index out of range: there are {len(self.fields)} values, and {index} is asked for")
    return self.fields[index]


def install() -> None:
    """Give `RelaxExpr` its operators."""
    target: Any = RelaxExpr
    for name, op in _BINARY.items():
        setattr(target, f"__{name}__", _operator(op, False))
        if name not in ("lt", "gt", "le", "ge"):
            setattr(target, f"__r{name}__", _operator(op, True))
    target.__neg__ = _negative
    target.astype = _astype
    target.__call__ = _call
    target.__getitem__ = _item
    target.__iter__ = _items
    target.__hash__ = object.__hash__
    tuples: object = Tuple
    tuples.__getitem__ = _field
    tuples.__iter__ = _until_the_last


install()
