"""Losses."""

from __future__ import annotations

from tilewright.core.ops.relax.torch_form import backward_of
from tilewright.core.ops.relax_op import AS_WRITTEN, Fields, RelaxOp, relax


def nll_loss(fields: Fields) -> str:
    """Labels are of int64 in PyTorch."""
    return (
        f"F.nll_loss({fields['predictions']}, {fields['targets']}.long(), weight={fields['weights']}, "
        f"reduction={fields['reduction']!r}, ignore_index={fields['ignore_index']})"
    )


ROWS: tuple[RelaxOp, ...] = (
    relax(
        "nn.cross_entropy_with_logits(predictions, labels)",
        "cross_entropy",
        "The cross entropy of logits and a distribution.",
        group="nn",
        torch="torch.nn.functional.cross_entropy",
        torch_form="-torch.sum({predictions} * {labels}) / ({predictions}.shape[0] if {predictions}.ndim > 1 else 1)",
        waives=AS_WRITTEN,
    ),
    relax(
        "nn.nll_loss(predictions, targets, weights=None, reduction: str = 'mean', ignore_index: int = -100)",
        "nll_loss",
        "The negative log likelihood of the targets.",
        group="nn",
        torch="torch.nn.functional.nll_loss",
        torch_form=nll_loss,
        waives=AS_WRITTEN,
    ),
    relax(
        "grad.nll_loss_backward(output_grad, predictions, targets, weights=None, reduction: str = 'mean', ignore_index: int = -100)",
        "like_second",
        "The gradient of `nll_loss`.",
        group="grad",
        torch_form=backward_of(nll_loss, "predictions"),
        waives={**AS_WRITTEN, "gradient": "it is a gradient itself, and second ones are not taken"},
    ),
)
