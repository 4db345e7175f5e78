"""The models of `benchmarks/relax.py`, each written once as a function of what a peer computes with.

A peer gives `Ops`: the few operations that the models need, over whatever stands for a tensor there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np


class Ops(Protocol):
    """Operations on a peer's tensors; `const` makes one of an array."""

    def const(self, value: np.ndarray) -> Any: ...
    def matmul(self, a: Any, b: Any) -> Any: ...
    def add(self, a: Any, b: Any) -> Any: ...
    def relu(self, a: Any) -> Any: ...
    def conv2d(self, a: Any, w: Any, stride: int = 1, padding: int = 1) -> Any: ...
    def max_pool2d(self, a: Any) -> Any: ...
    def mean_of_pixels(self, a: Any) -> Any: ...
    def batch_norm(self, a: Any, gamma: Any, beta: Any, mean: Any, variance: Any) -> Any: ...
    def reshape(self, a: Any, shape: tuple[int, ...]) -> Any: ...
    def permute(self, a: Any, axes: tuple[int, ...]) -> Any: ...
    def concat(self, a: Any, b: Any, axis: int) -> Any: ...
    def softmax(self, a: Any) -> Any: ...
    def layer_norm(self, a: Any, gamma: Any, beta: Any) -> Any: ...
    def int_matmul(self, a: Any, b: Any) -> Any: ...
    def dequantize(self, a: Any, scale: float) -> Any: ...
    def quantize(self, a: Any) -> Any: ...


@dataclass(frozen=True)
class Model:
    """A function of a peer's operations and of the inputs, which have these shapes and a type; `exported` says that Tilewright reads it from torch.export."""

    function: Callable[..., Any]
    shapes: tuple[tuple[int, ...], ...]
    dtype: str = "float32"
    exported: bool = False

    def inputs(self) -> list[np.ndarray]:
        """The inputs, the same at each call."""
        random = np.random.default_rng(7)
        if self.dtype == "int8":
            return [random.integers(0, 128, shape, dtype="int8") for shape in self.shapes]
        return [random.standard_normal(shape).astype(self.dtype) for shape in self.shapes]


def weights(*shape: int) -> np.ndarray:
    """Random weights of about the size that a trained layer has."""
    return (np.random.default_rng(sum(shape)).standard_normal(shape) / max(shape[0], 1) ** 0.5).astype("float32")


def mlp(o: Ops, x: Any) -> Any:
    """Two dense layers, 784-128-10."""
    hidden = o.relu(o.add(o.matmul(x, o.const(weights(784, 128))), o.const(weights(128))))
    return o.add(o.matmul(hidden, o.const(weights(128, 10))), o.const(weights(10)))


def int8_mlp(o: Ops, x: Any) -> Any:
    """Three dense layers of int8, 784-512-512-10, whose sums of int32 are scaled to 0..127 in between."""
    for rows, columns, scale in ((784, 512, 2e-4), (512, 512, 4e-4)):
        sums = o.add(o.int_matmul(x, o.const(_int8(rows, columns))), o.const(np.arange(columns, dtype="int32")))
        x = o.quantize(o.dequantize(sums, scale))
    return o.dequantize(o.int_matmul(x, o.const(_int8(512, 10))), 1e-3)


def _int8(*shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).integers(-127, 128, shape, dtype="int8")


def cnn(o: Ops, x: Any) -> Any:
    """Two 3x3 convolutions, each with pooling, and a dense layer, on 1x3x32x32."""
    x = o.max_pool2d(o.relu(o.conv2d(x, o.const(weights(16, 3, 3, 3)))))
    x = o.max_pool2d(o.relu(o.conv2d(x, o.const(weights(32, 16, 3, 3)))))
    return o.matmul(o.reshape(x, (1, 2048)), o.const(weights(2048, 10)))


def resnet(o: Ops, x: Any) -> Any:
    """The layers of ResNet-18: a 7x7 convolution with steps of two and pooling, eight blocks of two 3x3 convolutions with normalization, a dense layer."""

    def normalized(value: Any, channels: int) -> Any:
        ones, small = np.ones(channels, "float32"), weights(channels) * np.float32(0.1)
        return o.batch_norm(value, o.const(ones), o.const(small), o.const(small), o.const(ones))

    def convolved(value: Any, before: int, after: int, size: int, stride: int) -> Any:
        filters = weights(after, before, size, size) * np.float32((after / before) ** 0.5 / size)
        return normalized(o.conv2d(value, o.const(filters), stride, size // 2), after)

    x = o.max_pool2d(o.relu(convolved(x, 3, 64, 7, 2)))
    before = 64
    for after in (64, 128, 256, 512):
        for stride in (1 if after == 64 else 2, 1):
            inner = o.relu(convolved(x, before, after, 3, stride))
            same = stride == 1 and before == after
            x = o.relu(
                o.add(convolved(inner, after, after, 3, 1), x if same else convolved(x, before, after, 1, stride))
            )
            before = after
    return o.add(o.matmul(o.mean_of_pixels(x), o.const(weights(512, 1000))), o.const(weights(1000)))


TOKENS, WIDTH, HEADS = 128, 256, 4


def transformer(o: Ops, x: Any) -> Any:
    """A block of 4 heads of 64 and a feed-forward layer of 1024, batch 1, sequence 128."""
    return _block(o, x, WIDTH, HEADS)[0]


def prefill(o: Ops, x: Any) -> tuple[Any, ...]:
    """A decoder block of 8 heads of 64 on 128 tokens, each of which sees those before it; the keys and values are kept for the tokens that follow."""
    unseen = np.triu(np.full((TOKENS, TOKENS), -1e9, "float32"), 1)
    return _block(o, x, 512, 8, mask=o.const(unseen))


def decode(o: Ops, x: Any, keys: Any, values: Any) -> tuple[Any, ...]:
    """The same block on one token behind the keys and values of 128."""
    return _block(o, x, 512, 8, kept=(keys, values))


def _block(
    o: Ops, x: Any, width: int, heads: int, mask: Any = None, kept: tuple[Any, Any] | None = None
) -> tuple[Any, Any, Any]:
    """The output of a block, its keys and its values."""
    tokens = TOKENS if kept is None else 1
    size = (1, tokens, heads, width // heads)

    def normal(value: Any) -> Any:
        ones, zeros = np.ones(width, "float32"), np.zeros(width, "float32")
        return o.layer_norm(value, o.const(ones), o.const(zeros))

    def by_heads(value: Any, seed: int) -> Any:
        made = o.matmul(value, o.const(weights(width, width) * np.float32(seed / 2)))
        return o.permute(o.reshape(made, size), (0, 2, 1, 3))

    inner = normal(x)
    q, k, v = (by_heads(inner, seed) for seed in (1, 2, 3))
    if kept is not None:
        k, v = (o.concat(before, new, 2) for before, new in zip(kept, (k, v)))
    scores = o.matmul(q, o.permute(k, (0, 1, 3, 2)))
    mixed = o.matmul(o.softmax(scores if mask is None else o.add(scores, mask)), v)
    mixed = o.reshape(o.permute(mixed, (0, 2, 1, 3)), (1, tokens, width))
    x = o.add(x, o.matmul(mixed, o.const(weights(width, width))))
    wide = o.relu(o.matmul(normal(x), o.const(weights(width, 4 * width))))
    return o.add(x, o.matmul(wide, o.const(weights(4 * width, width)))), k, v


def chain(o: Ops, x: Any) -> Any:
    """50 operations on 16 numbers."""
    step = o.const(weights(16))
    for _ in range(25):
        x = o.relu(o.add(x, step))
    return x


_CACHE = (1, 8, TOKENS, 64)
MODELS: dict[str, Model] = {
    "MLP 784-128-10, batch 1": Model(mlp, ((1, 784),)),
    "MLP 784-128-10, batch 64": Model(mlp, ((64, 784),)),
    "int8 MLP 784-512-512-10, batch 64": Model(int8_mlp, ((64, 784),), "int8"),
    "CNN 1x3x32x32": Model(cnn, ((1, 3, 32, 32),)),
    "ResNet-18 1x3x112x112": Model(resnet, ((1, 3, 112, 112),), exported=True),
    "transformer block 1x128x256": Model(transformer, ((1, TOKENS, WIDTH),)),
    "decoder block, prefill of 128": Model(prefill, ((1, TOKENS, 512),)),
    "decoder block, decode": Model(decode, ((1, 1, 512), _CACHE, _CACHE)),
    "chain of 50 ops": Model(chain, ((16,),)),
}
