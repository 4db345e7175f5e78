"""The base of expressions, and the conversion of Python's values to expressions."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from tilewright.core.base.dtype import DTypeField
from tilewright.core.base.source import Span
from tilewright.core.ir.node import Node, ports
from tilewright.core.ir.node.type_ import PrimType, Type

derived: Any = dataclasses.field


class Expr(Node):
    """Base of the expressions; every one has a `dtype` and a `span` (None when it was not parsed)."""

    __slots__ = ()
    if TYPE_CHECKING:
        dtype: DTypeField
        span: Span | None

        def __add__(self, other: ExprLike) -> Expr: ...
        def __radd__(self, other: ExprLike) -> Expr: ...
        def __sub__(self, other: ExprLike) -> Expr: ...
        def __rsub__(self, other: ExprLike) -> Expr: ...
        def __mul__(self, other: ExprLike) -> Expr: ...
        def __rmul__(self, other: ExprLike) -> Expr: ...
        def __truediv__(self, other: ExprLike) -> Expr: ...
        def __rtruediv__(self, other: ExprLike) -> Expr: ...
        def __floordiv__(self, other: ExprLike) -> Expr: ...
        def __rfloordiv__(self, other: ExprLike) -> Expr: ...
        def __mod__(self, other: ExprLike) -> Expr: ...
        def __rmod__(self, other: ExprLike) -> Expr: ...
        def __neg__(self) -> Expr: ...
        def __invert__(self) -> Expr: ...
        def __and__(self, other: ExprLike) -> Expr: ...
        def __rand__(self, other: ExprLike) -> Expr: ...
        def __or__(self, other: ExprLike) -> Expr: ...
        def __ror__(self, other: ExprLike) -> Expr: ...
        def __xor__(self, other: ExprLike) -> Expr: ...
        def __rxor__(self, other: ExprLike) -> Expr: ...
        def __lshift__(self, other: ExprLike) -> Expr: ...
        def __rlshift__(self, other: ExprLike) -> Expr: ...
        def __rshift__(self, other: ExprLike) -> Expr: ...
        def __rrshift__(self, other: ExprLike) -> Expr: ...
        def __lt__(self, other: ExprLike) -> Expr: ...
        def __le__(self, other: ExprLike) -> Expr: ...
        def __gt__(self, other: ExprLike) -> Expr: ...
        def __ge__(self, other: ExprLike) -> Expr: ...
        def equal(self, other: ExprLike) -> Expr: ...
        def astype(self, dtype: str) -> Expr: ...

    @property
    def ty(self) -> Type:
        """The type of its value, as releases since 0.25 call it: that of what a pointer points to is part of it."""
        return getattr(self, "type_annotation", None) or PrimType(self.dtype)


PrimExpr = Expr


ExprLike = Expr | int | float | bool


def expr(value: object) -> Expr:
    """`value` as an expression: Python numbers and strings become immediates; raises `TypeError` for anything else."""
    if isinstance(value, Expr):
        return value
    return ports.convert.call(value)


def exprs(values: Any) -> tuple[Expr, ...]:
    """A tuple of expressions from any sequence of things that `expr` takes."""
    if type(values) is tuple or type(values) is Sizes:
        for value in values:
            if not isinstance(value, Expr):
                break
        else:
            return values
    return tuple([expr(value) for value in values])


class Sizes(tuple["Expr", ...]):
    """Sizes as a tuple that lists can be added to, and that equals a list of the same, as TVM's arrays do: `A.shape[:-1] + [n]`."""

    __slots__ = ()

    def __add__(self, other: object) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        return Sizes(tuple(self) + tuple(other)) if isinstance(other, (tuple, list)) else NotImplemented

    def __radd__(self, other: object) -> Any:
        return Sizes(tuple(other) + tuple(self)) if isinstance(other, (tuple, list)) else NotImplemented

    def __getitem__(self, index: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        found = tuple.__getitem__(self, index)
        return Sizes(found) if isinstance(index, slice) else found  # pyright: ignore[reportArgumentType]

    def __eq__(self, other: object) -> bool:
        return tuple.__eq__(self, tuple(other) if isinstance(other, list) else other)  # pyright: ignore[reportArgumentType, reportUnknownArgumentType]

    __hash__ = tuple.__hash__


def operands(a: object, b: object) -> tuple[Expr, Expr]:
    """Two operands of which at least one is a Python number: it takes the other's type."""
    convert = ports.convert.call
    if isinstance(a, Expr):
        return a, convert(b, a.dtype)
    if isinstance(b, Expr):
        return convert(a, b.dtype), b
    return convert(a), convert(b)
