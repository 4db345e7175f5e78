"""Ops element by element: the operator of `topi` of the same name, mostly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.builder.relax_values import const
from tilewright.core.ir.relax import Call, Constant, RelaxExpr
from tilewright.core.passes.relax.legalize.rule import Legalization, scalar_or_self, scalars, te_call
from tilewright.core.topi import broadcast, elementwise, transform

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder
    from tilewright.core.te.tensor import Tensor


_UNARY = (
    *(
        "acos",
        "acosh",
        "asin",
        "asinh",
        "atan",
        "atanh",
        "cos",
        "cosh",
        "exp",
        "log",
        "rsqrt",
        "sigmoid",
        "sin",
        "sinh",
    ),
    *(
        "sqrt",
        "tan",
        "tanh",
        "abs",
        "bitwise_not",
        "ceil",
        "floor",
        "logical_not",
        "negative",
        "round",
        "sign",
        "trunc",
    ),
    *("isfinite", "isinf", "isnan"),
)
_BINARY = (
    *("add", "subtract", "multiply", "divide", "floor_divide", "floor_mod", "mod", "maximum", "minimum", "power"),
    *(
        "equal",
        "greater",
        "greater_equal",
        "less",
        "less_equal",
        "not_equal",
        "logical_and",
        "logical_or",
        "logical_xor",
    ),
    *("bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift", "log_add_exp", "atan2"),
)


def _binary(name: str) -> Legalization:
    """Numbers among the operands become constants inside the function; two of them would leave no tensor, so the first stays one."""
    function = getattr(broadcast, name)

    def rule(builder: BlockBuilder, call: Call) -> RelaxExpr:
        left, right = call.args[0], scalar_or_self(call.args[1])
        if right is call.args[1]:
            left = scalar_or_self(left)
        return builder.call_te(function, left, right, primfunc_name_hint=name)

    return rule


def _where(builder: BlockBuilder, call: Call) -> RelaxExpr:
    given = [scalar_or_self(item) for item in call.args[1:]]
    return builder.call_te(transform.where, call.args[0], *given, primfunc_name_hint="where")


def _clip(builder: BlockBuilder, call: Call) -> RelaxExpr:
    """The bounds become numbers of the type of the elements."""
    low, high = scalars(call, 1)
    return builder.call_te(elementwise.clip, call.args[0], low, high, primfunc_name_hint="tir_clip")


def _fma(a: Tensor, b: Tensor, c: Tensor) -> Tensor:
    return broadcast.add(broadcast.multiply(a, b), c)


def _square(x: Tensor) -> Tensor:
    return broadcast.multiply(x, x)


def _astype(builder: BlockBuilder, call: Call) -> RelaxExpr:
    """Converts a constant at compile time."""
    kind, value = str(call.attrs["dtype"]), call.args[0]
    if isinstance(value, Constant):
        return const(value.data.numpy(), kind)
    return builder.call_te(elementwise.cast, value, kind, primfunc_name_hint="cast")


RULES: dict[str, Legalization] = {
    **{name: te_call(f"tir_{name}", getattr(elementwise, name)) for name in _UNARY},
    **{name: _binary(name) for name in _BINARY},
    "erf": te_call("erf", elementwise.erf),
    "square": te_call("tir_square", _square),
    "where": _where,
    "clip": _clip,
    "ewise_fma": te_call("ewise_fma", _fma),
    "astype": _astype,
}
