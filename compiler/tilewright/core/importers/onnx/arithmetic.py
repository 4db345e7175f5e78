"""Operators that work element by element, and reductions."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import reduce

from tilewright.core.builder import relax_by_name as op
from tilewright.core.importers.onnx.values import Node, Operator, dtype_of, integers, rank_of, sizes_of
from tilewright.core.ir.relax import RelaxExpr


def _unary(name: str) -> Operator:
    return lambda node: getattr(op, name)(node.x())


def _binary(name: str) -> Operator:
    return lambda node: getattr(op, name)(node.x(0), node.x(1))


def _folded(name: str) -> Operator:
    return lambda node: reduce(
        lambda a, b: node.emit(getattr(op, name)(a, b)), [node.x(at) for at in range(len(node.inputs))]
    )


def _is_float(value: RelaxExpr) -> bool:
    return dtype_of(value).startswith(("float", "bfloat"))


def _divide(node: Node) -> RelaxExpr:
    """Quotients of integers go towards zero."""
    a, b = node.x(0), node.x(1)
    if _is_float(a):
        return op.divide(a, b)
    quotient = node.emit(op.floor_divide(node.emit(op.abs(a)), node.emit(op.abs(b))))
    negative = node.emit(
        op.logical_xor(node.emit(op.less(a, node.number(0, a))), node.emit(op.less(b, node.number(0, b))))
    )
    return (
        op.where(negative, node.emit(op.negative(quotient)), quotient)
        if dtype_of(a).startswith("int")
        else op.floor_divide(a, b)
    )


def _modulo(node: Node) -> RelaxExpr:
    a, b = node.x(0), node.x(1)
    if not node.attr("fmod", 0):
        return op.floor_mod(a, b)
    quotient = op.trunc(op.divide(a, b)) if _is_float(a) else _divide(node)
    return op.subtract(a, node.emit(op.multiply(node.emit(quotient), b)))


def _mean(node: Node) -> RelaxExpr:
    total = _folded("add")(node)
    return op.divide(total, node.number(len(node.inputs), total))


def _power(node: Node) -> RelaxExpr:
    base, exponent = node.x(0), node.x(1)
    if dtype_of(base) != dtype_of(exponent):
        exponent = node.emit(op.astype(exponent, dtype_of(base)))
    if _is_float(base):
        return op.power(base, exponent)
    made = node.emit(op.power(node.emit(op.astype(base, "float64")), node.emit(op.astype(exponent, "float64"))))
    return op.astype(node.emit(op.round(made)), dtype_of(base))


def _cast(node: Node) -> RelaxExpr:
    from onnx.helper import tensor_dtype_to_np_dtype

    return op.astype(node.x(), str(tensor_dtype_to_np_dtype(node.attr("to"))))


def _round(node: Node) -> RelaxExpr:
    """The nearest integer, of two the even one."""
    x = node.x()
    half = node.emit(op.multiply(x, node.number(0.5, x)))
    low = node.emit(op.floor(x))
    even = node.emit(op.multiply(node.emit(op.floor(node.emit(op.add(half, node.number(0.5, x))))), node.number(2, x)))
    between = node.emit(op.equal(node.emit(op.subtract(x, low)), node.number(0.5, x)))
    nearest = node.emit(op.floor(node.emit(op.add(x, node.number(0.5, x)))))
    return op.where(between, even, nearest)


def _clip(node: Node) -> RelaxExpr:
    x = node.x()
    low = node.x(1) if node.has(1) else node.attr("min")
    high = node.x(2) if node.has(2) else node.attr("max")
    for bound, name in ((low, "maximum"), (high, "minimum")):
        if bound is not None:
            x = node.emit(getattr(op, name)(x, bound if isinstance(bound, RelaxExpr) else node.number(bound, x)))
    return x


def _shifted(node: Node) -> RelaxExpr:
    return (op.left_shift if node.attr("direction") == b"LEFT" else op.right_shift)(node.x(0), node.x(1))


def _leaky(node: Node) -> RelaxExpr:
    return op.nn.leakyrelu(node.x(), node.attr("alpha", 0.01))


def _elu(node: Node) -> RelaxExpr:
    x = node.x()
    below = op.multiply(
        node.number(node.attr("alpha", 1.0), x), node.emit(op.subtract(node.emit(op.exp(x)), node.number(1, x)))
    )
    return op.where(node.emit(op.less(x, node.number(0, x))), node.emit(below), x)


def _celu(node: Node) -> RelaxExpr:
    x, alpha = node.x(), node.attr("alpha", 1.0)
    grown = node.emit(op.exp(node.emit(op.divide(x, node.number(alpha, x)))))
    below = node.emit(op.multiply(node.number(alpha, x), node.emit(op.subtract(grown, node.number(1, x)))))
    return op.add(node.emit(op.maximum(x, node.number(0, x))), node.emit(op.minimum(below, node.number(0, x))))


def _selu(node: Node) -> RelaxExpr:
    x = node.x()
    alpha, gamma = node.attr("alpha", 1.6732632), node.attr("gamma", 1.0507010)
    below = node.emit(
        op.multiply(node.number(alpha, x), node.emit(op.subtract(node.emit(op.exp(x)), node.number(1, x))))
    )
    chosen = node.emit(op.where(node.emit(op.less(x, node.number(0, x))), below, x))
    return op.multiply(node.number(gamma, x), chosen)


def _hard_sigmoid(node: Node, alpha: float = 0.2, beta: float = 0.5) -> RelaxExpr:
    x = node.x()
    line = node.emit(op.multiply(x, node.number(node.attr("alpha", alpha), x)))
    line = node.emit(op.add(line, node.number(node.attr("beta", beta), x)))
    return op.maximum(node.emit(op.minimum(line, node.number(1, x))), node.number(0, x))


def _hard_swish(node: Node) -> RelaxExpr:
    return op.multiply(node.x(), node.emit(_hard_sigmoid(node, 1 / 6, 0.5)))


def _thresholded(node: Node) -> RelaxExpr:
    x = node.x()
    return op.where(node.emit(op.greater(x, node.number(node.attr("alpha", 1.0), x))), x, node.number(0, x))


def _shrink(node: Node) -> RelaxExpr:
    x, lambd, bias = node.x(), node.attr("lambd", 0.5), node.attr("bias", 0.0)
    low = node.emit(op.add(x, node.number(bias, x)))
    high = node.emit(op.subtract(x, node.number(bias, x)))
    middle = node.emit(op.where(node.emit(op.greater(x, node.number(lambd, x))), high, node.number(0, x)))
    return op.where(node.emit(op.less(x, node.number(-lambd, x))), low, middle)


def _softsign(node: Node) -> RelaxExpr:
    x = node.x()
    return op.divide(x, node.emit(op.add(node.number(1, x), node.emit(op.abs(x)))))


def _softplus(node: Node) -> RelaxExpr:
    x = node.x()
    small = node.emit(
        op.log(node.emit(op.add(node.number(1, x), node.emit(op.exp(node.emit(op.negative(node.emit(op.abs(x)))))))))
    )
    return op.add(node.emit(op.maximum(x, node.number(0, x))), small)


def _mish(node: Node) -> RelaxExpr:
    return op.multiply(node.x(), node.emit(op.tanh(node.emit(_softplus(node)))))


def _gelu(node: Node) -> RelaxExpr:
    return (op.nn.gelu_tanh if node.attr("approximate", b"none") == b"tanh" else op.nn.gelu)(node.x())


def _prelu(node: Node) -> RelaxExpr:
    x, slope = node.x(0), node.x(1)
    return op.where(node.emit(op.less(x, node.number(0, x))), node.emit(op.multiply(x, slope)), x)


def _reciprocal(node: Node) -> RelaxExpr:
    x = node.x()
    return op.divide(node.number(1, x), x)


def _is_infinite(node: Node) -> RelaxExpr:
    x = node.x()
    wanted = [sign for name, sign in (("detect_negative", -1), ("detect_positive", 1)) if node.attr(name, 1)]
    if len(wanted) == 2:
        return op.isinf(x)
    if not wanted:
        return op.logical_and(node.emit(op.isinf(x)), node.emit(op.isnan(x)))
    return op.equal(x, node.number(wanted[0] * math.inf, x))


def axes_of(node: Node, position: int) -> list[int] | None:
    """The axes of a reduction, given by an attribute or an input; None for all, or for none where the attribute says so."""
    given = node.attr("axes")
    if given is None and node.has(position):
        given = integers(node.needed(position, "the axes"))
    return None if given is None or len(given) == 0 else [int(axis) for axis in given]


Change = Callable[[Node, RelaxExpr], RelaxExpr]


def _reduction(total: str, before: Change | None = None, after: Change | None = None) -> Operator:
    """The total of what `before` makes of each element, as `after` changes it; over no axes at all each element is its own total."""

    def read(node: Node) -> RelaxExpr:
        axes, x = axes_of(node, 1), node.x()
        made = x if before is None else node.emit(before(node, x))
        if axes is not None or not node.attr("noop_with_empty_axes", 0):
            made = node.emit(getattr(op, total)(made, axes, bool(node.attr("keepdims", 1))))
        return made if after is None else after(node, made)

    return read


def _magnitude(node: Node, x: RelaxExpr) -> RelaxExpr:
    return op.abs(x)


def _square(node: Node, x: RelaxExpr) -> RelaxExpr:
    return op.multiply(x, x)


def _root(node: Node, x: RelaxExpr) -> RelaxExpr:
    return op.sqrt(x)


def _logarithm(node: Node, x: RelaxExpr) -> RelaxExpr:
    return op.log(x)


def _log_sum_exp(node: Node) -> RelaxExpr:
    """The logarithm of a sum of powers of e, which do not overflow when the largest exponent is taken out of them."""
    x, axes = node.x(), axes_of(node, 1)
    if axes is None and node.attr("noop_with_empty_axes", 0):
        return x
    top = node.emit(op.max(x, axes, True))
    total = node.emit(op.log(node.emit(op.sum(node.emit(op.exp(node.emit(op.subtract(x, top)))), axes, True))))
    made = node.emit(op.add(total, top))
    return made if node.attr("keepdims", 1) else op.squeeze(made, axes)


def _extreme(name: str) -> Operator:
    def read(node: Node) -> RelaxExpr:
        x, axis = node.x(), node.attr("axis", 0)
        keep = bool(node.attr("keepdims", 1))
        if not node.attr("select_last_index", 0):
            return op.astype(node.emit(getattr(op, name)(x, axis, keep)), "int64")
        last = sizes_of(x)[axis]
        found = node.emit(
            op.astype(node.emit(getattr(op, name)(node.emit(op.flip(x, axis % rank_of(x))), axis, keep)), "int64")
        )
        return op.subtract(node.number(int(last) - 1, found), found)  # pyright: ignore[reportArgumentType]

    return read


def _cumulative(node: Node) -> RelaxExpr:
    x, axis = node.x(), int(node.needed(1, "the axis").reshape(()))
    backwards, exclusive = node.attr("reverse", 0), bool(node.attr("exclusive", 0))
    axis %= rank_of(x)
    given = node.emit(op.flip(x, axis)) if backwards else x
    made = op.cumsum(given, axis, None, exclusive)
    return op.flip(node.emit(made), axis) if backwards else made


def _where(node: Node) -> RelaxExpr:
    return op.where(node.x(0), node.x(1), node.x(2))


def _integer_product(node: Node) -> RelaxExpr:
    sides: list[RelaxExpr] = []
    for at in (0, 1):
        side = node.emit(op.astype(node.x(at), "int32"))
        if node.has(at + 2):
            side = node.emit(op.subtract(side, node.emit(op.astype(node.x(at + 2), "int32"))))
        sides.append(side)
    return op.matmul(*sides)


ARITHMETIC: Mapping[str, Operator] = {
    **{
        name: _unary(name.lower())
        for name in (
            *(
                "Abs",
                "Acos",
                "Acosh",
                "Asin",
                "Asinh",
                "Atan",
                "Atanh",
                "Ceil",
                "Cos",
                "Cosh",
                "Erf",
                "Exp",
                "Floor",
                "Log",
            ),
            *("Sigmoid", "Sign", "Sin", "Sinh", "Sqrt", "Tan", "Tanh", "IsNaN"),
        )
    },
    "Round": _round,
    "Neg": _unary("negative"),
    "Not": _unary("logical_not"),
    "BitwiseNot": _unary("bitwise_not"),
    "Relu": lambda node: op.nn.relu(node.x()),
    "Add": _binary("add"),
    "Sub": _binary("subtract"),
    "Mul": _binary("multiply"),
    "Div": _divide,
    "Mod": _modulo,
    "Pow": _power,
    "Less": _binary("less"),
    "LessOrEqual": _binary("less_equal"),
    "Greater": _binary("greater"),
    "GreaterOrEqual": _binary("greater_equal"),
    "Equal": _binary("equal"),
    "And": _binary("logical_and"),
    "Or": _binary("logical_or"),
    "Xor": _binary("logical_xor"),
    "BitwiseAnd": _binary("bitwise_and"),
    "BitwiseOr": _binary("bitwise_or"),
    "BitwiseXor": _binary("bitwise_xor"),
    "BitShift": _shifted,
    "Sum": _folded("add"),
    "Min": _folded("minimum"),
    "Max": _folded("maximum"),
    "Mean": _mean,
    "Cast": _cast,
    "CastLike": lambda node: op.astype(node.x(0), dtype_of(node.x(1))),
    "Clip": _clip,
    "Where": _where,
    "LeakyRelu": _leaky,
    "Elu": _elu,
    "Celu": _celu,
    "Selu": _selu,
    "HardSigmoid": _hard_sigmoid,
    "HardSwish": _hard_swish,
    "ThresholdedRelu": _thresholded,
    "Shrink": _shrink,
    "Softsign": _softsign,
    "Softplus": _softplus,
    "Mish": _mish,
    "Gelu": _gelu,
    "PRelu": _prelu,
    "Reciprocal": _reciprocal,
    "IsInf": _is_infinite,
    "ReduceMax": _reduction("max"),
    "ReduceMin": _reduction("min"),
    "ReduceSum": _reduction("sum"),
    "ReduceMean": _reduction("mean"),
    "ReduceProd": _reduction("prod"),
    "ReduceL1": _reduction("sum", _magnitude),
    "ReduceL2": _reduction("sum", _square, _root),
    "ReduceSumSquare": _reduction("sum", _square),
    "ReduceLogSum": _reduction("sum", after=_logarithm),
    "ReduceLogSumExp": _log_sum_exp,
    "ArgMax": _extreme("argmax"),
    "ArgMin": _extreme("argmin"),
    "CumSum": _cumulative,
    "MatMulInteger": _integer_product,
}
