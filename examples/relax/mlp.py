"""A small network in Relax: written as a graph, rewritten by a pattern, run on the machine, compared with numpy."""

from typing import Any

import numpy as np

import tilewright
from tilewright import relax
from tilewright.relax.dpl import is_op, wildcard
from tilewright.script import ir as I
from tilewright.script import relax as R


@I.ir_module
class Network:
    @R.function
    def main(
        x: R.Tensor(("batch", 784), "float32"),
        w0: R.Tensor((784, 128), "float32"),
        b0: R.Tensor((128,), "float32"),
        w1: R.Tensor((128, 10), "float32"),
    ) -> R.Tensor(("batch", 10), "float32"):
        with R.dataflow():
            hidden = R.nn.relu(R.add(R.matmul(x, w0), b0))
            scores = R.matmul(hidden, w1)
            twice = R.add(scores, scores)
            result = R.nn.softmax(twice, axis=-1)
            R.output(result)
        return result


def doubled(module: Any) -> Any:
    """`a + a` as `a * 2`."""
    a = wildcard()
    rewriter = relax.dpl.PatternMatchingRewriter.from_pattern(
        is_op("relax.add")(a, a), lambda _, found: relax.op.multiply(found[a], relax.const(2.0))
    )
    return rewriter(module)


def check() -> None:
    """Build, run, and compare with numpy, for two batch sizes and before and after the rewriting."""
    generator = np.random.default_rng(0)
    w0, b0, w1 = (
        generator.standard_normal(shape).astype("float32") * 0.05 for shape in ((784, 128), (128,), (128, 10))
    )
    for module in (Network, doubled(Network)):
        machine = relax.VirtualMachine(relax.build(module, "llvm"), tilewright.cpu())
        for batch in (1, 3):
            x = generator.standard_normal((batch, 784)).astype("float32")
            scores = 2 * (np.maximum(x @ w0 + b0, 0) @ w1)
            wanted = np.exp(scores - scores.max(-1, keepdims=True))
            wanted /= wanted.sum(-1, keepdims=True)
            np.testing.assert_allclose(machine["main"](x, w0, b0, w1).numpy(), wanted, rtol=1e-4)


if __name__ == "__main__":
    check()
    doubled(Network).show()
    print("the network equals numpy, before and after rewriting")
