"""The models of `benchmarks/relax.py`, each written once as a function of what a peer computes with.

A peer gives `Ops`: the few operations that the models need, over whatever stands for a tensor there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np


class Ops(Protocol):
    """Operations on a peer's tensors; `const` makes one of an array."""

    def const(self, value: np.ndarray) -> Any: ...
    def matmul(self, a: Any, b: Any) -> Any: ...
    def add(self, a: Any, b: Any) -> Any: ...
    def relu(self, a: Any) -> Any: ...
    def conv2d(self, a: Any, w: Any) -> Any: ...
    def max_pool2d(self, a: Any) -> Any: ...
    def reshape(self, a: Any, shape: tuple[int, ...]) -> Any: ...
    def permute(self, a: Any, axes: tuple[int, ...]) -> Any: ...
    def softmax(self, a: Any) -> Any: ...
    def layer_norm(self, a: Any, gamma: Any, beta: Any) -> Any: ...


Model = Callable[[Ops, Any], Any]


def weights(*shape: int) -> np.ndarray:
    """Random weights of about the size that a trained layer has."""
    return (np.random.default_rng(sum(shape)).standard_normal(shape) / max(shape[0], 1) ** 0.5).astype("float32")


def mlp(o: Ops, x: Any) -> Any:
    """Two dense layers, 784-128-10."""
    hidden = o.relu(o.add(o.matmul(x, o.const(weights(784, 128))), o.const(weights(128))))
    return o.add(o.matmul(hidden, o.const(weights(128, 10))), o.const(weights(10)))


def cnn(o: Ops, x: Any) -> Any:
    """Two 3x3 convolutions, each with pooling, and a dense layer, on 1x3x32x32."""
    x = o.max_pool2d(o.relu(o.conv2d(x, o.const(weights(16, 3, 3, 3)))))
    x = o.max_pool2d(o.relu(o.conv2d(x, o.const(weights(32, 16, 3, 3)))))
    return o.matmul(o.reshape(x, (1, 2048)), o.const(weights(2048, 10)))


TOKENS, WIDTH, HEADS = 128, 256, 4


def transformer(o: Ops, x: Any) -> Any:
    """A block of 4 heads of 64 and a feed-forward layer of 1024, batch 1, sequence 128."""
    size = (1, TOKENS, HEADS, WIDTH // HEADS)

    def normal(value: Any) -> Any:
        ones, zeros = np.ones(WIDTH, "float32"), np.zeros(WIDTH, "float32")
        return o.layer_norm(value, o.const(ones), o.const(zeros))

    def heads(value: Any, seed: int) -> Any:
        made = o.matmul(value, o.const(weights(WIDTH, WIDTH) * np.float32(seed / 2)))
        return o.permute(o.reshape(made, size), (0, 2, 1, 3))

    inner = normal(x)
    q, k, v = (heads(inner, seed) for seed in (1, 2, 3))
    scores = o.softmax(o.matmul(q, o.permute(k, (0, 1, 3, 2))))
    mixed = o.reshape(o.permute(o.matmul(scores, v), (0, 2, 1, 3)), (1, TOKENS, WIDTH))
    x = o.add(x, o.matmul(mixed, o.const(weights(WIDTH, WIDTH))))
    wide = o.relu(o.matmul(normal(x), o.const(weights(WIDTH, 4 * WIDTH))))
    return o.add(x, o.matmul(wide, o.const(weights(4 * WIDTH, WIDTH))))


def chain(o: Ops, x: Any) -> Any:
    """50 operations on 16 numbers."""
    step = o.const(weights(16))
    for _ in range(25):
        x = o.relu(o.add(x, step))
    return x


MODELS: dict[str, tuple[Model, tuple[int, ...]]] = {
    "MLP 784-128-10, batch 1": (mlp, (1, 784)),
    "MLP 784-128-10, batch 64": (mlp, (64, 784)),
    "CNN 1x3x32x32": (cnn, (1, 3, 32, 32)),
    "transformer block 1x128x256": (transformer, (1, TOKENS, WIDTH)),
    "chain of 50 ops": (chain, (16,)),
}


def input_of(name: str) -> np.ndarray:
    """The input of a model."""
    return np.random.default_rng(7).standard_normal(MODELS[name][1]).astype("float32")
