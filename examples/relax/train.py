"""A small network trained in Relax on points of two rings: the backbone as a script, gradients and optimizer from `relax.training`."""

from __future__ import annotations

from typing import Any

import numpy as np

from tilewright import relax
from tilewright.relax.training import SetupTrainer, Trainer
from tilewright.relax.training.loss import CrossEntropyLoss
from tilewright.relax.training.optimizer import Adam
from tilewright.script import ir as I
from tilewright.script import relax as R


@I.ir_module
class Network:
    I.module_attrs({"param_num": 4, "state_num": 0})

    @R.function
    def backbone(
        x: R.Tensor((64, 2), "float32"),
        w0: R.Tensor((2, 32), "float32"),
        b0: R.Tensor((32,), "float32"),
        w1: R.Tensor((32, 2), "float32"),
        b1: R.Tensor((2,), "float32"),
    ) -> R.Tensor((64, 2), "float32"):
        with R.dataflow():
            hidden = R.nn.relu(R.add(R.matmul(x, w0), b0))
            scores = R.add(R.matmul(hidden, w1), b1)
            R.output(scores)
        return scores


def batch(rng: np.random.Generator) -> tuple[Any, Any]:
    """Points of an inner and an outer ring, and which of the two."""
    rings = rng.integers(0, 2, 64)
    angles = rng.uniform(0, 2 * np.pi, 64)
    sizes = 0.5 + rings + rng.normal(0, 0.1, 64)
    points = np.stack([sizes * np.cos(angles), sizes * np.sin(angles)], axis=1)
    return points.astype("float32"), rings.astype("int64")


def trained(steps: int = 300) -> Trainer:
    """The network after some steps; prints the loss from time to time."""
    scores, rings = relax.TensorStructInfo((64, 2), "float32"), relax.TensorStructInfo((64,), "int64")
    module = SetupTrainer(CrossEntropyLoss(), Adam(0.01), [scores, rings])(Network)
    trainer = Trainer(module, relax.VirtualMachine(relax.build(module, "llvm")))
    rng = np.random.default_rng(0)
    trainer.load_params(
        {"w0": rng.normal(0, 1, (2, 32)).astype("float32"), "w1": rng.normal(0, 0.2, (32, 2)).astype("float32")}
    )
    for step in range(steps):
        loss = trainer.update(*batch(rng))
        if step % 100 == 0:
            print(f"step {step}: {float(loss.numpy()):.4f}")
    return trainer


def check() -> None:
    """The trained network tells which ring new points belong to."""
    trainer = trained()
    points, rings = batch(np.random.default_rng(1))
    found = np.argmax(trainer.predict(points).numpy(), axis=1)
    assert np.mean(found == rings) > 0.95


if __name__ == "__main__":
    check()
    print("more than 95 % of new points are classified correctly")
