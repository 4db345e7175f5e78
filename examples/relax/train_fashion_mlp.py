"""Train a network of two layers, 784-128-10, on made-up pictures of ten kinds of clothes, and keep its weights.

The pictures are ten random outlines with noise, so that nothing is downloaded: `python examples/relax/train_fashion_mlp.py` writes
`fasionmnist_mlp_params.pkl`, a dict of "w0" (128, 784), "b0" (128,), "w1" (10, 128) and "b1" (10,), which programs about this network read.
"""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from typing import Any

import numpy as np

Weights = dict[str, Any]


def pictures(count: int, seed: int = 0) -> tuple[Any, Any]:
    """`count` pictures of 784 numbers, and the kind of each."""
    outlines = np.random.default_rng(7).random((10, 784)) > 0.7
    generator = np.random.default_rng(seed)
    kinds = generator.integers(0, 10, count)
    noise = 0.25 * generator.standard_normal((count, 784))
    return (0.6 * outlines[kinds] + noise).astype("float32"), kinds


def scores(weights: Weights, x: Any) -> Any:
    """The scores of ten classes for each picture."""
    hidden = np.maximum(x @ weights["w0"].T + weights["b0"], 0)
    return hidden @ weights["w1"].T + weights["b1"]


def train(steps: int = 150, batch: int = 64, rate: float = 0.1) -> Weights:
    """The weights after the given number of steps of gradient descent on the cross entropy."""
    generator = np.random.default_rng(0)
    shapes = {"w0": (128, 784), "b0": (128,), "w1": (10, 128), "b1": (10,)}
    weights = {name: (0.05 * generator.standard_normal(shape)).astype("float32") for name, shape in shapes.items()}
    for step in range(steps):
        x, kinds = pictures(batch, seed=step + 1)
        for name, gradient in _gradients(weights, x, kinds).items():
            weights[name] = (weights[name] - rate * gradient).astype("float32")
    return weights


def _gradients(weights: Weights, x: Any, kinds: Any) -> Weights:
    hidden = np.maximum(x @ weights["w0"].T + weights["b0"], 0)
    out = hidden @ weights["w1"].T + weights["b1"]
    likely = np.exp(out - out.max(1, keepdims=True))
    wrong = likely / likely.sum(1, keepdims=True)
    wrong[np.arange(len(kinds)), kinds] -= 1
    wrong /= len(kinds)
    back = (wrong @ weights["w1"]) * (hidden > 0)
    return {"w0": back.T @ x, "b0": back.sum(0), "w1": wrong.T @ hidden, "b1": wrong.sum(0)}


def accuracy(weights: Weights, count: int = 500) -> float:
    """The share of new pictures that the network classifies correctly."""
    x, kinds = pictures(count, seed=10_000)
    return float((scores(weights, x).argmax(1) == kinds).mean())


def main() -> None:
    """Train, and write the weights to the file named on the command line."""
    path = Path(sys.argv[1] if len(sys.argv) > 1 else "fasionmnist_mlp_params.pkl")
    weights = train()
    path.write_bytes(pickle.dumps(weights))
    print(f"{path}: {accuracy(weights):.1%} of new pictures are classified correctly")


if __name__ == "__main__":
    main()
