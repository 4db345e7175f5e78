"""Calls of compiled kernels from plain Python, with arrays whose shapes, types and identities the text shows."""

from __future__ import annotations

import pytest

from tilewright.core.analyze import analyze
from tilewright.core.describe.instances import with_instances

HEADER = """import numpy as np
import pytest
import tilewright
import torch
import tvm
from tvm.relax.base_py_module import BasePyModule
from tvm.script import ir as I, relax as R, tir as T

N = 100


@T.prim_func
def smooth(A: T.Buffer((100,), "float32"), B: T.Buffer((100,), "float32")):
    for i in range(100):
        B[i] = A[T.max(i - 1, 0)] + A[i]


@T.prim_func
def double(A: T.Buffer((100,), "float32"), B: T.Buffer((100,), "float32")):
    for i in range(100):
        B[i] = A[i] * T.float32(2)


@T.prim_func
def scale(a: T.handle, s: T.handle):
    m, n = T.int64(), T.int64()
    A = T.match_buffer(a, (m, n), "float32")
    S = T.match_buffer(s, (m,), "float32")
    for i, j in T.grid(m, n):
        A[i, j] = A[i, j] * S[i]


@T.prim_func
def vectors(A: T.Buffer((25,), "float32x4"), B: T.Buffer((25,), "float32x4")):
    for i in range(25):
        B[i] = A[i]


@I.ir_module
class Module(BasePyModule):
    @T.prim_func
    def outer(X: T.Buffer((4,), "float32"), Y: T.Buffer((8,), "float32"), Z: T.Buffer((4, 8), "float32")):
        for i, j in T.grid(4, 8):
            Z[i, j] = X[i] * Y[j]

    @R.function
    def graph(x: R.Tensor(("n", 4), "float32"), w: R.Tensor((4, "n"), "float32")):
        return R.matmul(x, w)

    @I.pyfunc
    def forward(self, x, y):
        RETURNED


"""


def said(body: str, returned: str = "return x") -> list[str]:
    """The codes of what is reported, each with its text."""
    text = (
        HEADER.replace("RETURNED", returned)
        + "def main(x, y, z):\n"
        + "".join(f"    {each}\n" for each in body.split("; "))
    )
    return [f"{found.code}: {found.span.text}" for found in analyze(text).diagnostics]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("f = tvm.compile(smooth); f(x, x)", "shared-argument: f(x, x)"),
        ("a = np.ones(100, 'float32'); b = a; tvm.build(smooth)(a, b)", "shared-argument: tvm.build(smooth)(a, b)"),
        ("f = tilewright.build(double); f(x, np.zeros(N))", "call-argument: np.zeros(N)"),
        (
            "f = tilewright.build(double); f(x, np.zeros((N, 1), np.float32))",
            "call-argument: np.zeros((N, 1), np.float32)",
        ),
        ("a = np.random.rand(99).astype('float32'); tilewright.build(double)(a, y)", "call-argument: a"),
        ("a = np.arange(N); tilewright.build(double)(x, a)", "call-argument: a"),
        ("a = tvm.nd.array(np.empty_like(np.ones(N))); tilewright.build(double)(a, y)", "call-argument: a"),
        ("f = tvm.compile(double); f(x)", "call-count: f(x)"),
        ("a, s = np.ones((3, 4), 'float32'), np.ones((4,), 'float32'); tvm.compile(scale)(a, s)", "call-argument: s"),
        ("lib = tvm.compile(Module); lib['outer'](torch.ones(8), y, x)", "call-argument: torch.ones(8)"),
        ("lib = tvm.compile(Module); lib.outer(x, torch.rand((4,)), z)", "call-argument: torch.rand((4,))"),
        (
            "rng = np.random.default_rng(0); tvm.compile(double)(rng.standard_normal(N), y)",
            "call-argument: rng.standard_normal(N)",
        ),
        (
            "m = Module(); m.call_tir('outer', [x], R.Tensor((4, 8), 'float32'))",
            "call-count: m.call_tir('outer', [x], R.Tensor((4, 8), 'float32'))",
        ),
    ],
)
def test_a_call_that_does_not_fit_is_reported(body: str, expected: str) -> None:
    assert said(body) == [expected]


def test_calls_in_python_functions_of_a_module_are_read() -> None:
    wrong = "return self.call_tir(self.outer, [x, y], out_sinfo=R.Tensor((8, 4), 'float32'))"
    assert said("pass", wrong) == ["call-argument: R.Tensor((8, 4), 'float32')"]
    assert said("pass", wrong.replace("(8, 4)", "(4, 8)")) == []


@pytest.mark.parametrize("method", ["call_tir", "call_tir_inplace"])
def test_a_kernel_that_the_module_lacks_is_reported(method: str) -> None:
    wrong = f"return self.{method}(self.outher, [x, y], R.Tensor((4, 8), 'float32'))"
    assert said("pass", wrong) == ["unknown-attribute: outher"]
    assert said("pass", f"self.outher = self.outer; {wrong}") == []
    assert said("pass", wrong.replace("self.outher", "x.outher")) == []


@pytest.mark.parametrize(
    "body",
    [
        "f = tvm.compile(double); f(x, x)",
        "f = tvm.compile(smooth); f(x, y)",
        "a = np.ones(N, 'float32'); f = tvm.compile(smooth); f(a, np.zeros_like(a))",
        "a = np.ones(N, 'float32'); f = tvm.compile(smooth); f(a, a.copy())",
        "a = np.ones(4); a = np.ones(100, 'float32'); tvm.compile(double)(a, y)",
        "a = np.ones(4); global a; tvm.compile(double)(a, y)",
        "a = np.ones((10, 10), 'float32'); tvm.compile(double)(a.reshape(100), y)",
        "f = tvm.compile(double); args = (x, y); f(*args)",
        "a = np.ones((25, 4), 'float32'); tvm.compile(vectors)(a, y)",
        "a, s = np.ones((3, 4), 'float32'), np.ones((3,), 'float32'); tvm.compile(scale)(a, s)",
        "with pytest.raises(TypeError): tvm.compile(double)(np.zeros(N), y)",
        "vm = tvm.relax.VirtualMachine(tvm.compile(Module), tvm.cpu()); vm['graph'](np.ones((3, 4), 'float32'), np.ones((4, 3), 'float32'))",
        "smooth = x; f = tvm.compile(smooth); f(x, x)",
        "f = x.compile(smooth); f(x, x)",
    ],
)
def test_a_call_that_fits_or_is_not_known_is_not_reported(body: str) -> None:
    assert said(body) == []


FACTORY = """
def make(n, dtype="float32"):
    @T.prim_func
    def add(A: T.Buffer((n,), dtype), B: T.Buffer((n,), dtype), C: T.Buffer((n,), dtype)):
        for i in range(n):
            C[i] = A[i] + B[i]

    return add


"""


def said_of_made(body: str) -> list[str]:
    """The codes of what is reported of calls of what a factory has made, each with its text."""
    text = (
        HEADER.replace("RETURNED", "return x") + FACTORY + "def main(x, y, size):\n    " + body.replace("; ", "\n    ")
    )
    return [f"{found.code}: {found.span.text}" for found in with_instances(analyze(text)).diagnostics]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("f = tvm.compile(make(16)); f(x, np.zeros(8, 'float32'), y)", ["call-argument: np.zeros(8, 'float32')"]),
        ("k = make(16); f = tvm.build(k, 'llvm'); f(x, y, np.arange(16))", ["call-argument: np.arange(16)"]),
        ("n = 4 * 4; f = tvm.compile(make(n, 'int8')); a = np.ones(n); f(a, x, y)", ["call-argument: a"]),
        ("tvm.compile(make(N))(x, y)", ["call-count: tvm.compile(make(N))(x, y)"]),
        ("n = 16; f = tvm.compile(make(n)); a = np.ones(n, 'float32'); f(a, a, np.zeros((n,), 'float32'))", []),
        ("f = tvm.compile(make(size)); f(np.zeros(8), x)", []),
        ("size = 8; size = 16; f = tvm.compile(make(size)); f(np.zeros(8), x)", []),
        ("make = len; f = tvm.compile(make(16)); f(x)", []),
    ],
)
def test_arrays_fit_what_a_factory_makes_of_known_values(body: str, expected: list[str]) -> None:
    assert said_of_made(body) == expected
