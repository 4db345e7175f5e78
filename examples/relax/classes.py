"""A small network written as a class: exported to Relax, compiled, and compared with numpy."""

from __future__ import annotations

import numpy as np

from tilewright import relax
from tilewright.relax.frontend import nn


class Network(nn.Module):
    def __init__(self) -> None:
        self.norm = nn.LayerNorm(16)
        self.layers = nn.ModuleList([nn.Linear(16, 32), nn.SiLU(), nn.Linear(32, 4, bias=False)])

    def forward(self, x: nn.Tensor) -> nn.Tensor:
        return nn.softmax(self.layers(self.norm(x)))


def expected(x: np.ndarray, weights: list[np.ndarray]) -> np.ndarray:
    """The result of the network, computed with numpy."""
    scale, shift, first, bias, second = weights
    normal = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5) * scale + shift
    hidden = normal @ first.T + bias
    scores = np.exp((hidden / (1 + np.exp(-hidden))) @ second.T)
    return scores / scores.sum(-1, keepdims=True)


def check() -> None:
    """Print the module, and compare its results with numpy for several numbers of rows."""
    network = Network()
    module, parameters = network.export_tvm({"forward": {"x": nn.spec.Tensor(("rows", 16), "float32")}})
    print(module.script())
    rng = np.random.default_rng(0)
    weights = [rng.standard_normal(parameter.shape, "float32") for _, parameter in parameters]
    machine = relax.VirtualMachine(relax.build(module, "llvm"))
    for rows in (1, 5):
        x = rng.standard_normal((rows, 16), "float32")
        found = machine["forward"](x, *weights).numpy()
        np.testing.assert_allclose(found, expected(x, weights), rtol=1e-4, atol=1e-5)


if __name__ == "__main__":
    check()
    print("equal")
