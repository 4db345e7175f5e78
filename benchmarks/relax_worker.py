"""One peer's models in a process of its own: reads `{"model": ...}` lines, answers with microseconds of CPU time and some of the result.

Each round runs the model often enough to take about 20 ms, with one thread.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from relax_models import MODELS, input_of

Run = Callable[[], Any]


class RelaxOps:
    """Relax, of Tilewright or TVM: every operation is emitted."""

    def __init__(self, relax: Any, builder: Any) -> None:
        self.relax, self.builder, self.op = relax, builder, relax.op

    def const(self, value: np.ndarray) -> Any:
        return self.relax.const(value)

    def matmul(self, a: Any, b: Any) -> Any:
        return self.builder.emit(self.op.matmul(a, b))

    def add(self, a: Any, b: Any) -> Any:
        return self.builder.emit(self.op.add(a, b))

    def relu(self, a: Any) -> Any:
        return self.builder.emit(self.op.nn.relu(a))

    def conv2d(self, a: Any, w: Any) -> Any:
        return self.builder.emit(self.op.nn.conv2d(a, w, padding=1))

    def max_pool2d(self, a: Any) -> Any:
        return self.builder.emit(self.op.nn.max_pool2d(a, pool_size=(2, 2), strides=(2, 2)))

    def reshape(self, a: Any, shape: tuple[int, ...]) -> Any:
        return self.builder.emit(self.op.reshape(a, shape))

    def permute(self, a: Any, axes: tuple[int, ...]) -> Any:
        return self.builder.emit(self.op.permute_dims(a, list(axes)))

    def softmax(self, a: Any) -> Any:
        return self.builder.emit(self.op.nn.softmax(a, axis=-1))

    def layer_norm(self, a: Any, gamma: Any, beta: Any) -> Any:
        return self.builder.emit(self.op.nn.layer_norm(a, gamma, beta, axes=[-1]))


def relax_module(relax: Any, name: str) -> Any:
    """The model as a module with `main`."""
    model, shape = MODELS[name]
    builder = relax.BlockBuilder()
    info: Any = getattr(relax, "TensorType", None) or relax.TensorStructInfo
    x = relax.Var("x", info(shape, "float32"))
    with builder.function("main", [x]):
        with builder.dataflow():
            result = builder.emit_output(model(RelaxOps(relax, builder), x))
        builder.emit_func_output(result)
    return builder.get()


def tilewright_run(name: str) -> Run:
    from tilewright import relax
    from tilewright.runtime import tensor

    call, x = relax.VirtualMachine(relax.build(relax_module(relax, name)))["main"], tensor(input_of(name))
    return lambda: call(x)


def tvm_run(name: str) -> Run:
    import tvm
    from tvm import relax

    target = tvm.target.Target({"kind": "llvm", "mcpu": tvm.target.codegen.llvm_get_system_cpu()})
    machine = relax.VirtualMachine(relax.build(relax_module(relax, name), target), tvm.cpu())
    call, x = machine["main"], tvm.runtime.tensor(input_of(name))
    return lambda: call(x)


class TorchOps:
    """Functions of torch."""

    def __init__(self) -> None:
        import torch

        self.f, self.from_numpy = torch.nn.functional, torch.from_numpy
        self.add, self.matmul, self.reshape, self.permute = torch.add, torch.matmul, torch.reshape, torch.permute
        self.relu = torch.relu

    def const(self, value: np.ndarray) -> Any:
        return self.from_numpy(value.copy())

    def conv2d(self, a: Any, w: Any) -> Any:
        return self.f.conv2d(a, w, padding=1)

    def max_pool2d(self, a: Any) -> Any:
        return self.f.max_pool2d(a, 2)

    def softmax(self, a: Any) -> Any:
        return self.f.softmax(a, -1)

    def layer_norm(self, a: Any, gamma: Any, beta: Any) -> Any:
        return self.f.layer_norm(a, tuple(gamma.shape), gamma, beta)


def torch_function(name: str) -> tuple[Any, Any]:
    """The model as a graph of torch, so that its weights are made once; and its input."""
    import torch

    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    model, ops = MODELS[name][0], TorchOps()

    class Model(torch.nn.Module):
        def forward(self, x: Any) -> Any:
            return model(ops, x)

    return torch.fx.symbolic_trace(Model()), torch.from_numpy(input_of(name))


def torch_run(name: str) -> Run:
    function, x = torch_function(name)
    return lambda: function(x)


def torch_compile_run(name: str) -> Run:
    import torch

    function, x = torch_function(name)
    compiled = torch.compile(function)
    return lambda: compiled(x)


class JaxOps:
    """jax.numpy."""

    def __init__(self) -> None:
        import jax
        import jax.numpy as jnp

        self.jax, self.jnp = jax, jnp
        self.const, self.matmul, self.add, self.reshape, self.permute = (
            jnp.asarray,
            jnp.matmul,
            jnp.add,
            jnp.reshape,
            jnp.transpose,
        )
        self.relu, self.softmax = jax.nn.relu, jax.nn.softmax

    def conv2d(self, a: Any, w: Any) -> Any:
        return self.jax.lax.conv(a, w, (1, 1), "SAME")

    def max_pool2d(self, a: Any) -> Any:
        n, c, h, w = a.shape
        return a.reshape(n, c, h // 2, 2, w // 2, 2).max((3, 5))

    def layer_norm(self, a: Any, gamma: Any, beta: Any) -> Any:
        centred = a - a.mean(-1, keepdims=True)
        return centred * self.jax.lax.rsqrt((centred * centred).mean(-1, keepdims=True) + 1e-5) * gamma + beta


def jax_run(name: str) -> Run:
    import jax

    ops = JaxOps()
    compiled = jax.jit(lambda x: MODELS[name][0](ops, x))
    x = jax.numpy.asarray(input_of(name))
    return lambda: compiled(x).block_until_ready()


class OnnxOps:
    """Nodes of an ONNX graph; a tensor is its name."""

    def __init__(self) -> None:
        from onnx import helper, numpy_helper

        self.helper, self.numpy_helper = helper, numpy_helper
        self.nodes, self.initializers = list[Any](), list[Any]()

    def const(self, value: np.ndarray) -> str:
        name = f"c{len(self.initializers)}"
        self.initializers.append(self.numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def node(self, kind: str, *inputs: str, **attributes: Any) -> str:
        name = f"t{len(self.nodes)}"
        self.nodes.append(self.helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def matmul(self, a: str, b: str) -> str:
        return self.node("MatMul", a, b)

    def add(self, a: str, b: str) -> str:
        return self.node("Add", a, b)

    def relu(self, a: str) -> str:
        return self.node("Relu", a)

    def conv2d(self, a: str, w: str) -> str:
        return self.node("Conv", a, w, pads=[1, 1, 1, 1])

    def max_pool2d(self, a: str) -> str:
        return self.node("MaxPool", a, kernel_shape=[2, 2], strides=[2, 2])

    def reshape(self, a: str, shape: tuple[int, ...]) -> str:
        return self.node("Reshape", a, self.const(np.array(shape, "int64")))

    def permute(self, a: str, axes: tuple[int, ...]) -> str:
        return self.node("Transpose", a, perm=list(axes))

    def softmax(self, a: str) -> str:
        return self.node("Softmax", a, axis=-1)

    def layer_norm(self, a: str, gamma: str, beta: str) -> str:
        return self.node("LayerNormalization", a, gamma, beta, axis=-1)


def onnxruntime_run(name: str) -> Run:
    import onnxruntime
    from onnx import TensorProto, helper

    ops, x = OnnxOps(), input_of(name)
    result = MODELS[name][0](ops, "x")
    made = helper.make_tensor_value_info(result, TensorProto.FLOAT, None)
    given = helper.make_tensor_value_info("x", TensorProto.FLOAT, x.shape)
    graph = helper.make_graph(ops.nodes, "model", [given], [made], ops.initializers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return lambda: session.run(None, {"x": x})[0]


RUNS: dict[str, Callable[[str], Run]] = {
    "tilewright": tilewright_run,
    "tvm": tvm_run,
    "torch": torch_run,
    "torch.compile": torch_compile_run,
    "jax": jax_run,
    "onnxruntime": onnxruntime_run,
}


def measure(run: Run) -> float:
    """Microseconds of CPU time a call, over about 20 ms of calls."""
    start = time.process_time()
    run()
    once = max(time.process_time() - start, 1e-7)
    count = max(1, min(20000, int(0.02 / once)))
    start = time.process_time()
    for _ in range(count):
        run()
    return (time.process_time() - start) / count * 1e6


def main() -> None:
    """Answer requests until standard input ends."""
    made: dict[str, Run] = {}
    for line in sys.stdin:
        name = json.loads(line)["model"]
        try:
            if name not in made:
                made[name] = RUNS[sys.argv[1]](name)
                for _ in range(20):
                    made[name]()
            result = made[name]()
            values: Any = result.numpy() if hasattr(result, "numpy") else np.asarray(result)
            answer: dict[str, Any] = {"us": measure(made[name]), "sum": float(np.abs(values).sum())}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
