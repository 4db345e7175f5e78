"""Registration: programs add ops, attributes of ops, and lowerings to the op table.

Of two values for one attribute the one with the higher level is read; of equal levels the later one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar, overload

from tilewright.core.ops.op import CallEffectKind, Op, Param, own_attributes, own_ops

Value = TypeVar("Value")
Lowering = Callable[[Any], Any]
"""From a call to an expression, or to None where the call stays as it is."""

_LOWERING = ".FLowerIntrinsic"
_REGISTERING = threading.Lock()


def register_op(op_name: str, describe: str = "") -> Op:
    """A new op that takes any arguments, whose calls may do anything; raises `ValueError` when there is one of that name."""
    with _REGISTERING:
        try:
            Op.get(op_name)
        except AttributeError:
            made = Op(op_name, None, (Param("args", variadic=True),), describe, "dtype", CallEffectKind.Opaque)
            own_ops[op_name] = made
            return made
    raise ValueError(f"an operator {op_name} is registered already")


@overload
def register_op_attr(op_name: str, attr_key: str, value: None = None, level: int = 10) -> Callable[[Value], Value]: ...
@overload
def register_op_attr(op_name: str, attr_key: str, value: Value, level: int = 10) -> Value: ...
def register_op_attr(
    op_name: str, attr_key: str, value: Value | None = None, level: int = 10
) -> Value | Callable[[Value], Value]:
    """Give an op an attribute, registering the op when there is none; without `value`, a decorator of the function that is the value."""
    try:
        op = Op.get(op_name)
    except AttributeError:
        op = register_op(op_name)

    def register(given: Value) -> Value:
        with _REGISTERING:
            known = own_attributes.get((op.name, attr_key))
            if known is None or known[0] <= level:
                own_attributes[op.name, attr_key] = (level, given)
        return given

    return register if value is None else register(value)


def registered(op_name: str, attr_key: str) -> Any:
    """The attribute that a program registered for an op, None when there is none."""
    return own_attributes.get((op_name, attr_key), (0, None))[1]


@overload
def register_intrin_lowering(
    op_name: str, target: str, *, f: None = None, level: int = 10
) -> Callable[[Lowering], Lowering]: ...
@overload
def register_intrin_lowering(op_name: str, target: str, *, f: Lowering, level: int = 10) -> Lowering: ...
def register_intrin_lowering(
    op_name: str, target: str, *, f: Lowering | None = None, level: int = 10
) -> Lowering | Callable[[Lowering], Lowering]:
    """Say what calls of an op become on a target ("llvm", or "default" for all): `f` takes the call and gives an expression, None for no change."""
    key = target + _LOWERING
    return register_op_attr(op_name, key, level=level) if f is None else register_op_attr(op_name, key, f, level)


def lowering_of(op: Op, target: str) -> Lowering | None:
    """The lowering that a program registered for calls of `op` on `target`; None when there is none."""
    return op.get_attr(target + _LOWERING) or op.get_attr("default" + _LOWERING)
