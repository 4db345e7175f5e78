"""LLVM IR that programs bring along with `pragma_import_llvm`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import tilewright
from tilewright import IRModule
from tilewright.contrib.clang import create_llvm
from tilewright.script import tir as T
from tilewright.tir import Schedule

CODE = """
declare float @sqrtf(float)
@one = constant float 1.0

define float @root_of_sum(float %x, float %y) {
  %z = fadd float %x, %y
  %w = load float, ptr @one
  %v = fmul float %z, %w
  %s = call float @sqrtf(float %v)
  ret float %s
}
"""


@T.prim_func
def rooted(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    for i in range(8):
        with T.block("root_of"):
            vi = T.axis.spatial(8, i)
            B[vi] = T.call_extern("float32", "root_of_sum", A[vi], T.float32(1))


@T.prim_func
def with_attribute(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    T.attr(0, "pragma_import_llvm", "define float @twice(float %x) {\n %y = fadd float %x, %x\n ret float %y\n}")
    for i in range(8):
        B[i] = T.call_extern("float32", "twice", A[i])


def annotated(code: str, place: str = "loop") -> IRModule:
    schedule = Schedule(rooted)
    block = schedule.get_block("root_of")
    schedule.annotate(schedule.get_loops(block)[0] if place == "loop" else block, "pragma_import_llvm", code)
    return schedule.mod


def check(function: object, expected: np.ndarray) -> None:
    data, out = np.arange(8, dtype="float32"), np.zeros(8, "float32")
    function(data, out)  # type: ignore[operator] # pyright: ignore[reportCallIssue]
    np.testing.assert_allclose(out, expected, rtol=1e-6)


@pytest.mark.parametrize("place", ["loop", "block"])
def test_code_of_an_annotation_is_linked(place: str) -> None:
    module = tilewright.build(annotated(CODE, place), target="llvm")
    check(module["main"], np.sqrt(np.arange(8) + 1))
    data = np.arange(8, dtype="float32")
    module["main"](data, data)
    np.testing.assert_allclose(data, np.sqrt(np.arange(8) + 1), rtol=1e-6)


def test_code_of_an_attribute_is_linked() -> None:
    check(tilewright.build(with_attribute, target="llvm")["with_attribute"], 2 * np.arange(8))
    by_function = rooted.with_attr("pragma_import_llvm", CODE)
    check(tilewright.build(by_function, target="llvm")["rooted"], np.sqrt(np.arange(8) + 1))


def test_code_is_exported(tmp_path: Path) -> None:
    """Both forms of a library have the code, and so have two functions of a module."""
    both = IRModule({"main": annotated(CODE)["main"], "again": rooted.with_attr("global_symbol", "again")})
    tilewright.build(both, target="llvm").export_library(str(tmp_path / "lib.so"))
    loaded = tilewright.runtime.load_module(str(tmp_path / "lib.so"))
    check(loaded["rooted"], np.sqrt(np.arange(8) + 1))
    check(loaded["again"], np.sqrt(np.arange(8) + 1))


def test_code_of_a_file_is_linked(tmp_path: Path) -> None:
    """What is kept on disk is of the code in the file, not of its name."""
    path = tmp_path / "code.ll"
    path.write_text(CODE)
    check(tilewright.build(annotated(str(path)), target="llvm")["main"], np.sqrt(np.arange(8) + 1))
    path.write_text(CODE.replace("@one = constant float 1.0", "@one = constant float 4.0"))
    check(tilewright.build(annotated(str(path)), target="llvm")["main"], 2 * np.sqrt(np.arange(8) + 1))


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("define float @f(", "cannot read the code of `pragma_import_llvm`"),
        ("/nowhere/code.ll", "names the file /nowhere/code.ll, which cannot be read: No such file"),
        (
            "float root_of_sum(float x, float y) {\n  return x + y;\n}",
            "is given C: `contrib.clang.create_llvm` compiles C",
        ),
        ("code.c", "is given C"),
        (CODE.replace("root_of_sum", "another"), "calls the C function `root_of_sum`"),
    ],
)
def test_mistakes(code: str, message: str) -> None:
    with pytest.raises(tilewright.TVMError, match=message):
        tilewright.build(annotated(code), target="llvm")["main"](np.zeros(8, "float32"), np.zeros(8, "float32"))


@pytest.fixture
def no_compilers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.mark.usefixtures("no_compilers")
def test_llvm_code_needs_no_clang(tmp_path: Path) -> None:
    """As text and as a file, written to the output as clang would write it."""
    out = tmp_path / "out.ll"
    made = create_llvm(CODE, output=str(out), options=["-O3"])
    assert out.read_text() == made
    check(tilewright.build(annotated(made), target="llvm")["main"], np.sqrt(np.arange(8) + 1))
    check(tilewright.build(annotated(create_llvm(str(out))), target="llvm")["main"], np.sqrt(np.arange(8) + 1))


@pytest.mark.usefixtures("no_compilers")
def test_several_texts_are_linked() -> None:
    root = (
        "define float @root_of_sum(float %x, float %y) {\n %z = call float @sum(float %x, float %y)\n ret float %z\n}"
    )
    declared = f"declare float @sum(float, float)\n{root}"
    made = create_llvm([declared, "define float @sum(float %x, float %y) {\n %z = fadd float %x, %y\n ret float %z\n}"])
    check(tilewright.build(annotated(made), target="llvm")["main"], np.arange(8) + 1)


@pytest.mark.usefixtures("no_compilers")
def test_c_without_a_compiler() -> None:
    with pytest.raises(
        RuntimeError, match=r"C is compiled to LLVM IR by clang, and none is installed .* or give LLVM IR"
    ):
        create_llvm("float f(float x) { return x; }")
