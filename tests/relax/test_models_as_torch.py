"""Whole models as PyTorch: what the compiled graph computes, and at every stage what its Python functions do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import tilewright
from tilewright import relax
from tilewright.core.pymodule.divergence import Agreement, first_divergence, random_arguments
from tilewright.relax import transform
from tilewright.relax.pipeline import get_pipeline
from tilewright.relax.relax_to_pyfunc_converter import RelaxToPyFuncConverter
from tilewright.script import from_source
from tilewright.script import ir as I
from tilewright.script import relax as R
from tilewright.script import tir as T


@I.ir_module
class MLP:
    @R.function
    def main(
        x: R.Tensor(("batch", 16), "float32"),
        w0: R.Tensor((16, 8), "float32"),
        b0: R.Tensor((8,), "float32"),
        w1: R.Tensor((8, 4), "float32"),
    ):
        with R.dataflow():
            hidden = R.nn.gelu(R.add(R.matmul(x, w0), b0))
            result = R.nn.log_softmax(R.matmul(hidden, w1), axis=-1)
            R.output(result)
        return result


@I.ir_module
class CNN:
    @R.function
    def main(
        x: R.Tensor((2, 3, 8, 8), "float32"),
        w0: R.Tensor((4, 3, 3, 3), "float32"),
        gamma: R.Tensor((4,), "float32"),
        beta: R.Tensor((4,), "float32"),
        mean: R.Tensor((4,), "float32"),
        w1: R.Tensor((64, 10), "float32"),
    ):
        with R.dataflow():
            a = R.nn.conv2d(x, w0, padding=(1, 1))
            variance = R.add(R.multiply(mean, mean), R.const(1.0))
            b = R.nn.batch_norm(a, gamma, beta, mean, variance, axis=1, training=False)
            c = R.nn.max_pool2d(R.nn.relu(b[0]), pool_size=(2, 2), strides=(2, 2))
            d = R.reshape(c, (2, 64))
            result = R.nn.softmax(R.matmul(d, w1), axis=-1)
            R.output(result)
        return result


@I.ir_module
class Block:
    @R.function
    def main(
        x: R.Tensor((2, "n", 8), "float32"),
        wq: R.Tensor((8, 8), "float32"),
        wk: R.Tensor((8, 8), "float32"),
        wv: R.Tensor((8, 8), "float32"),
        g: R.Tensor((8,), "float32"),
        b: R.Tensor((8,), "float32"),
        w1: R.Tensor((8, 32), "float32"),
        w2: R.Tensor((32, 8), "float32"),
    ):
        n = T.int64()
        with R.dataflow():
            y = R.nn.layer_norm(x, g, b, axes=[-1])
            q = R.permute_dims(R.reshape(R.matmul(y, wq), (2, n, 2, 4)), axes=[0, 2, 1, 3])
            k = R.permute_dims(R.reshape(R.matmul(y, wk), (2, n, 2, 4)), axes=[0, 2, 3, 1])
            v = R.permute_dims(R.reshape(R.matmul(y, wv), (2, n, 2, 4)), axes=[0, 2, 1, 3])
            scores = R.nn.softmax(R.divide(R.matmul(q, k), R.const(2.0)), axis=-1)
            mixed = R.reshape(R.permute_dims(R.matmul(scores, v), axes=[0, 2, 1, 3]), (2, n, 8))
            z = R.add(x, mixed)
            result = R.add(z, R.matmul(R.nn.silu(R.matmul(z, w1)), w2))
            R.output(result)
        return result


def chain(length: int) -> Any:
    """Many tiny ops, one after another."""
    builder = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorStructInfo((4, 8), "float32"))
    ops = (relax.op.tanh, relax.op.sigmoid, lambda v: relax.op.add(v, x), relax.op.negative, relax.op.abs)
    with builder.function("main", [x]):
        with builder.dataflow():
            value: Any = x
            for at in range(length):
                value = builder.emit(ops[at % len(ops)](value))
            result = builder.emit_output(value)
        builder.emit_func_output(result)
    return builder.get()


STAGES: dict[str, Any] = {
    "written": lambda module: module,
    "fused": get_pipeline("zero"),
    "lowered": transform.LegalizeOps(),
}
MODELS = {"MLP": MLP, "CNN": CNN, "transformer": Block, "chain of tiny ops": chain(50)}


@pytest.mark.slow
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("model", MODELS)
def test_converted_equals_compiled(model: str, stage: str) -> None:
    module = MODELS[model]
    given: Any = random_arguments(module["main"], {}, 0)
    want = relax.VirtualMachine(relax.build(module, "llvm"), tilewright.cpu())["main"](*given).numpy()
    converted = RelaxToPyFuncConverter(STAGES[stage](module)).convert()
    found = converted.pyfuncs["main"](*map(torch.tensor, given))
    np.testing.assert_allclose(found.numpy(), want, rtol=1e-4, atol=1e-5)
    again = from_source(converted.script())
    np.testing.assert_allclose(relax.BasePyModule(again).main(*map(torch.tensor, given)).numpy(), want, 1e-4, 1e-5)


def test_every_value_inside_a_model_agrees() -> None:
    given: Any = random_arguments(Block["main"], {"n": 3}, 0)
    found = first_divergence(Block, transform.LegalizeOps()(Block), "main", given, rtol=1e-3)
    assert isinstance(found, Agreement)
    assert found.compared > 15


def test_the_example_written_for_tvm_runs() -> None:
    example = Path(__file__).parent.parent.parent / "examples" / "relax" / "python_functions.py"
    command = [sys.executable, "-m", "tilewright.cli.main", "run", str(example)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.endswith("functions of Python, TensorIR and Relax agree\n")
