"""Arguments of functions from outside as Relax expressions."""

from __future__ import annotations

from tilewright.core.ir.expr import Expr, FloatImm, IntImm
from tilewright.core.ir.relax import PrimValue, RelaxExpr, StringImm, Tuple
from tilewright.core.nn.tensor import Tensor, expression


def as_value(value: object, float_type: str = "float64") -> RelaxExpr:
    """An argument of a registered function: tensors, numbers, texts, and tuples of them."""
    if isinstance(value, Tensor):
        return expression(value)
    if isinstance(value, str):
        return StringImm(value)
    if isinstance(value, int):
        return PrimValue(IntImm("int64", int(value)))
    if isinstance(value, float):
        return PrimValue(FloatImm(float_type, value))
    if isinstance(value, Expr):
        return PrimValue(value)
    if isinstance(value, (tuple, list)):
        return Tuple(tuple(as_value(item, float_type) for item in value))
    raise TypeError(f"Unsupported input type: {type(value)}")
