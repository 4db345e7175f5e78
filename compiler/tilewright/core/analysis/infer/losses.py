"""Rules of the losses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.analysis.infer.support import (
    InferContext,
    Sizes,
    common_type,
    device_of,
    fail,
    made,
    one_device,
    positions,
    sizes_of,
    tensor,
    word,
    words,
    wrong_rank,
    wrong_shape,
)
from tilewright.core.ir.relax import Call
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo

if TYPE_CHECKING:
    from tilewright.core.ir.expr import Expr


def cross_entropy(call: Call, context: InferContext) -> StructInfo:
    """One number, of predictions and labels of one shape."""
    a, b = tensor(call, 0), tensor(call, 1)
    element, device = common_type(call, a.dtype, b.dtype, "labels"), one_device(call, a, b)
    if -1 not in (a.ndim, b.ndim) and a.ndim != b.ndim:
        raise wrong_rank(call, f"the predictions have {a.ndim} dimensions, and the labels {b.ndim}", "labels")
    left, right = sizes_of(a), sizes_of(b)
    if left is not None and right is not None and any(context.differ(x, y) for x, y in zip(left, right)):
        raise wrong_shape(call, f"the shapes {words(left)} and {words(right)} are not the same", "labels")
    return made((), element, device=device)


def nll_loss(call: Call, context: InferContext) -> StructInfo:
    """One number, or one for each target."""
    predictions, targets = tensor(call, 0), tensor(call, 1)
    weights = tensor(call, 2) if len(call.args) > 2 else None
    infos = [predictions, targets, *([weights] if weights else [])]
    element = common_type(call, predictions.dtype, weights.dtype, "weights") if weights else predictions.dtype
    if not targets.dtype.is_bool:
        positions(call, targets, "targets")
    device = device_of(*infos)
    if call.attrs["reduction"] not in ("none", "sum", "mean"):
        raise fail(call, f"`reduction` is none, sum or mean, not {call.attrs['reduction']}", "reduction")
    rank = _rank(call, predictions, targets)
    if weights is not None and weights.ndim not in (-1, 1):
        raise wrong_rank(call, f"`weights` must be a vector, and has {weights.ndim} dimensions", "weights")
    sizes = _target_sizes(call, context, predictions, targets, weights)
    if call.attrs["reduction"] != "none":
        return made((), element, device=device)
    return made(sizes, element, rank, device)


def _rank(call: Call, predictions: TensorStructInfo, targets: TensorStructInfo) -> int:
    """The number of dimensions of the targets, one less than that of the predictions; -1 where the predictions do not tell."""
    if predictions.ndim == 0:
        raise wrong_rank(call, "the predictions have no dimension for classes", "predictions")
    known = [info.ndim - less for info, less in ((predictions, 1), (targets, 0)) if info.ndim != -1]
    if len(set(known)) > 1:
        raise wrong_rank(
            call, f"the predictions have {predictions.ndim} dimensions, and the targets {targets.ndim}", "targets"
        )
    return known[0] if known and predictions.ndim != -1 else -1


def _target_sizes(
    call: Call,
    context: InferContext,
    predictions: TensorStructInfo,
    targets: TensorStructInfo,
    weights: TensorStructInfo | None,
) -> Sizes | None:
    """The shape of the targets as the predictions tell it; raises when classes or sizes differ."""
    shape, wanted = sizes_of(predictions), sizes_of(targets)
    if shape is None:
        return wanted if predictions.ndim == -1 and wanted is not None and len(wanted) == 0 else None
    classes: Expr = shape[0] if len(shape) == 1 else shape[1]
    found = () if len(shape) == 1 else (shape[0], *shape[2:])
    if wanted is not None and any(context.differ(a, b) for a, b in zip(found, wanted)):
        raise wrong_shape(
            call, f"the predictions are for targets of the shape {words(found)}, not {words(wanted)}", "targets"
        )
    numbers = sizes_of(weights) if weights is not None else None
    if numbers is not None and context.differ(numbers[0], classes):
        raise wrong_shape(call, f"there are {word(classes)} classes, and {word(numbers[0])} weights", "weights")
    return found


RULES = {"cross_entropy": cross_entropy, "nll_loss": nll_loss}
