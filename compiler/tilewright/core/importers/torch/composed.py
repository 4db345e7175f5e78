"""Functions of PyTorch on elements that Relax has no op for: each is written out in several."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tilewright.core.builder import relax_by_name as op
from tilewright.core.builder.relax_values import const
from tilewright.core.importers.torch.losses import OPERATORS as NORMS
from tilewright.core.importers.torch.values import (
    Dimensions,
    Number,
    Operand,
    Operator,
    alike,
    converted,
    dtype,
    measured,
    shape,
    tensor,
)
from tilewright.core.ir.relax import RelaxExpr

if TYPE_CHECKING:
    from tilewright.core.importers.torch.translator import Translator


def _floats(t: Translator, x: RelaxExpr) -> RelaxExpr:
    """Integers as float32, in which PyTorch computes."""
    return x if "float" in dtype(x) else t.emit(op.astype(x, "float32"))


def _log(factor: float, added: float = 0.0) -> Operator:
    """factor * log(x + added)"""

    def apply(t: Translator, x: RelaxExpr) -> RelaxExpr:
        x = _floats(t, x)
        made = t.emit(op.log(t.emit(op.add(x, tensor(added, x))) if added else x))
        return made if factor == 1 else op.multiply(made, tensor(factor, made))

    return apply


def _expm1(t: Translator, x: RelaxExpr) -> RelaxExpr:
    x = _floats(t, x)
    return op.subtract(t.emit(op.exp(x)), tensor(1.0, x))


def _celu(t: Translator, x: RelaxExpr, alpha: float = 1.0, *_: object) -> RelaxExpr:
    """alpha * min(exp(x / alpha) - 1, 0) + max(x, 0); where alpha is 1, the division is where TVM has it"""
    scale = tensor(alpha, x)
    if alpha == 1:
        raised = t.emit(op.divide(t.emit(op.exp(x)), scale))
    else:
        raised = t.emit(op.exp(t.emit(op.divide(x, scale))))
    below = t.emit(op.minimum(tensor(0.0, x), t.emit(op.subtract(raised, tensor(1.0, x)))))
    return op.add(t.emit(op.multiply(scale, below)), t.emit(op.nn.relu(x)))


def _softsign(t: Translator, x: RelaxExpr) -> RelaxExpr:
    return op.divide(x, t.emit(op.add(t.emit(op.abs(x)), tensor(1.0, x))))


def _hardshrink(t: Translator, x: RelaxExpr, lambd: float = 0.5) -> RelaxExpr:
    """x outside of (-lambd, lambd), 0 inside"""
    return op.where(t.emit(op.greater(t.emit(op.abs(x)), tensor(lambd, x))), x, tensor(0.0, x))


def _softshrink(t: Translator, x: RelaxExpr, lambd: float = 0.5) -> RelaxExpr:
    """(x - lambd) * (x > lambd) + (x + lambd) * (x < -lambd)"""
    limit, kind = tensor(lambd, x), dtype(x)
    lower = t.emit(op.subtract(x, limit))
    above = t.emit(op.multiply(lower, t.emit(op.astype(t.emit(op.greater(x, limit)), kind))))
    higher = t.emit(op.add(x, limit))
    within = t.emit(op.less(x, t.emit(op.negative(limit))))
    return op.add(above, t.emit(op.multiply(higher, t.emit(op.astype(within, kind)))))


def _mish(t: Translator, x: RelaxExpr, *_: object) -> RelaxExpr:
    return op.multiply(x, t.emit(op.tanh(t.emit(op.nn.softplus(x)))))


def _glu(t: Translator, x: RelaxExpr, dim: int = -1) -> RelaxExpr:
    made = t.emit(op.split(x, 2, dim))
    return op.multiply(t.emit(made[0]), t.emit(op.sigmoid(t.emit(made[1]))))


def _threshold(t: Translator, x: RelaxExpr, threshold: float, value: float, *_: object) -> RelaxExpr:
    return op.where(t.emit(op.greater(x, tensor(threshold, x))), x, tensor(value, x))


def _atan2(t: Translator, y: RelaxExpr, x: RelaxExpr) -> RelaxExpr:
    """atan(y / x), in the quadrant of the point (x, y)"""
    zero = tensor(0.0, x)
    base = t.emit(op.atan(t.emit(op.divide(y, x))))
    turned = t.emit(op.where(t.emit(op.less(y, zero)), tensor(-math.pi, x), tensor(math.pi, x)))
    left = t.emit(op.where(t.emit(op.less(x, zero)), t.emit(op.add(base, turned)), base))
    upright = t.emit(op.multiply(t.emit(op.sign(y)), tensor(math.pi / 2, x)))
    return op.where(t.emit(op.equal(x, zero)), upright, left)


def _lerp(t: Translator, start: RelaxExpr, end: RelaxExpr, weight: Operand) -> RelaxExpr:
    apart = t.emit(op.subtract(end, start))
    return op.add(start, t.emit(op.multiply(tensor(weight, apart), apart)))


def _logical(name: str) -> Operator:
    """A logical operator; numbers count as true when they are not zero."""
    function = getattr(op, name)

    def apply(t: Translator, *given: RelaxExpr) -> RelaxExpr:
        return function(*[converted(t.emit, x, "bool") for x in given])

    return apply


def _hypot(t: Translator, a: RelaxExpr, b: RelaxExpr) -> RelaxExpr:
    return op.sqrt(t.emit(op.add(t.emit(op.multiply(a, a)), t.emit(op.multiply(b, b)))))


def _logit(t: Translator, x: RelaxExpr, eps: float | None = None) -> RelaxExpr:
    """log(x / (1 - x)), of x within [eps, 1 - eps]"""
    x = x if eps is None else t.emit(op.clip(x, eps, 1 - eps))
    return op.log(t.emit(op.divide(x, t.emit(op.subtract(tensor(1.0, x), x)))))


def _sinc(t: Translator, x: RelaxExpr) -> RelaxExpr:
    """sin(pi x) / (pi x), which is 1 at 0"""
    wide = t.emit(op.multiply(x, tensor(math.pi, x)))
    made = t.emit(op.divide(t.emit(op.sin(wide)), wide))
    return op.where(t.emit(op.equal(x, tensor(0.0, x))), tensor(1.0, x), made)


def _xlogy(t: Translator, x: RelaxExpr, y: Operand) -> RelaxExpr:
    """x log(y), which is 0 where x is, unless y is no number"""
    y = tensor(y, x)
    made = t.emit(op.multiply(x, t.emit(op.log(y))))
    nothing = t.emit(op.logical_and(t.emit(op.equal(x, tensor(0.0, x))), t.emit(op.logical_not(t.emit(op.isnan(y))))))
    return op.where(nothing, tensor(0.0, x), made)


def _copysign(t: Translator, x: RelaxExpr, sign: Operand) -> RelaxExpr:
    """|x| with the sign of another; a negative zero is negative, as 1 divided by it is."""
    size, like = t.emit(op.abs(_floats(t, x))), tensor(sign, x)
    like = _floats(t, like)
    below = t.emit(op.less(like, tensor(0.0, like)))
    zero = t.emit(op.equal(like, tensor(0.0, like)))
    beneath = t.emit(op.less(t.emit(op.divide(tensor(1.0, like), like)), tensor(0.0, like)))
    minus = t.emit(op.logical_or(below, t.emit(op.logical_and(zero, beneath))))
    return op.where(minus, t.emit(op.negative(size)), size)


def _combined(name: str) -> Operator:
    """`addcmul` and `addcdiv`: x + value * (a * b)"""

    def apply(t: Translator, x: RelaxExpr, a: RelaxExpr, b: RelaxExpr, *, value: Number = 1) -> RelaxExpr:
        made = t.emit(getattr(op, name)(a, b))
        return op.add(x, made if value == 1 else t.emit(op.multiply(made, tensor(value, made))))

    return apply


def _logsumexp(t: Translator, x: RelaxExpr, dim: Dimensions, keepdim: bool = False) -> RelaxExpr:
    """m + log(sum(exp(x - m))), m the greatest, or 0 where that is infinite"""
    most = t.emit(op.max(x, dim, keepdims=True))
    most = t.emit(op.where(t.emit(op.isinf(most)), tensor(0.0, most), most))
    total = t.emit(op.sum(t.emit(op.exp(t.emit(op.subtract(x, most)))), dim, keepdims=True))
    made = op.add(t.emit(op.log(total)), most)
    return made if keepdim else op.squeeze(t.emit(made), list(dim) if isinstance(dim, (list, tuple)) else [dim])


def _truths(name: str) -> Operator:
    """`any` and `all`"""

    def apply(t: Translator, x: RelaxExpr, dim: Dimensions | None = None, keepdim: bool = False) -> RelaxExpr:
        bits = t.emit(op.astype(t.emit(op.astype(x, "bool")), "int8"))
        made = t.emit(getattr(op, name)(bits, dim if dim not in ([], ()) else None, keepdims=keepdim))
        return op.astype(made, "uint8" if dtype(x) == "uint8" else "bool")

    return apply


def _isin(t: Translator, x: RelaxExpr, among: Operand, *_: object, **named: object) -> RelaxExpr:
    """Whether an element equals any of the others."""
    if not isinstance(among, RelaxExpr):
        return op.equal(x, tensor(among, x))
    flat = t.emit(op.reshape(among, [-1]))
    same = t.emit(op.equal(t.emit(op.expand_dims(x, -1)), flat))
    found = t.emit(_truths("max")(t, same, -1))
    return op.logical_not(found) if named.get("invert") else found


def _fmod(t: Translator, a: RelaxExpr, b: Operand) -> RelaxExpr:
    a, b = alike(t.emit, a, tensor(measured(t.emit, b), a))
    return op.mod(a, b)


def _shifted(name: str) -> Operator:
    return lambda t, a, b: getattr(op, name)(a, b if isinstance(b, RelaxExpr) else const(b, dtype(a)))


def _both(first: str) -> Operator:
    """`var_mean` and `std_mean`"""

    def apply(
        t: Translator,
        x: RelaxExpr,
        dim: Dimensions | None = None,
        unbiased: bool = True,
        keepdim: bool = False,
        *,
        correction: Number | None = None,
    ) -> tuple[RelaxExpr, RelaxExpr]:
        from tilewright.core.importers.torch.arithmetic import OPERATORS as ARITHMETIC

        spread = ARITHMETIC[first](t, x, dim, unbiased, keepdim, correction=correction)
        return (spread, op.mean(x, dim, keepdims=keepdim))

    return apply


def _nan_to_num(
    t: Translator, x: RelaxExpr, nan: Number | None = None, posinf: Number | None = None, neginf: Number | None = None
) -> RelaxExpr:
    import numpy as np

    limits = np.finfo(dtype(x))
    made = t.emit(op.where(t.emit(op.isnan(x)), tensor(float(nan or 0.0), x), x))
    low, high = tensor(float(limits.min), x), tensor(float(limits.max), x)
    above = high if posinf is None else tensor(float(posinf), x)
    below = low if neginf is None else tensor(float(neginf), x)
    made = t.emit(op.where(t.emit(op.greater(made, high)), above, made))
    return op.where(t.emit(op.less(made, low)), below, made)


def _cosine(t: Translator, x: RelaxExpr, y: RelaxExpr, dim: int = 1, eps: float = 1e-8) -> RelaxExpr:
    """x . y / max(|x| * |y|, eps)"""

    def length(value: RelaxExpr) -> RelaxExpr:
        squares = t.emit(op.sum(t.emit(op.multiply(value, value)), dim))
        return t.emit(op.maximum(t.emit(op.sqrt(squares)), tensor(eps, value)))

    product = t.emit(op.sum(t.emit(op.multiply(x, y)), dim))
    return op.divide(product, t.emit(op.multiply(length(x), length(y))))


def _normalized(
    t: Translator, x: RelaxExpr, p: float = 2.0, dim: int = 1, eps: float = 1e-12, *_: object, **__: object
) -> RelaxExpr:
    length = t.emit(NORMS["norm"](t, x, p, dim, True))
    return op.divide(x, t.emit(op.maximum(length, tensor(eps, x))))


def _ldexp(t: Translator, x: RelaxExpr, other: RelaxExpr) -> RelaxExpr:
    """x * 2 ** other"""
    x = _floats(t, x)
    return op.multiply(x, t.emit(op.power(tensor(2.0, x), t.emit(op.astype(other, dtype(x))))))


def _float_power(t: Translator, x: Operand, exponent: Operand) -> RelaxExpr:
    base, power = (
        t.emit(op.astype(value, "float64")) if isinstance(value, RelaxExpr) else const(value, "float64")
        for value in (x, exponent)
    )
    return op.power(base, power)


def _renorm(t: Translator, x: RelaxExpr, p: float, dim: int, maxnorm: float) -> RelaxExpr:
    """The slices along a dimension, of which those with a longer norm are shortened to `maxnorm`"""
    rank = len(shape(x))
    length = t.emit(NORMS["norm"](t, x, p, [at for at in range(rank) if at != dim % rank], True))
    shorter = t.emit(op.divide(tensor(maxnorm, x), t.emit(op.add(length, tensor(1e-7, x)))))
    limit = t.emit(op.greater(length, tensor(maxnorm, x)))
    return op.multiply(x, t.emit(op.where(limit, shorter, tensor(1.0, x))))


OPERATORS: dict[str, Operator] = {
    "log2": _log(1 / math.log(2)),
    "log10": _log(1 / math.log(10)),
    "log1p": _log(1.0, 1.0),
    "expm1": _expm1,
    "exp2": lambda t, x: op.power(tensor(2.0, x), _floats(t, x)),
    "erfc": lambda t, x: op.subtract(tensor(1.0, x), t.emit(op.erf(x))),
    "frac": lambda t, x: op.subtract(x, t.emit(op.trunc(x))),
    "celu": _celu,
    "softsign": _softsign,
    "softshrink": _softshrink,
    "hardshrink": _hardshrink,
    "tanhshrink": lambda t, x: op.subtract(x, t.emit(op.tanh(x))),
    "logsigmoid": lambda t, x: op.negative(t.emit(op.nn.softplus(t.emit(op.negative(x))))),
    "log_sigmoid": lambda t, x: op.negative(t.emit(op.nn.softplus(t.emit(op.negative(x))))),
    "mish": _mish,
    "glu": _glu,
    "threshold": _threshold,
    "softmin": lambda t, x, dim=-1, **_: op.nn.softmax(t.emit(op.negative(x)), axis=dim),
    "atan2": _atan2,
    "arctan2": _atan2,
    "lerp": _lerp,
    "addcmul": _combined("multiply"),
    "addcdiv": _combined("divide"),
    "logaddexp": lambda t, a, b: op.log_add_exp(a, b),
    "logsumexp": _logsumexp,
    "any": _truths("max"),
    "all": _truths("min"),
    "isin": _isin,
    "fmod": _fmod,
    **dict.fromkeys(("lshift", "bitwise_left_shift"), _shifted("left_shift")),
    **dict.fromkeys(("rshift", "bitwise_right_shift"), _shifted("right_shift")),
    "var_mean": _both("var"),
    "std_mean": _both("std"),
    "nan_to_num": _nan_to_num,
    "cosine_similarity": _cosine,
    "normalize": _normalized,
    "invert": lambda t, x: op.logical_not(x) if dtype(x) == "bool" else op.bitwise_not(x),
    "is_floating_point": lambda t, x: "float" in dtype(x),
    "count_nonzero": lambda t, x, dim=None: op.sum(
        t.emit(op.astype(t.emit(op.not_equal(x, tensor(0, x))), "int64")), dim
    ),
    **{name: _logical(name) for name in ("logical_and", "logical_or", "logical_xor", "logical_not")},
    "hypot": _hypot,
    "ldexp": _ldexp,
    "float_power": _float_power,
    "renorm": _renorm,
    "fma": lambda t, a, b, c: op.add(t.emit(op.multiply(a, b)), c),
    "sgn": lambda t, x: op.sign(x),
    "deg2rad": lambda t, x: op.multiply(x, tensor(math.pi / 180, x)),
    "rad2deg": lambda t, x: op.multiply(x, tensor(180 / math.pi, x)),
    "logit": _logit,
    "sinc": _sinc,
    "xlogy": _xlogy,
    "heaviside": lambda t, x, at_zero: op.where(
        t.emit(op.equal(x, tensor(0, x))), at_zero, t.emit(op.astype(t.emit(op.greater(x, tensor(0, x))), dtype(x)))
    ),
    "copysign": _copysign,
    "trace": lambda t, x: op.sum(t.emit(op.multiply(x, t.emit(op.eye(*shape(x), 0, dtype(x)))))),
}
