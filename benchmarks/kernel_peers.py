"""The kernels of `kernels.py` by other libraries: for each library, by family, what makes a call of the operands.

Each maker gets the inputs and the output array and gives a function without arguments, which returns the result or writes it into the output.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
Make = Callable[[list[Array], Array], Callable[[], Any]]


# numpy, and numpy with the kernels of OpenBLAS for AVX-512


def _numpy_conv(inputs: list[Array], out: Array) -> Callable[[], Any]:
    a, w = inputs
    windows = np.lib.stride_tricks.sliding_window_view(a, w.shape[2:], axis=(2, 3))[0]
    flat = w.reshape(w.shape[0], -1)

    def run() -> None:
        columns = windows.transpose(0, 3, 4, 1, 2).reshape(flat.shape[1], -1)
        np.matmul(flat, columns, out=out.reshape(out.shape[1], -1))

    return run


def _numpy_softmax(inputs: list[Array], out: Array) -> Callable[[], Any]:
    (a,) = inputs

    def run() -> None:
        np.subtract(a, a.max(axis=1, keepdims=True), out=out)
        np.exp(out, out=out)
        np.divide(out, out.sum(axis=1, keepdims=True), out=out)

    return run


def _numpy_layernorm(inputs: list[Array], out: Array) -> Callable[[], Any]:
    a, gain, bias = inputs

    def run() -> None:
        np.subtract(a, a.mean(axis=1, keepdims=True), out=out)
        scale = 1 / np.sqrt(np.square(out).mean(axis=1, keepdims=True) + np.float32(1e-5))
        np.multiply(out, scale, out=out)
        np.multiply(out, gain, out=out)
        np.add(out, bias, out=out)

    return run


def _numpy_fused(inputs: list[Array], out: Array) -> Callable[[], Any]:
    a, b, c = inputs

    def run() -> None:
        np.multiply(a, b, out=out)
        np.add(out, c, out=out)
        np.maximum(out, 0, out=out)

    return run


def _numpy_mlp(inputs: list[Array], out: Array) -> Callable[[], Any]:
    x, w, p, v, q = inputs
    return lambda: np.add(np.matmul(np.maximum(np.matmul(x, w) + p, 0), v), q, out=out)


def _stencil5(a: Any) -> Any:
    near = a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:]
    return a[1:-1, 1:-1] * np.float32(0.5) + near * np.float32(0.125)


def _stencil3(a: Any) -> Any:
    return (a[:-2] + a[1:-1] + a[2:]) * np.float32(0.25)


NUMPY: dict[str, Make] = {
    "gemm": lambda inputs, out: lambda: np.matmul(*inputs, out=out),
    "conv2d": _numpy_conv,
    "softmax": _numpy_softmax,
    "layernorm": _numpy_layernorm,
    "fused": _numpy_fused,
    "sum": lambda inputs, out: lambda: np.sum(inputs[0], keepdims=True, out=out),
    "transpose": lambda inputs, out: lambda: np.copyto(out, inputs[0].T),
    "stencil3": lambda inputs, out: lambda: _stencil3(inputs[0]),
    "stencil5": lambda inputs, out: lambda: _stencil5(inputs[0]),
    "mlp": _numpy_mlp,
}


# PyTorch


def _torch(function: Callable[..., Any], into_out: bool = False) -> Make:
    def make(inputs: list[Array], out: Array) -> Callable[[], Any]:
        import torch

        given, result = [torch.from_numpy(each) for each in inputs], torch.from_numpy(out)

        def run() -> Any:
            with torch.inference_mode():
                return function(torch, *given, out=result) if into_out else function(torch, *given)

        return run

    return make


TORCH: dict[str, Make] = {
    "gemm": _torch(lambda torch, a, b, out: torch.matmul(a, b, out=out), True),
    "int8": _torch(lambda torch, a, b: torch._int_mm(a, b)),
    "conv2d": _torch(lambda torch, a, w: torch.nn.functional.conv2d(a, w)),
    "depthwise": _torch(lambda torch, a, w: torch.nn.functional.conv2d(a, w, groups=w.shape[0])),
    "softmax": _torch(lambda torch, a: torch.softmax(a, 1)),
    "layernorm": _torch(lambda torch, a, g, h: torch.nn.functional.layer_norm(a, a.shape[1:], g, h)),
    "fused": _torch(lambda torch, a, b, c: torch.relu_(torch.addcmul(c, a, b))),
    "sum": _torch(lambda torch, a: torch.sum(a)),
    "transpose": _torch(lambda torch, a, out: out.copy_(a.T), True),
    "stencil3": _torch(lambda torch, a: (a[:-2] + a[1:-1] + a[2:]) * 0.25),
    "stencil5": _torch(
        lambda torch, a: a[1:-1, 1:-1] * 0.5 + (a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:]) * 0.125
    ),
    "mlp": _torch(lambda torch, x, w, p, v, q: torch.addmm(q, torch.relu(torch.addmm(p, x, w)), v)),
}


# jax


def _jax(function: Callable[..., Any]) -> Make:
    def make(inputs: list[Array], out: Array) -> Callable[[], Any]:
        import jax
        import jax.numpy as jnp

        compiled = jax.jit(lambda *given: function(jax, *given))
        given = [jnp.asarray(each) for each in inputs]
        compiled(*given).block_until_ready()
        return lambda: compiled(*given).block_until_ready()

    return make


JAX: dict[str, Make] = {
    "gemm": _jax(lambda jax, a, b: a @ b),
    "int8": _jax(lambda jax, a, b: jax.lax.dot(a, b, preferred_element_type="int32")),
    "conv2d": _jax(lambda jax, a, w: jax.lax.conv(a, w, (1, 1), "VALID")),
    "depthwise": _jax(
        lambda jax, a, w: jax.lax.conv_general_dilated(a, w, (1, 1), "VALID", feature_group_count=w.shape[0])
    ),
    "softmax": _jax(lambda jax, a: jax.nn.softmax(a, axis=1)),
    "layernorm": _jax(
        lambda jax, a, g, h: (a - a.mean(1, keepdims=True)) * jax.lax.rsqrt(a.var(1, keepdims=True) + 1e-5) * g + h
    ),
    "fused": _jax(lambda jax, a, b, c: jax.numpy.maximum(a * b + c, 0)),
    "sum": _jax(lambda jax, a: a.sum()),
    "transpose": _jax(lambda jax, a: a.T.copy()),
    "stencil3": _jax(lambda jax, a: _stencil3(a)),
    "stencil5": _jax(lambda jax, a: _stencil5(a)),
    "mlp": _jax(lambda jax, x, w, p, v, q: jax.numpy.maximum(x @ w + p, 0) @ v + q),
}


# ONNX Runtime


def _onnx(*nodes: tuple[str, str, str, dict[str, Any]]) -> Make:
    """A graph of nodes, each an operator, its inputs, its output and its attributes; the inputs are called a, b, c, ..., the output `out`."""

    def make(inputs: list[Array], out: Array) -> Callable[[], Any]:
        import os

        import onnx
        import onnxruntime as runtime
        from onnx import helper

        names = "abcdefg"[: len(inputs)]
        described = [
            helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(each.dtype), each.shape)
            for name, each in zip(names, inputs)
        ]
        kind = helper.np_dtype_to_tensor_dtype(out.dtype)
        result = helper.make_tensor_value_info("out", kind, None)
        made = [helper.make_node(op, given.split(), [to], **attrs) for op, given, to, attrs in nodes]
        zero = helper.make_tensor("zero", onnx.TensorProto.FLOAT, [], [0.0])
        graph = helper.make_graph(made, "kernel", described, [result], [zero])
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
        options = runtime.SessionOptions()
        options.intra_op_num_threads = int(os.environ.get("OMP_NUM_THREADS", "1"))
        session = runtime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
        binding = session.io_binding()
        for name, each in zip(names, inputs):
            binding.bind_cpu_input(name, each)
        binding.bind_output("out")

        def run() -> Any:
            session.run_with_iobinding(binding)
            return binding

        run.result = lambda: binding.copy_outputs_to_cpu()[0]  # pyright: ignore[reportFunctionMemberAccess]
        return run

    return make


ONNX: dict[str, Make] = {
    "gemm": _onnx(("MatMul", "a b", "out", {})),
    "int8": _onnx(("MatMulInteger", "a b", "out", {})),
    "conv2d": _onnx(("Conv", "a b", "out", {})),
    "depthwise": _onnx(("Conv", "a b", "out", {"group": 64})),
    "softmax": _onnx(("Softmax", "a", "out", {"axis": 1})),
    "layernorm": _onnx(("LayerNormalization", "a b c", "out", {"axis": 1})),
    "fused": _onnx(("Mul", "a b", "p", {}), ("Add", "p c", "s", {}), ("Relu", "s", "out", {})),
    "sum": _onnx(("ReduceSum", "a", "out", {})),
    "transpose": _onnx(("Transpose", "a", "out", {"perm": [1, 0]})),
    "mlp": _onnx(("Gemm", "a b c", "h", {}), ("Relu", "h", "r", {}), ("Gemm", "r d e", "out", {})),
}


# numba


def _numba(name: str) -> Make:
    def make(inputs: list[Array], out: Array) -> Callable[[], Any]:
        import numba
        import numba_kernels

        threads = numba.get_num_threads() > 1
        compiled = numba.njit(fastmath=True, parallel=threads)(getattr(numba_kernels, name))
        compiled(*inputs, out)
        return lambda: compiled(*inputs, out)

    return make


NUMBA: dict[str, Make] = {
    name: _numba(name)
    for name in (
        "gemm",
        "depthwise",
        "softmax",
        "layernorm",
        "fused",
        "sum",
        "transpose",
        "stencil3",
        "stencil5",
        "mlp",
    )
}

PEERS: dict[str, dict[str, Make]] = {
    "numpy": NUMPY,
    "openblas": {name: NUMPY[name] for name in ("gemm", "conv2d", "mlp")},
    "torch": TORCH,
    "jax": JAX,
    "onnxruntime": ONNX,
    "numba": NUMBA,
}
