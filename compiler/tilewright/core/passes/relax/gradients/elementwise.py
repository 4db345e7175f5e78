"""Gradients of ops on elements."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from tilewright.core.builder import relax_by_name as op
from tilewright.core.builder.relax_values import const
from tilewright.core.ir.relax import Call, PrimValue, RelaxExpr, Var
from tilewright.core.passes.relax.gradients.support import Gradient, c, fitted, info, no_grad, unary, zero_where

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder


# The gradient from the argument `x`, the result `y` and the gradient `g` of the result.
Binary = Callable[[RelaxExpr, RelaxExpr, RelaxExpr, RelaxExpr], tuple[RelaxExpr, RelaxExpr]]
"""From both arguments, the value and its gradient to the gradients of the arguments."""

_UNARY: dict[str, Callable[[RelaxExpr, RelaxExpr, RelaxExpr], RelaxExpr]] = {
    "abs": lambda x, y, g: op.multiply(g, op.sign(x)),
    "acos": lambda x, y, g: op.negative(op.multiply(g, op.rsqrt(op.subtract(c(1, x), op.square(x))))),
    "acosh": lambda x, y, g: op.multiply(g, op.rsqrt(op.subtract(op.square(x), c(1, x)))),
    "asin": lambda x, y, g: op.multiply(g, op.rsqrt(op.subtract(c(1, x), op.square(x)))),
    "asinh": lambda x, y, g: op.multiply(g, op.rsqrt(op.add(op.square(x), c(1, x)))),
    "atan": lambda x, y, g: op.divide(g, op.add(op.square(x), c(1, x))),
    "atanh": lambda x, y, g: op.divide(g, op.subtract(c(1, x), op.square(x))),
    "cos": lambda x, y, g: op.multiply(op.negative(g), op.sin(x)),
    "cosh": lambda x, y, g: op.multiply(g, op.sinh(x)),
    "erf": lambda x, y, g: op.multiply(op.multiply(g, c(2 / math.sqrt(math.pi), x)), op.exp(op.negative(op.square(x)))),
    "exp": lambda x, y, g: op.multiply(g, y),
    "log": lambda x, y, g: op.divide(g, x),
    "negative": lambda x, y, g: op.negative(g),
    "rsqrt": lambda x, y, g: op.multiply(op.multiply(g, c(-0.5, x)), op.divide(y, x)),
    "sigmoid": lambda x, y, g: op.multiply(op.multiply(g, y), op.subtract(c(1, x), y)),
    "sin": lambda x, y, g: op.multiply(g, op.cos(x)),
    "sinh": lambda x, y, g: op.multiply(g, op.cosh(x)),
    "sqrt": lambda x, y, g: op.divide(op.multiply(c(0.5, x), g), y),
    "square": lambda x, y, g: op.multiply(op.multiply(g, c(2, x)), x),
    "tan": lambda x, y, g: op.multiply(g, op.add(c(1, x), op.square(y))),
    "tanh": lambda x, y, g: op.multiply(g, op.subtract(c(1, x), op.multiply(y, y))),
}

# The gradients of both arguments `a` and `b`, before what was broadcast is summed.
_BINARY: dict[str, Binary] = {
    "add": lambda a, b, y, g: (g, g),
    "subtract": lambda a, b, y, g: (g, op.negative(g)),
    "multiply": lambda a, b, y, g: (op.multiply(g, b), op.multiply(g, a)),
    "divide": lambda a, b, y, g: (op.divide(g, b), op.divide(op.multiply(op.negative(g), y), b)),
    "power": lambda a, b, y, g: (
        op.multiply(op.multiply(g, b), op.power(a, op.subtract(b, c(1, b)))),
        op.multiply(op.multiply(g, y), op.log(a)),
    ),
    "maximum": lambda a, b, y, g: (
        zero_where(op.less(a, b), g, a),
        zero_where(op.greater_equal(a, b), g, a),
    ),
    "minimum": lambda a, b, y, g: (
        zero_where(op.greater_equal(a, b), g, a),
        zero_where(op.less(a, b), g, a),
    ),
    "log_add_exp": lambda a, b, y, g: (
        op.multiply(g, op.exp(op.subtract(a, y))),
        op.multiply(g, op.exp(op.subtract(b, y))),
    ),
    "atan2": lambda a, b, y, g: (
        op.divide(op.multiply(g, b), op.add(op.square(a), op.square(b))),
        op.negative(op.divide(op.multiply(g, a), op.add(op.square(a), op.square(b)))),
    ),
    "mod": lambda a, b, y, g: (g, op.negative(op.multiply(g, op.trunc(op.divide(a, b))))),
    "floor_mod": lambda a, b, y, g: (g, op.negative(op.multiply(g, op.floor(op.divide(a, b))))),
}


def _binary(rule: Binary) -> Gradient:
    def gradient(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
        a, b = call.args
        of_a, of_b = map(ctx.normalize, rule(a, b, var, grad))  # what both are made of is bound first, as in TVM
        return [fitted(of_a, var, a), fitted(of_b, var, b)]

    return gradient


def _ewise_fma(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """Of x1 * x2 + x3."""
    a, b, _ = call.args
    return [op.multiply(grad, b), op.multiply(grad, a), grad]


def _where(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """To one of both, and zero to the other."""
    condition, a, b = call.args
    zero = c(0.0, var)
    return [
        no_grad(condition),
        fitted(op.where(condition, grad, zero), var, a),
        fitted(op.where(condition, zero, grad), var, b),
    ]


def _clip(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """Zero where it was cut."""
    x, low, high = call.args
    bounds = [
        const(value.value.value, str(info(x).dtype)) if isinstance(value, PrimValue) else value for value in (low, high)
    ]
    outside = op.logical_or(op.less(x, bounds[0]), op.greater(x, bounds[1]))
    return [zero_where(outside, grad, x), no_grad(low), no_grad(high)]


def _astype(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    return [op.astype(grad, str(info(call.args[0]).dtype))]


RULES: dict[str, Gradient] = {
    **{name: unary(rule) for name, rule in _UNARY.items()},
    **{name: _binary(rule) for name, rule in _BINARY.items()},
    "ewise_fma": _ewise_fma,
    "where": _where,
    "clip": _clip,
    "astype": _astype,
    "wrap_param": _astype,
}
