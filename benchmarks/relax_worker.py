"""One peer's models in a process of its own: reads `{"model": ...}` lines, answers with microseconds a call and with the sum of the results.

Each round runs the model often enough to take about 20 ms.  With one thread the process's CPU time counts; with several, the least time of a call by the clock.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from processor_time import microseconds
from relax_models import MODELS

Run = Callable[[], Any]
THREADS = int(os.environ.get("OMP_NUM_THREADS", "1"))


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

    def conv2d(self, a: Any, w: Any, stride: int = 1, padding: int = 1) -> Any:
        return self.builder.emit(self.op.nn.conv2d(a, w, strides=stride, padding=padding))

    def max_pool2d(self, a: Any) -> Any:
        return self.builder.emit(self.op.nn.max_pool2d(a, pool_size=(2, 2), strides=(2, 2)))

    def mean_of_pixels(self, a: Any) -> Any:
        return self.builder.emit(self.op.mean(a, [2, 3]))

    def batch_norm(self, a: Any, gamma: Any, beta: Any, mean: Any, variance: Any) -> Any:
        return self.builder.emit(self.op.nn.batch_norm(a, gamma, beta, mean, variance, axis=1)[0])

    def concat(self, a: Any, b: Any, axis: int) -> Any:
        return self.builder.emit(self.op.concat([a, b], axis))

    def int_matmul(self, a: Any, b: Any) -> Any:
        return self.builder.emit(self.op.matmul(a, b, out_dtype="int32"))

    def dequantize(self, a: Any, scale: float) -> Any:
        numbers = self.builder.emit(self.op.astype(a, "float32"))
        return self.builder.emit(self.op.multiply(numbers, self.relax.const(scale, "float32")))

    def quantize(self, a: Any) -> Any:
        whole = self.builder.emit(self.op.clip(self.builder.emit(self.op.round(a)), 0, 127))
        return self.builder.emit(self.op.astype(whole, "int8"))

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
    model = MODELS[name]
    builder = relax.BlockBuilder()
    info: Any = getattr(relax, "TensorType", None) or relax.TensorStructInfo
    given = [relax.Var(f"x{at}", info(shape, model.dtype)) for at, shape in enumerate(model.shapes)]
    with builder.function("main", given):
        with builder.dataflow():
            made = model.function(RelaxOps(relax, builder), *given)
            made = relax.Tuple(made) if isinstance(made, tuple) else made
            result = builder.emit_output(made)
        builder.emit_func_output(result)
    return builder.get()


def tilewright_run(name: str) -> Run:
    from tilewright import relax
    from tilewright.relax.frontend.torch import from_exported_program
    from tilewright.runtime import tensor

    model = MODELS[name]
    made = (
        from_exported_program(exported(name), unwrap_unit_return_tuple=True)
        if model.exported
        else relax_module(relax, name)
    )
    call, given = relax.VirtualMachine(relax.build(made))["main"], [tensor(each) for each in model.inputs()]
    return lambda: call(*given)


def tvm_run(name: str) -> Run:
    import tvm
    from tvm import relax

    target = tvm.target.Target({"kind": "llvm", "mcpu": tvm.target.codegen.llvm_get_system_cpu()})
    machine = relax.VirtualMachine(relax.build(relax_module(relax, name), target), tvm.cpu())
    call, given = machine["main"], [tvm.runtime.tensor(each) for each in MODELS[name].inputs()]
    return lambda: call(*given)


class TorchOps:
    """Functions of torch."""

    def __init__(self) -> None:
        import torch

        self.f, self.from_numpy = torch.nn.functional, torch.from_numpy
        self.add, self.matmul, self.reshape, self.permute = torch.add, torch.matmul, torch.reshape, torch.permute
        self.relu, self.torch = torch.relu, torch

    def const(self, value: np.ndarray) -> Any:
        return self.from_numpy(value.copy())

    def conv2d(self, a: Any, w: Any, stride: int = 1, padding: int = 1) -> Any:
        return self.f.conv2d(a, w, stride=stride, padding=padding)

    def max_pool2d(self, a: Any) -> Any:
        return self.f.max_pool2d(a, 2)

    def mean_of_pixels(self, a: Any) -> Any:
        return a.mean((2, 3))

    def batch_norm(self, a: Any, gamma: Any, beta: Any, mean: Any, variance: Any) -> Any:
        return self.f.batch_norm(a, mean, variance, gamma, beta)

    def concat(self, a: Any, b: Any, axis: int) -> Any:
        return self.torch.cat((a, b), axis)

    def int_matmul(self, a: Any, b: Any) -> Any:
        return self.torch._int_mm(a, b)

    def dequantize(self, a: Any, scale: float) -> Any:
        return a.to(self.torch.float32) * scale

    def quantize(self, a: Any) -> Any:
        return a.round().clip(0, 127).to(self.torch.int8)

    def softmax(self, a: Any) -> Any:
        return self.f.softmax(a, -1)

    def layer_norm(self, a: Any, gamma: Any, beta: Any) -> Any:
        return self.f.layer_norm(a, tuple(gamma.shape), gamma, beta)


def torch_function(name: str) -> tuple[Any, list[Any]]:
    """The model as a graph of torch, so that its weights are made once; and its inputs."""
    import torch

    torch.set_num_threads(THREADS)
    torch.set_grad_enabled(False)
    model, ops = MODELS[name], TorchOps()
    # Tracing asks for parameters by name.
    forms: dict[int, Callable[..., Any]] = {
        1: lambda x: model.function(ops, x),
        3: lambda x, y, z: model.function(ops, x, y, z),
    }
    return torch.fx.symbolic_trace(forms[len(model.shapes)]), [torch.from_numpy(each) for each in model.inputs()]


def exported(name: str) -> Any:
    """The model as torch.export gives it to importers."""
    import torch

    function, given = torch_function(name)
    return torch.export.export(function, tuple(given))


def torch_run(name: str) -> Run:
    function, given = torch_function(name)
    return lambda: function(*given)


def torch_compile_run(name: str) -> Run:
    import torch

    function, given = torch_function(name)
    compiled = torch.compile(function)
    return lambda: compiled(*given)


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

    def conv2d(self, a: Any, w: Any, stride: int = 1, padding: int = 1) -> Any:
        return self.jax.lax.conv_general_dilated(a, w, (stride, stride), [(padding, padding)] * 2)

    def mean_of_pixels(self, a: Any) -> Any:
        return a.mean((2, 3))

    def batch_norm(self, a: Any, gamma: Any, beta: Any, mean: Any, variance: Any) -> Any:
        scale = gamma * self.jax.lax.rsqrt(variance + 1e-5)
        return a * scale[:, None, None] + (beta - mean * scale)[:, None, None]

    def concat(self, a: Any, b: Any, axis: int) -> Any:
        return self.jnp.concatenate((a, b), axis)

    def int_matmul(self, a: Any, b: Any) -> Any:
        return self.jax.lax.dot(a, b, preferred_element_type="int32")

    def dequantize(self, a: Any, scale: float) -> Any:
        return a.astype("float32") * scale

    def quantize(self, a: Any) -> Any:
        return self.jnp.clip(self.jnp.round(a), 0, 127).astype("int8")

    def max_pool2d(self, a: Any) -> Any:
        n, c, h, w = a.shape
        return a.reshape(n, c, h // 2, 2, w // 2, 2).max((3, 5))

    def layer_norm(self, a: Any, gamma: Any, beta: Any) -> Any:
        centred = a - a.mean(-1, keepdims=True)
        return centred * self.jax.lax.rsqrt((centred * centred).mean(-1, keepdims=True) + 1e-5) * gamma + beta


def jax_run(name: str) -> Run:
    import jax

    ops = JaxOps()
    compiled = jax.jit(lambda *given: MODELS[name].function(ops, *given))
    given = [jax.numpy.asarray(each) for each in MODELS[name].inputs()]
    return lambda: jax.block_until_ready(compiled(*given))


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

    def conv2d(self, a: str, w: str, stride: int = 1, padding: int = 1) -> str:
        return self.node("Conv", a, w, pads=[padding] * 4, strides=[stride] * 2)

    def mean_of_pixels(self, a: str) -> str:
        return self.node("ReduceMean", a, axes=[2, 3], keepdims=0)

    def batch_norm(self, a: str, gamma: str, beta: str, mean: str, variance: str) -> str:
        return self.node("BatchNormalization", a, gamma, beta, mean, variance)

    def concat(self, a: str, b: str, axis: int) -> str:
        return self.node("Concat", a, b, axis=axis)

    def int_matmul(self, a: str, b: str) -> str:
        return self.node("MatMulInteger", a, b)

    def dequantize(self, a: str, scale: float) -> str:
        return self.node("Mul", self.node("Cast", a, to=1), self.const(np.array(scale, "float32")))

    def quantize(self, a: str) -> str:
        low, high = (self.const(np.array(each, "float32")) for each in (0, 127))
        return self.node("Cast", self.node("Clip", self.node("Round", a), low, high), to=2)

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

    model, ops = MODELS[name], OnnxOps()
    # Its products of unsigned by signed bytes are the quick ones, and no input is below 0.
    arrays = [each.astype("uint8") if each.dtype == "int8" else each for each in model.inputs()]
    names = [f"x{at}" for at in range(len(arrays))]
    made = model.function(ops, *names)
    results = made if isinstance(made, tuple) else (made,)
    outputs = [helper.make_tensor_value_info(each, TensorProto.FLOAT, None) for each in results]
    inputs = [
        helper.make_tensor_value_info(each, helper.np_dtype_to_tensor_dtype(array.dtype), array.shape)
        for each, array in zip(names, arrays)
    ]
    graph = helper.make_graph(ops.nodes, "model", inputs, outputs, ops.initializers)
    proto = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = THREADS, 1
    session = onnxruntime.InferenceSession(proto.SerializeToString(), options, providers=["CPUExecutionProvider"])
    given = dict(zip(names, arrays))
    return lambda: session.run(None, given)


RUNS: dict[str, Callable[[str], Run]] = {
    "tilewright": tilewright_run,
    "tvm": tvm_run,
    "torch": torch_run,
    "torch.compile": torch_compile_run,
    "jax": jax_run,
    "onnxruntime": onnxruntime_run,
}


def total(result: Any) -> float:
    """The sum of the absolute values of all results."""
    each = getattr(result, "numpy", None)
    if (
        each is None
        and not isinstance(result, np.ndarray)
        and hasattr(result, "__getitem__")
        and not hasattr(result, "dtype")
    ):
        return sum(total(result[at]) for at in range(len(result)))
    return float(np.abs(np.asarray(result if each is None else each(), dtype="float64")).sum())


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
            found = total(made[name]())
            answer: dict[str, Any] = {"us": microseconds(made[name], THREADS), "sum": found}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
