"""Structural keys: two expressions have equal keys exactly when they are built the same way from the same variables and buffers.

Spans do not count.  A call that may have an effect is equal to itself only, because computing it twice is not computing it once.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from tilewright.core.ir.expr import BinaryOp, BufferLoad, Call, Cast, Expr, IntImm, Var
from tilewright.core.ir.node import Node
from tilewright.core.ops.op import CallEffectKind, Op

Key = Hashable


def key(e: Expr) -> Key:
    """The structural key of an expression; a variable is its own."""
    if isinstance(e, Var):
        return e
    if isinstance(e, BinaryOp):
        return (type(e), key(e.a), key(e.b))
    special = _KEYS.get(type(e))
    return _generic(e) if special is None else special(e)


def deep_equal(a: Expr, b: Expr) -> bool:
    """Whether two expressions are built the same way.  Parts that they share are not looked at: what a step of the simplifier changes is mostly above them."""
    if a is b:
        return True
    if type(a) is not type(b) or isinstance(a, Var):
        return False
    if isinstance(a, BinaryOp) and isinstance(b, BinaryOp):
        return deep_equal(a.a, b.a) and deep_equal(a.b, b.b)
    return key(a) == key(b)


def _call(e: Call) -> Key:
    pure = isinstance(e.op, Op) and e.op.effect in (
        CallEffectKind.ExprAnnotation,
        CallEffectKind.Pure,
        CallEffectKind.ReadState,
    )
    return (Call, e.op, e.dtype, *[key(arg) for arg in e.args]) if pure else ("only", _Same(e))


class _Same:
    """A key equal to that of the very same object only."""

    __slots__ = ("held",)

    def __init__(self, held: object) -> None:
        self.held = held

    def __hash__(self) -> int:
        return id(self.held)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.held is self.held


def _load(e: BufferLoad) -> Key:
    predicate = None if e.predicate is None else key(e.predicate)
    return (BufferLoad, e.buffer, predicate, *[key(index) for index in e.indices])


def _generic(e: Node) -> Key:
    parts = [_part(getattr(e, name)) for name in e.field_names if name != "span"]
    return (type(e), *parts)


def _part(value: object) -> Key:
    if isinstance(value, Expr):
        return key(value)
    if isinstance(value, tuple):
        return tuple([_part(item) for item in value])  # pyright: ignore[reportUnknownVariableType]
    return _generic(value) if isinstance(value, Node) and value.child_fields else value


_KEYS: dict[type, Any] = {
    IntImm: lambda e: (e.dtype, e.value),
    Call: _call,
    Cast: lambda e: (Cast, e.dtype, key(e.value)),
    BufferLoad: _load,
}
