"""Losses of PyTorch, and the norms of vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.builder import relax_by_name as op
from tilewright.core.importers.torch.values import Dimensions, Kind, Operator, info, shape, tensor
from tilewright.core.ir.relax import RelaxExpr

if TYPE_CHECKING:
    from tilewright.core.importers.torch.translator import Translator

# ATen numbers the reductions, `torch.nn.functional` names them.
_REDUCTIONS: dict[int, str] = {0: "none", 1: "mean", 2: "sum"}


def _named(reduction: str | int) -> str:
    return reduction if isinstance(reduction, str) else _REDUCTIONS[reduction]


def _reduced(t: Translator, value: RelaxExpr, reduction: str | int) -> RelaxExpr:
    name = _named(reduction)
    return {"none": lambda x: x, "mean": op.mean, "sum": op.sum}[name](t.emit(value))


def _mse(t: Translator, x: RelaxExpr, y: RelaxExpr, reduction: str | int = "mean", **_: object) -> RelaxExpr:
    apart = t.emit(op.subtract(x, y))
    return _reduced(t, op.multiply(apart, apart), reduction)


def _l1(t: Translator, x: RelaxExpr, y: RelaxExpr, reduction: str | int = "mean", **_: object) -> RelaxExpr:
    return _reduced(t, op.abs(t.emit(op.subtract(x, y))), reduction)


def _smooth_l1(
    t: Translator, x: RelaxExpr, y: RelaxExpr, reduction: str | int = "mean", beta: float = 1.0, **_: object
) -> RelaxExpr:
    """d * d / (2 * beta) where d is less than beta, d - beta / 2 elsewhere"""
    apart = t.emit(op.abs(t.emit(op.subtract(x, y))))
    square = t.emit(op.multiply(t.emit(op.multiply(apart, apart)), tensor(0.5 / beta, apart)))
    line = t.emit(op.subtract(apart, tensor(beta / 2, apart)))
    return _reduced(t, op.where(t.emit(op.less(apart, tensor(beta, apart))), square, line), reduction)


def _nll(
    t: Translator,
    x: RelaxExpr,
    target: RelaxExpr,
    weight: RelaxExpr | None = None,
    reduction: str | int = "mean",
    ignore_index: int = -100,
    **_: object,
) -> RelaxExpr:
    return op.nn.nll_loss(x, target, weight, _named(reduction), ignore_index)


def _cross_entropy(
    t: Translator,
    x: RelaxExpr,
    target: RelaxExpr,
    weight: RelaxExpr | None = None,
    reduction: str | int = "mean",
    ignore_index: int = -100,
    label_smoothing: float = 0.0,
    **_: object,
) -> RelaxExpr:
    if label_smoothing:
        raise ValueError("cross entropy with smoothed labels has no translation into Relax")
    logs = t.emit(op.nn.log_softmax(x, axis=1 if len(shape(x)) > 2 else -1))
    if len(shape(target)) == len(shape(x)):
        return _soft_cross_entropy(t, logs, target, weight, _named(reduction))
    return _nll(t, logs, target, weight, reduction, ignore_index)


def _soft_cross_entropy(
    t: Translator, logs: RelaxExpr, target: RelaxExpr, weight: RelaxExpr | None, reduction: str
) -> RelaxExpr:
    """Targets that are probabilities: the mean is over all but the classes."""
    axis = 1 if len(shape(logs)) > 1 else 0
    shares = t.emit(op.multiply(logs, target))
    if weight is not None:
        sizes = [-1 if at == axis else 1 for at in range(len(shape(logs)))]
        shares = t.emit(op.multiply(shares, t.emit(op.reshape(weight, sizes))))
    return _reduced(t, op.negative(t.emit(op.sum(shares, axis))), reduction)


def _cross_entropy_aten(
    t: Translator,
    x: RelaxExpr,
    target: RelaxExpr,
    weight: RelaxExpr | None = None,
    reduction: int = 1,
    ignore: int = -100,
    smoothing: float = 0.0,
) -> RelaxExpr:
    return _cross_entropy(t, x, target, weight, reduction, ignore, smoothing)


def _binary_cross_entropy(
    t: Translator,
    x: RelaxExpr,
    y: RelaxExpr,
    weight: RelaxExpr | None = None,
    reduction: str | int = "mean",
    **_: object,
) -> RelaxExpr:
    """-(y * log(x) + (1 - y) * log(1 - x)), the logarithms not below -100"""
    one = tensor(1.0, x)
    logs = [t.emit(op.maximum(t.emit(op.log(part)), tensor(-100.0, x))) for part in (x, t.emit(op.subtract(one, x)))]
    shares = [t.emit(op.multiply(*pair)) for pair in zip((y, t.emit(op.subtract(one, y))), logs)]
    value = op.negative(t.emit(op.add(*shares)))
    return _reduced(t, value if weight is None else op.multiply(t.emit(value), weight), reduction)


def _binary_cross_entropy_with_logits(
    t: Translator,
    x: RelaxExpr,
    y: RelaxExpr,
    weight: RelaxExpr | None = None,
    pos_weight: RelaxExpr | None = None,
    reduction: str | int = "mean",
    **_: object,
) -> RelaxExpr:
    """(1 - y) * x + scale * log(1 + exp(-x)), where scale is 1 + (pos_weight - 1) * y"""
    one = tensor(1.0, x)
    logs = t.emit(op.nn.softplus(t.emit(op.negative(x))))
    if pos_weight is not None:
        more = t.emit(op.multiply(t.emit(op.subtract(pos_weight, one)), y))
        logs = t.emit(op.multiply(t.emit(op.add(one, more)), logs))
    value = op.add(t.emit(op.multiply(t.emit(op.subtract(one, y)), x)), logs)
    return _reduced(t, value if weight is None else op.multiply(t.emit(value), weight), reduction)


def _norm(
    t: Translator,
    x: RelaxExpr,
    p: float | str | None = 2,
    dim: Dimensions | None = None,
    keepdim: bool = False,
    dtype: Kind | None = None,
    **_: object,
) -> RelaxExpr:
    """(sum |x| ** p) ** (1 / p)"""
    axes = None if dim in (None, []) else dim
    size = t.emit(op.abs(x))
    if p is None or p == "fro":
        p = 2
    if isinstance(p, str):
        raise ValueError(f"the norm {p!r} has no translation into Relax")
    if p in (float("inf"), float("-inf")):
        return (op.max if p > 0 else op.min)(size, axes, keepdims=keepdim)
    if p == 0:
        return op.sum(t.emit(op.astype(t.emit(op.not_equal(x, tensor(0, x))), _kind(x))), axes, keepdims=keepdim)
    powers = t.emit(op.sum(t.emit(op.power(size, tensor(float(p), x))), axes, keepdims=keepdim))
    return op.power(powers, tensor(1.0 / p, x))


def _kind(x: RelaxExpr) -> str:
    return str(info(x).dtype)


OPERATORS: dict[str, Operator] = {
    "mse_loss": _mse,
    "l1_loss": _l1,
    "smooth_l1_loss": _smooth_l1,
    "nll_loss": _nll,
    "nll_loss_nd": _nll,
    "nll_loss_forward": lambda t, *args: (_nll(t, *args), None),
    "cross_entropy": _cross_entropy,
    "cross_entropy_loss": _cross_entropy_aten,
    "binary_cross_entropy": _binary_cross_entropy,
    "binary_cross_entropy_with_logits": _binary_cross_entropy_with_logits,
    "norm": _norm,
    "linalg_vector_norm": _norm,
    "vector_norm": _norm,
}
