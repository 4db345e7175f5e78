"""Registration: programs add ops, attributes of ops, and lowerings to the op table.

Of two values for one attribute the one with the higher level is read; of equal levels the later one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from tilewright.core.ops.op import CallEffectKind, Op, Param, own_attributes, own_ops

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


def register_op_attr(op_name: str, attr_key: str, value: object = None, level: int = 10) -> Any:
    """Give an op an attribute, registering the op when there is none; without `value`, a decorator of the function that is the value."""
    try:
        op = Op.get(op_name)
    except AttributeError:
        op = register_op(op_name)

    def register(given: object) -> Any:
        with _REGISTERING:
            known = own_attributes.get((op.name, attr_key))
            if known is None or known[0] <= level:
                own_attributes[op.name, attr_key] = (level, given)
        return given

    return register if value is None else register(value)


def registered(op_name: str, attr_key: str) -> Any:
    """The attribute that a program registered for an op, None when there is none."""
    return own_attributes.get((op_name, attr_key), (0, None))[1]


def register_intrin_lowering(
    op_name: str, target: str, *, f: Callable[[Any], Any] | None = None, level: int = 10
) -> Any:
    """Say what calls of an op become on a target ("llvm", or "default" for all): `f` takes the call and gives an expression, None for no change."""
    return register_op_attr(op_name, target + _LOWERING, f, level)


def lowering_of(op: Op, target: str) -> Callable[[Any], Any] | None:
    """The lowering that a program registered for calls of `op` on `target`; None when there is none."""
    return op.get_attr(target + _LOWERING) or op.get_attr("default" + _LOWERING)
