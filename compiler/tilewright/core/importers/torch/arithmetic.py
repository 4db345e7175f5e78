"""Operators of PyTorch that compute element by element, and reductions."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, Any

from tilewright.core.builder import relax_by_name as op
from tilewright.core.builder.relax_values import const
from tilewright.core.importers.torch.values import (
    Dimensions,
    Kind,
    Number,
    Operand,
    Operator,
    alike,
    converted,
    dtype,
    info,
    kind_of,
    measured,
    promoted,
    shape,
    tensor,
)
from tilewright.core.ir.expr import FloatImm
from tilewright.core.ir.relax import PrimValue, RelaxExpr

if TYPE_CHECKING:
    from tilewright.core.importers.torch.translator import Translator


def _unary(name: str) -> Operator:
    function = getattr(op.nn, name.removeprefix("nn.")) if name.startswith("nn.") else getattr(op, name)
    return lambda t, x, *rest, **named: function(x)


def _real(name: str) -> Operator:
    """A function of real numbers: those of integers are computed in float32."""
    function = getattr(op, name)

    def apply(t: Translator, x: RelaxExpr, *rest: object, **named: object) -> RelaxExpr:
        return function(t.emit(op.astype(x, "float32")) if "int" in dtype(x) or dtype(x) == "bool" else x)

    return apply


def _binary(name: str) -> Operator:
    function = getattr(op, name)

    def apply(t: Translator, a: Operand, b: Operand, *, alpha: Number = 1, **named: object) -> RelaxExpr:
        if isinstance(b, RelaxExpr):
            left, right = alike(t.emit, tensor(measured(t.emit, a), b), b)
        elif isinstance(a, RelaxExpr):
            left, right = alike(t.emit, a, tensor(measured(t.emit, b), a))
        else:
            return _PLAIN[name](a, b)
        return function(left, right if alpha == 1 else t.emit(op.multiply(right, tensor(alpha, right))))

    return apply


_PLAIN: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "divide": lambda a, b: a / b,
    "floor_divide": lambda a, b: a // b,
    "floor_mod": lambda a, b: a % b,
    "power": lambda a, b: a**b,
    "equal": lambda a, b: a == b,
    "not_equal": lambda a, b: a != b,
    "less": lambda a, b: a < b,
    "less_equal": lambda a, b: a <= b,
    "greater": lambda a, b: a > b,
    "greater_equal": lambda a, b: a >= b,
}


def _divide(t: Translator, a: Operand, b: Operand, rounding_mode: str | None = None) -> RelaxExpr:
    if rounding_mode is None:
        kind = _float_of(promoted(a, b))
        a, b = (
            converted(t.emit, x, kind) if isinstance(x, RelaxExpr) and "float" not in dtype(x) else x for x in (a, b)
        )
    made = _binary("floor_divide" if rounding_mode == "floor" else "divide")(t, a, b)
    return op.trunc(t.emit(made)) if rounding_mode == "trunc" else made


def _float_of(kind: str) -> str:
    """The type in which PyTorch computes functions of real numbers."""
    return kind if "float" in kind else "float32"


def _power(t: Translator, a: Operand, b: Operand) -> RelaxExpr:
    """Of integers a product of factors, where the exponent is known, else what float64 tells."""
    kind = promoted(a, b)
    if "float" in kind or not (isinstance(a, RelaxExpr) or isinstance(b, RelaxExpr)):
        return _binary("power")(t, a, b)
    if isinstance(a, RelaxExpr) and isinstance(b, int) and b >= 0:
        return _repeated(t, converted(t.emit, a, kind), b)
    wide = [t.emit(op.astype(x, "float64")) if isinstance(x, RelaxExpr) else const(x, "float64") for x in (a, b)]
    return op.astype(t.emit(op.round(t.emit(op.power(*wide)))), kind)


def _repeated(t: Translator, x: RelaxExpr, times: int) -> RelaxExpr:
    """x * x * ..., by squares"""
    made = op.ones(shape(x), dtype(x)) if times % 2 == 0 else x
    if times < 2:
        return made
    half = t.emit(_repeated(t, x, times // 2))
    square = op.multiply(half, half)
    return square if times % 2 == 0 else op.multiply(t.emit(square), x)


def _round(t: Translator, x: RelaxExpr, decimals: int = 0, *, out: object = None) -> RelaxExpr:
    """The nearest number of that many decimals; of negative ones the nearest ten, hundred and so on."""
    if decimals == 0:
        return op.round(x)
    scale = tensor(float(10 ** abs(decimals)), x)
    there, back = (op.multiply, op.divide) if decimals > 0 else (op.divide, op.multiply)
    return back(t.emit(op.round(t.emit(there(x, scale)))), scale)


def _same(t: Translator, x: RelaxExpr, *rest: object, **named: object) -> RelaxExpr:
    return x


def _gelu(t: Translator, x: RelaxExpr, approximate: str = "none") -> RelaxExpr:
    return op.nn.gelu_tanh(x) if approximate == "tanh" else op.nn.gelu(x)


def _clamp(t: Translator, x: RelaxExpr, min: Operand | None = None, max: Operand | None = None) -> RelaxExpr:
    kind = promoted(x, *(bound for bound in (min, max) if bound is not None))
    x = converted(t.emit, x, kind)
    if isinstance(min, RelaxExpr) or isinstance(max, RelaxExpr):
        min, max = (converted(t.emit, one, kind) if isinstance(one, RelaxExpr) else one for one in (min, max))
        x = x if min is None else t.emit(op.maximum(x, tensor(min, x)))
        return x if max is None else op.minimum(x, tensor(max, x))
    if min is not None and max is None and "int" in dtype(x):
        return op.maximum(x, tensor(min, x))
    if min is None and max is not None and "int" in dtype(x):
        return op.minimum(x, tensor(max, x))
    return op.clip(x, _bound(t, -inf if min is None else min), _bound(t, inf if max is None else max))


def _bound(t: Translator, value: Number) -> PrimValue | int:
    return PrimValue(FloatImm(t.bounds, value)) if isinstance(value, float) else value


def _hard(t: Translator, x: RelaxExpr, *_: object) -> RelaxExpr:
    """clamp(x + 3, 0, 6) / 6"""
    moved = t.emit(op.clip(t.emit(op.add(x, tensor(3.0, x))), 0, 6))
    return op.divide(moved, tensor(6.0, x))


def _elu(t: Translator, x: RelaxExpr, alpha: float = 1.0, scale: float = 1.0, input_scale: float = 1.0) -> RelaxExpr:
    """-alpha * max(1 - exp(x), 0) + max(x, 0), of x times `input_scale`; where x is positive, times `scale` alone"""
    inner = x if input_scale == 1 else t.emit(op.multiply(x, tensor(input_scale, x)))
    below = t.emit(op.nn.relu(t.emit(op.subtract(tensor(1.0, x), t.emit(op.exp(inner))))))
    made = op.add(t.emit(op.multiply(tensor(-alpha, x), below)), t.emit(op.nn.relu(x)))
    return made if scale == 1 else op.multiply(t.emit(made), tensor(scale, x))


def _softmax(name: str) -> Operator:
    def apply(t: Translator, x: RelaxExpr, dim: int | None = -1, *rest: object, **named: object) -> RelaxExpr:
        x = _of_kind(t, x, named.get("dtype", rest[-1] if rest else None))
        return getattr(op.nn, name)(x, axis=-1 if dim is None else dim)

    return apply


def _reduce(name: str) -> Operator:
    def apply(
        t: Translator, x: RelaxExpr, dim: Dimensions | None = None, keepdim: bool = False, **named: object
    ) -> RelaxExpr:
        asked = None if dim in (None, [], ()) else dim
        kind = named.get("dtype")
        x = _counted(t, x) if kind is None and name in ("sum", "prod") else _of_kind(t, x, kind)
        return getattr(op, name)(x, asked, keepdims=keepdim)

    return apply


def _of_kind(t: Translator, x: RelaxExpr, kind: object) -> RelaxExpr:
    """The tensor as the type that is asked for, if any."""
    name = str(kind).removeprefix("torch.")
    return converted(t.emit, x, name) if name in _TYPES else x


def _counted(t: Translator, x: RelaxExpr) -> RelaxExpr:
    """Truths and narrow integers as int64, in which PyTorch adds and multiplies them up."""
    return x if "float" in dtype(x) else converted(t.emit, x, "int64")


def _running(name: str) -> Operator:
    """`cumsum` and `cumprod`"""

    def apply(t: Translator, x: RelaxExpr, dim: int, *, dtype: Kind | None = None) -> RelaxExpr:
        own = str(info(x).dtype)
        counted = None if "float" in own or own == "int64" else "int64"
        return getattr(op, name)(x, dim, counted if dtype is None else kind_of(dtype))

    return apply


def _spread(name: str) -> Operator:
    """Variance and deviation, which PyTorch divides by one less than the number of elements."""

    def apply(
        t: Translator,
        x: RelaxExpr,
        dim: Dimensions | None = None,
        unbiased: bool = True,
        keepdim: bool = False,
        *,
        correction: Number | None = None,
    ) -> RelaxExpr:
        sizes = shape(x)
        axes = range(len(sizes)) if dim is None else dim if isinstance(dim, (list, tuple)) else [dim]
        count = 1
        for axis in axes:
            count *= sizes[axis]
        less = (1 if unbiased else 0) if correction is None else correction
        made = t.emit(op.variance(x, None if dim is None else list(axes), keepdims=keepdim))
        made = t.emit(op.multiply(made, _corrected(t, count, less, made))) if less else made
        return op.sqrt(made) if name == "std" else made

    return apply


def _corrected(t: Translator, count: Any, less: Number, like: RelaxExpr) -> RelaxExpr:
    """count / (count - less)"""
    if isinstance(count, int):
        return tensor(count / (count - less), like)
    number = t.emit(op.astype(measured(t.emit, count), dtype(like)))
    return t.emit(op.divide(number, t.emit(op.subtract(number, tensor(float(less), like)))))


def _sym_float(t: Translator, size: Any) -> RelaxExpr | float:
    found = measured(t.emit, size)
    return op.astype(found, "float64") if isinstance(found, RelaxExpr) else float(found)


def _sym_sqrt(t: Translator, number: RelaxExpr | float) -> RelaxExpr | float:
    return op.sqrt(number) if isinstance(number, RelaxExpr) else number**0.5


def _extreme(name: str) -> Operator:
    """`max` and `min`: of all, along a dimension with the positions, or of two tensors."""

    def apply(
        t: Translator, x: RelaxExpr, dim: RelaxExpr | Dimensions | None = None, keepdim: bool = False
    ) -> RelaxExpr | tuple[RelaxExpr, RelaxExpr]:
        if dim is None:
            return getattr(op, name)(x)
        if isinstance(dim, RelaxExpr):
            return getattr(op, f"{name}imum")(x, dim)
        places = getattr(op, f"arg{name}")(x, dim, keepdim)
        return (getattr(op, name)(x, dim, keepdims=keepdim), places)

    return apply


def _masked_fill(t: Translator, x: RelaxExpr, mask: RelaxExpr, value: Operand) -> RelaxExpr:
    return op.where(mask, t.emit(op.full_like(x, value if isinstance(value, RelaxExpr) else const(value))), x)


def _where(t: Translator, condition: RelaxExpr, x: Operand, y: Operand) -> RelaxExpr:
    return op.where(condition, *alike(t.emit, _beside(x, y), _beside(y, x)))


def _beside(value: Operand, other: Operand) -> RelaxExpr:
    """A tensor, or a number as the constant that it is beside another operand: of its type, where that is a tensor, else a float where one of the two is."""
    if isinstance(value, RelaxExpr):
        return value
    if isinstance(other, RelaxExpr):
        return tensor(value, other)
    if isinstance(value, bool) and isinstance(other, bool):
        return const(value, "bool")
    return const(value, "float32" if isinstance(value, float) or isinstance(other, float) else "int64")


def _cast(t: Translator, x: RelaxExpr, *given: object, **named: object) -> RelaxExpr:
    """`to`, `type`, `_to_copy`: another data type; a device alone changes nothing."""
    for value in (*given, named.get("dtype")):
        if isinstance(value, RelaxExpr):
            return op.astype(x, dtype(value))
        if str(value).removeprefix("torch.") in _TYPES:
            return op.astype(x, str(value).removeprefix("torch."))
    return x


_TYPES = frozenset({"float16", "float32", "float64", "bfloat16", "int8", "int16", "int32", "int64", "uint8", "bool"})


_REAL = frozenset("acos acosh asin asinh atan atanh cos cosh erf exp log rsqrt sigmoid sin sinh sqrt tan tanh".split())

_UNARY = (
    *(
        "abs",
        "acos",
        "acosh",
        "asin",
        "asinh",
        "atan",
        "atanh",
        "ceil",
        "cos",
        "cosh",
        "erf",
        "exp",
        "floor",
        "isfinite",
    ),
    *(
        "isinf",
        "isnan",
        "log",
        "bitwise_not",
        "round",
        "rsqrt",
        "sigmoid",
        "sign",
        "sin",
        "sinh",
        "sqrt",
    ),
    *("square", "tan", "tanh", "trunc"),
)


_BINARY = {
    "add": "add",
    "sub": "subtract",
    "subtract": "subtract",
    "mul": "multiply",
    "multiply": "multiply",
    "floor_divide": "floor_divide",
    "floordiv": "floor_divide",
    "pow": "power",
    "remainder": "floor_mod",
    "mod": "floor_mod",
    "maximum": "maximum",
    "minimum": "minimum",
    **{name: name for name in ("bitwise_and", "bitwise_or", "bitwise_xor")},
    "and": "bitwise_and",
    "or": "bitwise_or",
    "xor": "bitwise_xor",
    "iadd": "add",
    "isub": "subtract",
    "imul": "multiply",
    "ifloordiv": "floor_divide",
    "ipow": "power",
    "imod": "floor_mod",
    "iand": "bitwise_and",
    "ior": "bitwise_or",
    "ixor": "bitwise_xor",
    "eq": "equal",
    "ne": "not_equal",
    "lt": "less",
    "le": "less_equal",
    "gt": "greater",
    "ge": "greater_equal",
}


_SAME = (
    "contiguous",
    "clone",
    "detach",
    "alias",
    "dropout",
    "feature_dropout",
    "native_dropout_backward",
    "lift_fresh_copy",
    "alpha_dropout",
    "dropout1d",
    "dropout2d",
    "dropout3d",
    "stochastic_depth",
    "_assert_async",
    "_assert_scalar",
    "sym_constrain_range_for_size",
    "resolve_conj",
    "resolve_neg",
    "positive",
    "conj",
    "conj_physical",
)


OPERATORS: dict[str, Operator] = {
    **{name: (_real if name in _REAL else _unary)(name) for name in _UNARY},
    **{name: _binary(other) for name, other in _BINARY.items()},
    **dict.fromkeys((*_SAME, "lift_fresh", "requires_grad", "identity", "_assert_tensor_metadata", "cpu"), _same),
    "neg": _unary("negative"),
    "negative": _unary("negative"),
    "relu": _unary("nn.relu"),
    "silu": _unary("nn.silu"),
    "selu": _unary("nn.selu"),
    "relu6": lambda t, x, *rest: op.clip(x, 0, 6),
    "hardtanh": lambda t, x, low=-1.0, high=1.0, *rest: _clamp(t, x, low, high),
    "hardsigmoid": _hard,
    "hardswish": lambda t, x, *rest: op.multiply(x, t.emit(_hard(t, x))),
    "leaky_relu": lambda t, x, slope=0.01, *rest, negative_slope=None, **named: op.nn.leakyrelu(
        x, slope if negative_slope is None else negative_slope
    ),
    "elu": _elu,
    "softplus": lambda t, x, beta=1.0, threshold=20.0: op.nn.softplus(x, beta, threshold),
    "gelu": _gelu,
    "softmax": _softmax("softmax"),
    "_softmax": _softmax("softmax"),
    "log_softmax": _softmax("log_softmax"),
    "_log_softmax": _softmax("log_softmax"),
    "clamp": _clamp,
    "clip": _clamp,
    "clamp_min": lambda t, x, low: _clamp(t, x, low),
    "clamp_max": lambda t, x, high: _clamp(t, x, None, high),
    "reciprocal": lambda t, x: _divide(t, 1.0, x),
    **dict.fromkeys(("pow", "ipow"), _power),
    "square": lambda t, x: op.square(x) if "float" in dtype(x) else _repeated(t, x, 2),
    "round": _round,
    "sym_float": _sym_float,
    "sym_sqrt": _sym_sqrt,
    "rsub": lambda t, x, other, alpha=1: _binary("subtract")(t, other, x, alpha=alpha),
    "div": _divide,
    "truediv": _divide,
    "itruediv": _divide,
    "divide": _divide,
    "masked_fill": _masked_fill,
    "where": _where,
    "cumsum": _running("cumsum"),
    "cumprod": _running("cumprod"),
    **{name: _reduce(name) for name in ("sum", "mean", "prod")},
    "amax": _reduce("max"),
    "amin": _reduce("min"),
    "max": _extreme("max"),
    "min": _extreme("min"),
    "argmax": lambda t, x, dim=None, keepdim=False: op.argmax(x, dim, keepdim),
    "argmin": lambda t, x, dim=None, keepdim=False: op.argmin(x, dim, keepdim),
    "std": _spread("std"),
    "var": _spread("var"),
    **dict.fromkeys(("to", "type", "_to_copy", "type_as", "to_dtype", "astype"), _cast),
    "native_dropout": lambda t, x, *_: (x, None),
    "double": lambda t, x: op.astype(x, "float64"),
    "float": lambda t, x: op.astype(x, "float32"),
    "half": lambda t, x: op.astype(x, "float16"),
    "long": lambda t, x: op.astype(x, "int64"),
    "int": lambda t, x: op.astype(x, "int32"),
    "bool": lambda t, x: op.astype(x, "bool"),
}
