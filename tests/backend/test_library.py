"""Exported libraries, loaded again: in this process and in another, with every kind of argument; and code for other machines."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.transform.programs import program
from tilewright.core.base.diagnostics import UserError
from tilewright.core.driver.build import build
from tilewright.error import DiagnosticError
from tilewright.runtime import ArgumentError, AssertionFailed, Module, load_module

MODULE = """
@I.ir_module
class Module:
    @T.prim_func
    def scale(a: T.handle, b: T.handle, s: T.float32):
        T.func_attr({"global_symbol": "scale"})
        n = T.int32()
        A = T.match_buffer(a, (n,))
        B = T.match_buffer(b, (n,))
        for i in T.parallel(n):
            assert A[i] >= T.float32(0), "negative"
            B[i] = A[i] * s
    @T.prim_func
    def largest(A: T.Buffer((4,), "int64")) -> T.int64:
        T.func_attr({"global_symbol": "largest"})
        return T.max(T.max(A[0], A[1]), T.max(A[2], A[3]))
    @T.prim_func
    def halves(A: T.Buffer((4,), "float16"), x: T.float16):
        T.func_attr({"global_symbol": "halves"})
        for i in range(4):
            A[i] = A[i] * x
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("library") / "functions.so"
    build(program(MODULE)).export_library(path)
    return path


@pytest.fixture
def loaded(library: Path) -> Module:
    return load_module(library)


def test_names_are_those_of_the_module(loaded: Module) -> None:
    assert loaded.function_names == ("scale", "largest", "halves")


@pytest.mark.parametrize("n", [0, 1, 5, 1000])
def test_arrays_of_symbolic_size_and_parallel_loops(loaded: Module, n: int) -> None:
    a, b = np.arange(n, dtype="float32"), np.zeros(n, "float32")
    loaded["scale"](a, b, 0.5)
    np.testing.assert_array_equal(b, a / 2)


def test_arrays_that_share_memory(loaded: Module) -> None:
    a = np.arange(8, dtype="float32")
    loaded["scale"](a, a, 2.0)
    np.testing.assert_array_equal(a, 2 * np.arange(8))


def test_results_and_half_precision(loaded: Module) -> None:
    assert loaded["largest"](np.array([3, -1, 7, 2])) == 7
    a = np.arange(4, dtype="float16")
    loaded["halves"](a, 1.5)
    np.testing.assert_array_equal(a, np.arange(4, dtype="float16") * 1.5)


def test_arguments_are_checked(loaded: Module) -> None:
    a = np.arange(4, dtype="float32")
    with pytest.raises(ArgumentError, match="dimension 0"):
        loaded["scale"](a, np.zeros(5, "float32"), 1.0)
    frozen = np.zeros(4, "float32")
    frozen.flags.writeable = False
    loaded["scale"](frozen, a, 1.0)
    with pytest.raises(ArgumentError, match="read-only"):
        loaded["scale"](a, frozen, 1.0)
    with pytest.raises(AssertionFailed, match="negative"):
        loaded["scale"](-1 - a, a, 1.0)


def test_library_has_no_source(loaded: Module, library: Path, tmp_path: Path) -> None:
    for form in ("ll", "asm"):
        with pytest.raises(ValueError, match="machine code only"):
            loaded.get_source(form)
    loaded.export_library(tmp_path / "copy.so")
    assert (tmp_path / "copy.so").read_bytes() == library.read_bytes()


FRESH = """
import sys
import numpy as np
from tilewright.runtime import load_module
a, b = np.arange(100, dtype="float32"), np.zeros(100, "float32")
load_module(sys.argv[1])["scale"](a, b, 3.0)
assert (b == a * 3).all()
assert "llvmlite" not in sys.modules
"""


def test_another_process_needs_no_compiler(library: Path) -> None:
    done = subprocess.run([sys.executable, "-c", FRESH, str(library)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_other_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "text.so").write_text("no library")
    with pytest.raises(OSError, match=r"text\.so"):
        load_module(tmp_path / "text.so")
    import _ctypes

    other = load_module(_ctypes.__file__)
    with pytest.raises(AttributeError, match="no function 'main': it has no symbol __tvm_ffi_main"):
        other["main"]


def test_functions_that_call_python_stay_at_home(tmp_path: Path) -> None:
    text = '@T.prim_func\ndef main(x: T.int32):\n    T.call_packed("somewhere", x)\n'
    with pytest.raises(UserError, match="cannot be exported"):
        build(program(text)).export_library(tmp_path / "no.so")


ADD = """
@T.prim_func
def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    for i in T.parallel(64):
        A[i] = A[i] + B[i]
"""


@pytest.mark.parametrize(
    ("target", "word"),
    [
        ("llvm -mtriple=aarch64-unknown-linux-gnu -mcpu=neoverse-n1", "fadd"),
        ("llvm -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3", "ymm"),
        ("llvm -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64", "xmm"),
        ("llvm -mtriple=riscv64-unknown-linux-gnu -mattr=+m,+f,+d", "fadd.s"),
        ("llvm -mtriple=i386-pc-linux-gnu", "fadd"),
        ("llvm -mtriple=i686-pc-linux-gnu -mcpu=pentium4", "addss"),
    ],
)
def test_assembly_for_other_machines(target: str, word: str) -> None:
    assert word in build(program(ADD), target).get_source("asm")


STRANGER = """
@T.prim_func
def f(x: T.int32) -> T.int32:
    return T.call_extern("int32", "nobody_has_this", x)
"""


def test_c_functions_of_another_program() -> None:
    """Code that calls them is compiled and inspected; it runs where they are linked."""
    built = build(program(STRANGER), "llvm")
    assert "@nobody_has_this" in built.get_source("ll")
    with pytest.raises(
        RuntimeError, match="calls the C function `nobody_has_this`, and neither this process nor the C"
    ):
        built(3)


def test_a_type_wider_than_the_machine_s() -> None:
    text = """
@T.prim_func
def main(A: T.Buffer((4,), "int99")):
    A[0] = A[1]
"""
    with pytest.raises(DiagnosticError, match="int99 is wider than the 64 bits"):
        build(program(text))
