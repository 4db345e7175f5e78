"""Conditions on data as conditions on integers: what is loaded is a variable that may have any value, and numbers of floating point are the integers in their order.

Of numbers of floating point only the order counts, so that `x < 0.5`, `x == 0.5` and `x > 0.5` cannot all fail; there are values between any two, and none is a NaN.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from tilewright.core.arith.key import Key, key
from tilewright.core.arith.linear import is_index
from tilewright.core.base.dtype import INT64
from tilewright.core.ir.expr import EQ, GE, GT, LE, LT, NE, BufferLoad, CmpOp, Expr, FloatImm, IntImm, Var
from tilewright.core.ir.operators import binary
from tilewright.core.ir.walk import rewrite, walk

_BETWEEN: Final = 1 << 16  # integers between two numbers of floating point that conditions name


def in_order(conditions: Sequence[Expr]) -> list[Expr]:
    """The conditions on integers; what is written alike is one variable."""
    named = {node.value for each in conditions for node in walk(each) if isinstance(node, FloatImm)}
    places = {value: number * _BETWEEN for number, value in enumerate(sorted(named))}
    variables: dict[Key, Var] = {}
    compared = partial(_compared, places, variables)
    rules = {**dict.fromkeys((EQ, NE, LT, LE, GT, GE), compared), BufferLoad: partial(_loaded, variables)}
    return [rewrite(each, rules) for each in conditions]


def _loaded(variables: dict[Key, Var], load: BufferLoad) -> Expr:
    """A variable for an integer that is loaded."""
    if not is_index(load.dtype):
        return load
    return variables.setdefault(key(load), Var(load.buffer.name, load.dtype))


def _compared(places: dict[float, int], variables: dict[Key, Var], comparison: CmpOp) -> Expr:
    """A comparison of numbers of floating point as one of integers; any other as it is."""
    if not comparison.a.dtype.is_float:
        return comparison
    a, b = (
        IntImm(INT64, places[side.value])
        if isinstance(side, FloatImm)
        else variables.setdefault(key(side), Var("data", INT64))
        for side in (comparison.a, comparison.b)
    )
    return binary(type(comparison).__name__, a, b)
