"""Elementwise operators."""

from __future__ import annotations

from tilewright.core.builder import relax_by_name as op
from tilewright.core.nn.core import wrap_nested
from tilewright.core.nn.tensor import Tensor, expression


def add(a: Tensor, b: Tensor, name: str = "add") -> Tensor:
    """a + b"""
    return wrap_nested(op.add(expression(a), expression(b)), name)


def subtract(a: Tensor, b: Tensor, name: str = "subtract") -> Tensor:
    """a - b"""
    return wrap_nested(op.subtract(expression(a), expression(b)), name)


def multiply(a: Tensor, b: Tensor, name: str = "mul") -> Tensor:
    """a * b"""
    return wrap_nested(op.multiply(expression(a), expression(b)), name)


def divide(a: Tensor, b: Tensor, name: str = "divide") -> Tensor:
    """a / b"""
    return wrap_nested(op.divide(expression(a), expression(b)), name)


def maximum(x1: Tensor, x2: Tensor, name: str = "maximum") -> Tensor:
    """The greater of two."""
    return wrap_nested(op.maximum(expression(x1), expression(x2)), name)


def minimum(x1: Tensor, x2: Tensor, name: str = "minimum") -> Tensor:
    """The lesser of two."""
    return wrap_nested(op.minimum(expression(x1), expression(x2)), name)


def less(a: Tensor, b: Tensor, name: str = "less") -> Tensor:
    """a < b"""
    return wrap_nested(op.less(expression(a), expression(b)), name)


def less_equal(a: Tensor, b: Tensor, name: str = "less_equal") -> Tensor:
    """a <= b"""
    return wrap_nested(op.less_equal(expression(a), expression(b)), name)


def greater(a: Tensor, b: Tensor, name: str = "greater") -> Tensor:
    """a > b"""
    return wrap_nested(op.greater(expression(a), expression(b)), name)


def greater_equal(a: Tensor, b: Tensor, name: str = "greater_equal") -> Tensor:
    """a >= b"""
    return wrap_nested(op.greater_equal(expression(a), expression(b)), name)


def equal(a: Tensor, b: Tensor, name: str = "equal") -> Tensor:
    """a == b"""
    return wrap_nested(op.equal(expression(a), expression(b)), name)


def not_equal(a: Tensor, b: Tensor, name: str = "not_equal") -> Tensor:
    """a != b"""
    return wrap_nested(op.not_equal(expression(a), expression(b)), name)


def where(condition: Tensor, x1: Tensor, x2: Tensor, name: str = "where") -> Tensor:
    """x1 where the condition holds, x2 elsewhere; a condition of numbers holds where they are not 0."""
    return wrap_nested(op.where(expression(astype(condition, "bool")), expression(x1), expression(x2)), name)


def astype(x: Tensor, dtype: str, name: str = "astype") -> Tensor:
    """x in another data type; x itself where it is of that type."""
    return x if x.dtype == dtype else wrap_nested(op.astype(expression(x), dtype), name)


def relu(x: Tensor, name: str = "relu") -> Tensor:
    """max(x, 0)"""
    return wrap_nested(op.nn.relu(expression(x)), name)


def relu6(x: Tensor, name: str = "relu6") -> Tensor:
    """min(max(x, 0), 6)"""
    return wrap_nested(op.nn.relu6(expression(x)), name)


def silu(x: Tensor, name: str = "silu") -> Tensor:
    """x * sigmoid(x)"""
    return wrap_nested(op.nn.silu(expression(x)), name)


def gelu(x: Tensor, approximate: str | None = None, name: str = "gelu") -> Tensor:
    """x times the normal distribution at x; with `approximate="tanh"` an approximation by tanh."""
    function = op.nn.gelu_tanh if approximate == "tanh" else op.nn.gelu
    return wrap_nested(function(expression(x)), name)


def sigmoid(x: Tensor, name: str = "sigmoid") -> Tensor:
    """1 / (1 + exp(-x))"""
    return wrap_nested(op.sigmoid(expression(x)), name)


def softplus(x: Tensor, beta: float = 1.0, threshold: float = 20.0, name: str = "softplus") -> Tensor:
    """log(1 + exp(beta * x)) / beta, and x itself where beta * x is beyond the threshold."""
    return wrap_nested(op.nn.softplus(expression(x), beta=beta, threshold=threshold), name)


def prelu(x: Tensor, alpha: Tensor, name: str = "prelu") -> Tensor:
    """x where it is positive, alpha * x elsewhere."""
    return wrap_nested(op.nn.prelu(expression(x), expression(alpha)), name)


def tanh(x: Tensor, name: str = "tanh") -> Tensor:
    """The hyperbolic tangent."""
    return wrap_nested(op.tanh(expression(x)), name)


def exp(x: Tensor, name: str = "exp") -> Tensor:
    """e to the power of x"""
    return wrap_nested(op.exp(expression(x)), name)


def log(x: Tensor, name: str = "log") -> Tensor:
    """The natural logarithm."""
    return wrap_nested(op.log(expression(x)), name)


def floor(x: Tensor, name: str = "floor") -> Tensor:
    """The greatest integer that is not greater."""
    return wrap_nested(op.floor(expression(x)), name)


def negative(x: Tensor, name: str = "neg") -> Tensor:
    """-x"""
    return wrap_nested(op.negative(expression(x)), name)


def square(x: Tensor, name: str = "square") -> Tensor:
    """x * x"""
    return wrap_nested(op.square(expression(x)), name)


def sqrt(x: Tensor, name: str = "sqrt") -> Tensor:
    """The square root."""
    return wrap_nested(op.sqrt(expression(x)), name)
