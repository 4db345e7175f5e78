"""Programs in tirx as TVM 0.27 prints them: sizes that are text, and vectors read with `T.Ramp`."""

from __future__ import annotations

import pytest

from tilewright.core.ir.structural import assert_structural_equal
from tilewright.ir.expr import Var
from tilewright.ir.function import PrimFunc
from tilewright.ir.stmt import Block, BlockRealize, Evaluate
from tilewright.script import from_source
from tilewright.script import tir as T
from tilewright.script.ir_builder import IRBuilder, tirx


def test_a_size_that_is_text_and_then_made() -> None:
    printed = from_source(
        '@T.prim_func(s_tir=True)\ndef main(A: T.Buffer(("n", "m"), "float32"), B: T.Buffer((n, m), "float32")):\n'
        "    n, m = T.int32(), T.int32()\n    for i in range(n):\n        B[i, 0] = A[i, m - 1]\n"
    )
    classic = from_source(
        "@T.prim_func\ndef main(a: T.handle, b: T.handle):\n    n, m = T.int32(), T.int32()\n"
        "    A = T.match_buffer(a, (n, m))\n    B = T.match_buffer(b, (n, m))\n"
        "    for i in range(n):\n        B[i, 0] = A[i, m - 1]\n"
    )
    assert_structural_equal(printed, classic)


def test_vectors_are_read_with_ramps_and_stored_to_slices() -> None:
    func = from_source('@T.prim_func\ndef main(A: T.Buffer((8,), "float32")):\n    A[0:4] = A[0:4] + A[4:8]\n')
    assert func.script().endswith("    A[0:4] = A[0:4] + A[4:8]")
    text = func.script(dialect="tirx")
    assert text.endswith("    A[0:4] = A[T.Ramp(0, 1, 4)] + A[T.Ramp(4, 1, 4)]")
    assert_structural_equal(from_source(text), func)


def test_a_shift_by_nothing_is_dropped() -> None:
    func = from_source('@T.prim_func\ndef main(A: T.Buffer((8,), "int32")):\n    A[0] = A[1] >> 0\n')
    assert func.script().endswith("    A[0] = A[1]")


def test_vectors_of_any_number_of_lanes() -> None:
    func = from_source(
        '@T.prim_func\ndef main(A: T.Buffer((128,), "int8")):\n    v: T.int8x128 = A[T.Ramp(0, 1, 128)]\n    A[T.Ramp(0, 1, 128)] = v\n'
    )
    text = func.script(dialect="tirx")
    assert "v: T.let[T.int8x128] = " in text
    assert_structural_equal(from_source(text), func)


@T.prim_func
def memory(x: T.int32):
    d = T.allocate([128], "float16", "global")
    T.evaluate(d)
    for i in range(128):
        A = T.Buffer((128,), "float16", data=d)
        A[i] = A[i] + T.float16(1)


@T.prim_func
def pointer_of_a_buffer(x: T.int32):
    A = T.decl_buffer([128], "float16")
    T.evaluate(A.data)


@T.prim_func
def buffer_and_pointer(x: T.int32):
    A = T.decl_buffer([128], "float16")
    T.evaluate(A.data)
    A[0] = T.float16(0)


@T.prim_func
def unused_buffer(x: T.int32):
    A = T.decl_buffer([128], "float16")  # noqa: F841
    T.evaluate(x)


@T.prim_func
def part_of_a_buffer(x: T.int32):
    A = T.decl_buffer([128], "float16")
    with T.block("x"):
        T.reads(A[0:3])
        T.writes()
        B = T.match_buffer(A[0:3], (3,), "float16")
        T.evaluate(B.data)


@T.prim_func
def mark_of_a_buffer(x: T.int32):
    A = T.decl_buffer([128], "float16")
    T.attr(A, "k", 1)
    T.evaluate(A.data)


@T.prim_func
def unused_memory(x: T.int32):
    T.allocate([128], "float32", "local")
    T.evaluate(x)


MEMORY = [
    memory,
    unused_memory,
    pointer_of_a_buffer,
    buffer_and_pointer,
    unused_buffer,
    part_of_a_buffer,
    mark_of_a_buffer,
]


@pytest.mark.parametrize("func", MEMORY, ids=lambda func: func.name)
def test_memory_with_and_without_a_buffer_declared_over_it(func: PrimFunc) -> None:
    assert_structural_equal(from_source(func.script(dialect="tirx")), func)


def test_the_message_of_an_assertion_is_in_two_parts() -> None:
    func = from_source(
        "@T.prim_func\ndef main(n: T.int32):\n    assert n > 3, 'small'\n    assert n > 4, 'ValueError: odd'\n"
    )
    text = func.script(dialect="tirx")
    assert 'assert n > 3, ("RuntimeError", ["small"])' in text
    assert 'assert n > 4, ("ValueError", ["odd"])' in text
    assert_structural_equal(from_source(text), func)


def test_whether_a_function_may_have_blocks_is_said_as_it_was() -> None:
    head = "from tvm.script import tirx as T\n\n"
    for decorator in ("@T.prim_func", "@T.prim_func(s_tir=True)", "@T.prim_func(private=True)"):
        func = from_source(f"{head}{decorator}\ndef main(n: T.int32):\n    T.evaluate(n)\n")
        assert f"\n{decorator}\n" in func.script(dialect="tirx")
        assert f"\n{decorator}\n" in func.with_attr("k", 1).script(dialect="tirx")


def test_the_builder_of_tirx_has_memory_and_names_as_lines_of_their_own() -> None:
    with IRBuilder() as builder, tirx.prim_func():
        tirx.func_name("main")
        memory = tirx.alloc_buffer([16], "float32")
        view = tirx.decl_buffer([4, 4], "float32", data=memory.data)
        value = IRBuilder.name("value", tirx.bind(tirx.float32(2)))
        tirx.buffer_store(view, value, [0, 0])
        tirx.buffer_store(memory, value, [5])
    text = builder.get().script(dialect="tirx")
    assert text.split("\n")[3:] == [
        "@T.prim_func",
        "def main():",
        "    buffer = T.alloc_buffer((16,))",
        "    buffer_1 = T.decl_buffer((4, 4), data=buffer.data)",
        "    value: T.let[T.float32] = T.float32(2.0)",
        "    buffer_1[0, 0] = value",
        "    buffer[5] = value",
    ]


def test_names_that_end_before_the_suite_are_not_given_again() -> None:
    func = from_source(
        "@T.prim_func\ndef main(A: T.Buffer((4,), 'int32'), n: T.int32):\n"
        "    with T.LetStmt(n + 1) as x:\n        A[0] = x\n    with T.LetStmt(n + 2) as x:\n        A[1] = x\n"
        "    with T.decl_buffer((3,), 'int32') as B:\n        B[0] = n\n    with T.decl_buffer((3,), 'int32') as B:\n        B[1] = n\n"
    )
    text = func.script(dialect="tirx")
    assert [line.split(" = ")[0].strip() for line in text.split("\n")[5:]] == [
        *("x: T.let[T.int32]", "A[0]", "x_1: T.let[T.int32]", "A[1]", "B", "B[0]", "B_1", "B_1[1]")
    ]
    assert from_source(text).script(dialect="tirx") == text


def test_a_function_made_without_a_word_on_blocks_says_what_it_has() -> None:
    made = PrimFunc([Var("n", "int32")], Evaluate(0))  # pyright: ignore[reportArgumentType]
    assert "s_tir" not in made.script(dialect="tirx")
    block = Block([], [], [], "b", Evaluate(0))  # pyright: ignore[reportArgumentType]
    blocks = made.with_body(BlockRealize([], True, block))  # pyright: ignore[reportArgumentType]
    assert "@T.prim_func(private=True, s_tir=True)" in blocks.script(dialect="tirx")


def test_open_sizes_stand_in_the_signature() -> None:
    text = """# from typing import TypeVar
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

n = TypeVar("n")
@T.prim_func
def main(A: T.Buffer((n, "m"), "float32"), k: T.int32, B: T.Buffer((m, k), "float16", strides=(k, 1), scope="shared"), C: T.Buffer(("n * T.int64(2)",), "int8")):
    m = T.int32()
    B[0, 0] = T.Cast("float16", A[0, m - 1])
"""
    func = from_source(text)
    assert func.script(dialect="tirx") == text.rstrip("\n")
    assert [str(size) for size in func.buffer_map[func.params[0]].shape] == ["n", "m"]
    assert func.buffer_map[func.params[3]].shape[0].a is func.buffer_map[func.params[0]].shape[0]


def test_sizes_of_relax_are_type_variables() -> None:
    text = """# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import relax as R

m = TypeVar("m")
n = TypeVar("n")
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((n, "n * 2"), dtype="float32"), s: R.Shape([m])) -> R.Tensor((n, "n * 2"), dtype="float32"):
        return x
"""
    assert from_source(text).script(dialect="tirx") == text.rstrip("\n")


def test_a_local_buffer_of_one_element_is_a_name() -> None:
    text = """# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def main(A: T.Buffer((4,), "float32")):
    x: T.float32 = A[0]
    y: T.int32
    for i in range(4):
        x = x + A[i]
        y = i
    B = T.alloc_local((1,))
    B[0] = x
    T.call_extern("int32", "f", B.data)
    C = T.alloc_shared((4,))
    C[y] = B[0]
    with T.attr(y, "key", 1):
        A[1] = C[0]
"""
    func = from_source(text)
    assert func.script(dialect="tirx") == text.rstrip("\n")
    assert_structural_equal(from_source(func.script(dialect="tirx")), func)


def test_the_printers_options_have_the_names_of_the_later_release() -> None:
    func = from_source(
        "@T.prim_func\ndef main(A: T.Buffer((4,), 'float16')):\n    B = T.decl_buffer((4,), 'float16')\n    B[0] = A[0]\n"
    )
    text = func.script(
        dialect="tirx", extra_config={"tirx.prefix": "X", "tirx.buffer_dtype": "float16"}, show_all_ty=False
    )
    assert "import tirx as X" in text
    assert "B = X.alloc_buffer((4,))" in text
