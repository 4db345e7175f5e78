"""The figures of a bench: each kernel built, compared with numpy or PyTorch, and timed beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tilewright.cli.bench.kernels import Array, Kernel
from tilewright.core.base.optional import why_absent
from tilewright.core.driver.build import build
from tilewright.core.frontend.live import from_source
from tilewright.runner.machine import Machine
from tilewright.runner.measure import samples

SAMPLES = 12


@dataclass(frozen=True, slots=True)
class Figure:
    """Seconds of the best sample of a kernel: ours, and those of libraries by name. `bound` is the least time that the machine allows."""

    kernel: Kernel
    seconds: float
    peers: dict[str, float]
    bound: float

    @property
    def part(self) -> float:
        """The part of the attainable speed that is reached; more than 1 where the data stay in a cache."""
        return self.bound / self.seconds

    @property
    def best_peer(self) -> float | None:
        return min(self.peers.values(), default=None)


def figure(kernel: Kernel, machine: Machine, peers: Sequence[str]) -> Figure:
    """Build the kernel, compare its result with that of numpy or PyTorch, and time all of them. Raises `AssertionError` for a wrong result."""
    rng = np.random.default_rng(0)
    inputs = [rng.standard_normal(shape, dtype=np.float32) for shape in kernel.inputs]
    result = np.zeros(kernel.result, np.float32)
    ours = build(from_source(kernel.source))
    calls = {name: PEERS[name](kernel, inputs) for name in peers}
    ours(*inputs, result)
    for call in calls.values():
        np.testing.assert_allclose(result.reshape(-1), np.asarray(call()).reshape(-1), rtol=1e-3, atol=2e-2)
    return Figure(
        kernel,
        least(lambda: ours(*inputs, result)),
        {name: least(call) for name, call in calls.items()},
        machine.bound(kernel.operations, kernel.moved),
    )


def least(call: Callable[[], object]) -> float:
    return min(samples(call, SAMPLES, lambda _: None))


def with_numpy(kernel: Kernel, inputs: Sequence[Array]) -> Callable[[], Any]:
    return lambda: kernel.with_numpy(*inputs)


def with_torch(kernel: Kernel, inputs: Sequence[Array]) -> Callable[[], Any]:
    import torch

    tensors = [torch.from_numpy(each) for each in inputs]
    return lambda: kernel.with_torch(torch, *tensors)


PEERS: dict[str, Callable[[Kernel, Sequence[Array]], Callable[[], Any]]] = {"numpy": with_numpy, "torch": with_torch}


def absent() -> dict[str, str]:
    """The libraries to compare with that cannot be used, with the reasons."""
    reasons = {name: why_absent(name) for name in PEERS}
    return {name: reason for name, reason in reasons.items() if reason is not None}
