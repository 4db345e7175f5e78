"""Drawing from probabilities: `vm.builtin.multinomial_from_uniform`, `sample_top_p_*` and what changes logits before."""

from __future__ import annotations

from typing import Any

import numpy as np

from tilewright.core.base.registry import register_global_func
from tilewright.core.runtime.tensor import Tensor, tensor


def multinomial_from_uniform(prob: Tensor, uniform_sample: Tensor) -> Tensor:
    """For each row of probabilities the index at which their sum reaches a number from 0 to 1."""
    rows = np.cumsum(prob.numpy_view(), axis=-1)
    drawn = uniform_sample.numpy_view().reshape(-1)
    found = [min(int(np.searchsorted(row, at, side="left")), len(row) - 1) for row, at in zip(rows, drawn)]
    return tensor(np.array(found, "int64").reshape(uniform_sample.shape))


def sample_top_p_from_prob(prob: Tensor, top_p: float, uniform_sample: float) -> int:
    """An index among the most probable ones, which have at least `top_p` together."""
    values = prob.numpy_view().reshape(-1)
    order = np.argsort(-values, kind="stable")
    sums = np.cumsum(values[order])
    kept = min(int(np.searchsorted(sums, top_p, side="left")) + 1, len(order))
    at = int(np.searchsorted(sums[:kept] / sums[kept - 1], uniform_sample, side="right"))
    return int(order[min(at, kept - 1)])


def sample_top_p_from_logits(logits: Tensor, temperature: float, top_p: float, uniform_sample: float) -> int:
    """Like `sample_top_p_from_prob`, from logits; with a temperature near 0 the largest."""
    values = logits.numpy_view().reshape(-1)
    if temperature < 1e-6:
        return int(np.argmax(values))
    return sample_top_p_from_prob(tensor(_softmax(values, temperature)), top_p, uniform_sample)


def apply_softmax_with_temperature(logits: Tensor, temperature: float) -> None:
    """Make logits probabilities, in place."""
    view = logits.numpy_view()
    view[...] = _softmax(view.reshape(-1), temperature).reshape(view.shape)


def _softmax(values: Any, temperature: float) -> Any:
    scaled = values / np.float32(temperature)
    raised = np.exp(scaled - scaled.max())
    return (raised / raised.sum()).astype(values.dtype)


def apply_repetition_penalty(logits: Tensor, token_ids: Tensor, penalty: float) -> None:
    """Make tokens that have occurred less probable: logits above 0 are divided, others multiplied."""
    view, used = logits.numpy_view().reshape(-1), token_ids.numpy_view().reshape(-1)
    view[used] = np.where(view[used] > 0, view[used] / penalty, view[used] * penalty)


def apply_presence_and_frequency_penalty(
    logits: Tensor, token_ids: Tensor, token_freqs: Tensor, presence_penalty: float, frequency_penalty: float
) -> None:
    """Make tokens that have occurred less probable, by a number and by how often they have."""
    view, used = logits.numpy_view().reshape(-1), token_ids.numpy_view().reshape(-1)
    view[used] -= token_freqs.numpy_view().reshape(-1) * frequency_penalty + presence_penalty


for _function in (
    multinomial_from_uniform,
    sample_top_p_from_prob,
    sample_top_p_from_logits,
    apply_softmax_with_temperature,
    apply_repetition_penalty,
    apply_presence_and_frequency_penalty,
):
    register_global_func(f"vm.builtin.{_function.__name__}", _function, override=True)
