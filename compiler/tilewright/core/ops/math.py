"""Rows for the functions of mathematics: roots, exponentials, trigonometry, rounding, classification, fixed-point products."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from tilewright.core.base.dtype import DType
from tilewright.core.ops.evaluation import Number, fit
from tilewright.core.ops.float_bits import next_after
from tilewright.core.ops.op import Expand, Extern, Intrinsic, Lowering, Op, Param, Special

X = Param("x", doc="A floating-point number.")


def _fitted(function: Callable[..., Number]) -> Callable[..., Number]:
    """`function` of the numbers, with the result fitted into the type that comes last."""
    return lambda *arguments: fit(function(*arguments[:-1]), arguments[-1])


def _unary(
    name: str,
    doc: str,
    function: Callable[[Any], Number],
    lower: Lowering,
    group: str = "math",
    operands: str = "float",
) -> Op:
    return Op(f"tir.{name}", name, (X,), doc, evaluate=_fitted(function), lower=lower, group=group, operands=operands)


def _binary(
    name: str, first: Param, second: Param, doc: str, evaluate: Callable[..., Any] | None, lower: Lowering
) -> Op:
    return Op(
        f"tir.{name}",
        name,
        (first, second),
        doc,
        "promote",
        evaluate=evaluate,
        lower=lower,
        group="math",
        operands="float",
    )


def _sigmoid(x: float) -> float:
    """Without overflow on either side."""
    if x >= 0:
        return 1 / (1 + math.exp(-x))
    return math.exp(x) / (1 + math.exp(x))


EXPONENTIALS = (
    _unary("exp", "e to the power `x`.", math.exp, Intrinsic("llvm.exp")),
    _unary("exp2", "2 to the power `x`.", lambda x: math.pow(2.0, x), Intrinsic("llvm.exp2")),
    _unary("exp10", "10 to the power `x`.", lambda x: math.pow(10.0, x), Expand("exp10")),
    _unary("log", "The natural logarithm of `x`.", math.log, Intrinsic("llvm.log")),
    _unary("log2", "The logarithm of `x` to base 2.", math.log2, Intrinsic("llvm.log2")),
    _unary("log10", "The logarithm of `x` to base 10.", math.log10, Intrinsic("llvm.log10")),
    _unary("log1p", "The natural logarithm of 1 + `x`, precise for `x` near 0.", math.log1p, Extern("log1p")),
    _unary("sqrt", "The square root of `x`; not a number when `x` is negative.", math.sqrt, Intrinsic("llvm.sqrt")),
    _unary("rsqrt", "1 divided by the square root of `x`.", lambda x: 1 / math.sqrt(x), Expand("rsqrt")),
    _unary("sigmoid", "1 / (1 + exp(-`x`)).", _sigmoid, Expand("sigmoid")),
    _unary("erf", "The error function of `x`.", math.erf, Extern("erf")),
    _binary(
        "pow",
        Param("x", doc="The base."),
        Param("y", doc="The exponent."),
        "`x` to the power `y`.",
        _fitted(math.pow),
        Intrinsic("llvm.pow"),
    ),
)

TRIGONOMETRY = (
    _unary("sin", "The sine of `x`, an angle in radians.", math.sin, Intrinsic("llvm.sin")),
    _unary("cos", "The cosine of `x`, an angle in radians.", math.cos, Intrinsic("llvm.cos")),
    _unary("tan", "The tangent of `x`, an angle in radians.", math.tan, Extern("tan")),
    _unary("asin", "The angle in radians, -pi/2 to pi/2, whose sine is `x`.", math.asin, Extern("asin")),
    _unary("acos", "The angle in radians, 0 to pi, whose cosine is `x`.", math.acos, Extern("acos")),
    _unary("atan", "The angle in radians, -pi/2 to pi/2, whose tangent is `x`.", math.atan, Extern("atan")),
    _unary("sinh", "The hyperbolic sine of `x`.", math.sinh, Extern("sinh")),
    _unary("cosh", "The hyperbolic cosine of `x`.", math.cosh, Extern("cosh")),
    _unary("tanh", "The hyperbolic tangent of `x`.", math.tanh, Extern("tanh")),
    _unary("asinh", "The number whose hyperbolic sine is `x`.", math.asinh, Extern("asinh")),
    _unary("acosh", "The number, at least 0, whose hyperbolic cosine is `x`.", math.acosh, Extern("acosh")),
    _unary("atanh", "The number whose hyperbolic tangent is `x`.", math.atanh, Extern("atanh")),
    _binary(
        "atan2",
        Param("x1", doc="The ordinate."),
        Param("x2", doc="The abscissa."),
        "The angle in radians, -pi to pi, of the point with abscissa `x2` and ordinate `x1`.",
        _fitted(math.atan2),
        Extern("atan2"),
    ),
    _binary(
        "hypot",
        Param("x1", doc="One leg."),
        Param("x2", doc="The other leg."),
        "The square root of `x1`^2 + `x2`^2, without overflow on the way.",
        _fitted(math.hypot),
        Extern("hypot"),
    ),
)


def _whole(function: Callable[[float], Number]) -> Callable[[Number], Number]:
    """A rounding: integers, infinities and not-a-numbers stay; the sign of zero is that of the operand."""

    def rounded(x: Number) -> Number:
        if isinstance(x, int) or not math.isfinite(x):
            return x
        return math.copysign(float(function(x)), x)

    return rounded


ROUNDING = (
    _unary(
        "floor",
        "The largest whole number not above `x`; an integer is returned as it is.",
        _whole(math.floor),
        Intrinsic("llvm.floor"),
        group="rounding",
        operands="",
    ),
    _unary(
        "ceil",
        "The smallest whole number not below `x`; an integer is returned as it is.",
        _whole(math.ceil),
        Intrinsic("llvm.ceil"),
        group="rounding",
        operands="",
    ),
    _unary(
        "trunc",
        "`x` without its fraction, that is rounded towards zero; an integer is returned as it is.",
        _whole(math.trunc),
        Intrinsic("llvm.trunc"),
        group="rounding",
        operands="",
    ),
    _unary(
        "round",
        "The whole number nearest to `x`, halves to the even one; an integer is returned as it is.",
        _whole(round),
        Intrinsic("llvm.nearbyint"),
        group="rounding",
        operands="",
    ),
    _unary(
        "nearbyint",
        "The whole number nearest to `x`, halves to the even one; an integer is returned as it is.",
        _whole(round),
        Intrinsic("llvm.nearbyint"),
        group="rounding",
        operands="",
    ),
    _unary(
        "fabs",
        "`x` without its sign; of an integer too, whose smallest value stays as it is.",
        abs,
        Intrinsic("llvm.fabs"),
        operands="",
    ),
)


def _classify(name: str, doc: str, function: Callable[[float], bool]) -> Op:
    return Op(
        f"tir.{name}",
        name,
        (Param("x", doc="A number; an integer is always finite."),),
        doc,
        "bool_like",
        evaluate=lambda x, type_: int(function(x)),
        lower=Special(name),
        group="math",
    )


CLASSES = (
    _classify("isnan", "Whether `x` is not a number.", math.isnan),
    _classify("isinf", "Whether `x` is positive or negative infinity.", math.isinf),
    _classify("isfinite", "Whether `x` is neither infinite nor not-a-number.", math.isfinite),
)


def _next(x: float, y: float, type_: DType) -> float:
    return next_after(x, y, type_)


FLOATS = (
    _binary(
        "fmod",
        Param("x", doc="The dividend."),
        Param("y", doc="The divisor."),
        "The remainder of the division of `x` by `y` rounded towards zero; it has the sign of `x`.",
        _fitted(math.fmod),
        Extern("fmod"),
    ),
    _binary(
        "copysign",
        Param("x1", doc="The magnitude."),
        Param("x2", doc="The sign."),
        "The magnitude of `x1` with the sign of `x2`.",
        _fitted(math.copysign),
        Intrinsic("llvm.copysign"),
    ),
    _binary(
        "nextafter",
        Param("x1", doc="Where to start."),
        Param("x2", doc="Where to go."),
        "The number of this type next to `x1` on the way to `x2`.",
        _next,
        Extern("nextafter"),
    ),
    Op(
        "tir.ldexp",
        "ldexp",
        (Param("x1", doc="A floating-point number."), Param("x2", doc="An int32.")),
        "`x1` times 2 to the power `x2`.",
        evaluate=_fitted(lambda x, power: math.ldexp(x, int(power))),
        lower=Extern("ldexp"),
        group="math",
    ),
    Op(
        "tir.fma",
        None,
        (Param("x", doc="A factor."), Param("y", doc="A factor."), Param("z", doc="A summand.")),
        "`x` * `y` + `z`, rounded once.",
        lower=Intrinsic("llvm.fma"),
        group="math",
        operands="float",
    ),
)

_WIDE = Param("x", doc="An int32 in fixed-point form.")
_FACTOR = Param("y", doc="The factor, an int32 in fixed-point form.")

FIXED_POINT = (
    Op(
        "tir.q_multiply_shift",
        "q_multiply_shift",
        (
            _WIDE,
            _FACTOR,
            Param("q", doc="Number of fraction bits of `y`."),
            Param("s", doc="Shift of the product to the left; negative shifts to the right."),
        ),
        "`x` * `y` * 2^(`s` - `q`) in 64-bit integers, rounded to the nearest, halves upwards: the product of quantized numbers.",
        "int32_like",
        lower=Expand("q_multiply_shift"),
        group="fixed point",
        operands="integer",
    ),
    Op(
        "tir.q_multiply_shift_per_axis",
        "q_multiply_shift_per_axis",
        (
            _WIDE,
            _FACTOR,
            Param("ls", doc="Shift of `x` to the left."),
            Param("rs", doc="Shift of the product to the right."),
            Param("q", doc="Number of fraction bits of `y`."),
            Param("is_lshift_required", doc="1 when `ls` may be positive, else 0."),
            Param("is_rshift_required", doc="1 when `rs` may be positive, else 0."),
        ),
        "(`x` << `ls`) * `y` * 2^(-`q` - `rs`) in 64-bit integers, rounded to the nearest, halves upwards.",
        "int32_like",
        lower=Expand("q_multiply_shift_per_axis"),
        group="fixed point",
        operands="integer",
    ),
    Op(
        "tir.dp4a",
        "dp4a",
        (
            Param("vec1", doc="Four 8-bit integers."),
            Param("vec2", doc="Four 8-bit integers."),
            Param("acc", doc="What the products are added to.", default=0),
        ),
        "The sum of the four products of the elements of `vec1` and `vec2`, plus `acc`, as an int32.",
        "int32",
        lower=Expand("dp4a"),
        group="fixed point",
        operands="integer",
        vectorizable=False,
    ),
)

ROWS = (*EXPONENTIALS, *TRIGONOMETRY, *ROUNDING, *CLASSES, *FLOATS, *FIXED_POINT)
