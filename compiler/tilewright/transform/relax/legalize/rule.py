"""What the rules of legalisation share: calling a tensor operator on the arguments of the call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.ir.expr import Expr
from tilewright.ir.operators import const
from tilewright.ir.relax import Call, Constant, PrimValue, RelaxExpr

Legalization = Callable[[Any, Call], RelaxExpr]
"""From the block builder and the call to the expression that stands for it."""


def te_call(name: str, function: Callable[..., Any]) -> Legalization:
    """The operator on the arguments as they are; the function of TIR is called `name`."""

    def rule(builder: Any, call: Call) -> RelaxExpr:
        return builder.call_te(function, *call.args, primfunc_name_hint=name)

    return rule


def ints(value: Any) -> Any:
    """An attribute in Python's own types: integers of TIR as numbers, tuples as lists."""
    if isinstance(value, (tuple, list)):
        return [ints(item) for item in value]
    number = getattr(value, "value", None)
    return number if isinstance(number, (int, float)) else value


def scalar_or_self(value: RelaxExpr) -> Any:
    """A constant of no dimensions, or a scalar of TIR, as a constant inside the function; anything else as it is."""
    if isinstance(value, PrimValue):
        return value.value
    if isinstance(value, Constant) and not value.data.shape:
        return scalar_constant(value)
    return value


def scalar_constant(value: Constant) -> Expr:
    """The number that a constant of no dimensions holds."""
    array = value.data.numpy()
    kind = str(value.data.dtype)
    return const(
        bool(array) if kind == "bool" else array.astype("float64").item() if "float" in kind else array.item(), kind
    )
