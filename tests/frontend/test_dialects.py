"""Programs in every dialect mean the same: each is read beside the classic one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tilewright as tvm
from tilewright import tir
from tilewright.core.analyze import analyze
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.error import DiagnosticError
from tilewright.script import from_source


def func(
    body: str, header: str = "def f(A: T.Buffer((16,), 'float32'), n: T.int32):", decorator: str = "@T.prim_func"
) -> Any:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return from_source(f"{decorator}\n{header}\n{lines}")


def in_tirx(body: str, header: str = "def f(A: T.Buffer((16,), 'float32'), n: T.int32):") -> Any:
    return func(body, header, "@T.prim_func(s_tir=True)")


CLASSIC_BLOCK = """\
for i, j in T.grid(4, 4):
    with T.block("C"):
        vi = T.axis.spatial(4, {i})
        vj = T.axis.reduce(4, {j})
        T.reads(A[vi * 4 + vj])
        T.writes(A[vi])
        A[vi] = A[vi * 4 + vj]
"""


@pytest.mark.parametrize(
    ("i", "j", "binds"),
    [("i", "j", ""), ("j", "i", "        T.bind(vi, j)\n        T.bind(vj, i)\n")],
    ids=["loops", "bind"],
)
def test_blocks_that_are_called_with_their_axes(i: str, j: str, binds: str) -> None:
    older = func(
        'for i, j in T.grid(4, 4):\n    with T.block([4, T.reduce_axis(0, 4)], "C") as [vi, vj]:\n'
        + binds
        + "        T.reads([A[vi * 4 + vj]])\n        T.writes([A[vi]])\n        A[vi] = A[vi * 4 + vj]\n"
    )
    assert_structural_equal(older, func(CLASSIC_BLOCK.format(i=i, j=j)))


def test_an_axis_without_a_loop_is_reported() -> None:
    with pytest.raises(DiagnosticError, match="unbound-axis"):
        func("for i in range(4):\n    with T.block([4, 4], 'C') as [vi, vj]:\n        A[vi] = 0.0")


def test_a_block_without_any_loop_gets_one_for_each_axis() -> None:
    older = func(
        'with T.block([4, T.reduce_axis(0, 4)], "C") as [vi, vj]:\n    T.reads([A[vi * 4 + vj]])\n    T.writes([A[vi]])\n    A[vi] = A[vi * 4 + vj]'
    )
    assert_structural_equal(older, func(CLASSIC_BLOCK.format(i="i", j="j")))
    assert "for i0, i1 in T.grid(4, 4):" in older.script()


def test_types_by_the_names_that_they_had_before() -> None:
    older = func("A[0] = T.Cast('float32', T.reinterpret('e4m3_float8', T.uint8(1)))")
    assert_structural_equal(older, func("A[0] = T.Cast('float32', T.reinterpret('float8_e4m3fn', T.uint8(1)))"))


def test_one_identity_needs_no_list() -> None:
    text = "T.attr(T.comm_reducer(lambda x, y: x + y, {}), 'reduce_scope', 0)\nA[0] = 0.0"
    assert_structural_equal(func(text.format("T.float32(0)")), func(text.format("[T.float32(0)]")))


def test_pointers_are_read_and_written() -> None:
    older = func("T.store(A.data, n, T.load('float32', A.data, n + 1) * 2.0)")
    assert_structural_equal(older, func("A[n] = A[n + 1] * 2.0"))


def test_memory_is_read_in_vectors() -> None:
    made = func(
        "p = T.allocate([16], 'float32', 'global')\nT.store(p, T.ramp(0, 1, 4), T.load('float32x4', A.data, T.ramp(4, 1, 4)), True)"
    )
    store = made.body.body
    assert str(store.value.dtype) == "float32x4"
    assert tuple(map(int, store.buffer.shape)) == (16,)


def test_memory_of_unknown_size_is_not_checked_against_one() -> None:
    made = func("T.evaluate(T.load('int32', h, 1000))", "def f(h: T.handle):")
    assert made.body.value.buffer.data is made.params[0]


@pytest.mark.parametrize("annotation", ["T.Ptr[T.float32]", "T.Ptr('float32')", "T.handle('float32')"])
def test_pointer_parameters(annotation: str) -> None:
    made = func("T.evaluate(p)", f"def f(p: {annotation}):")
    assert made.params[0].type_annotation.element_type.dtype == "float32"


def test_a_buffer_before_it_was_flattened() -> None:
    made = func("T.preflattened_buffer(A, [4, 4], dtype='float32', data=A.data)\nA[0] = 1.0")
    assert tuple(map(int, made.buffer_map[made.params[0]].shape)) == (4, 4)
    given = np.zeros((4, 4), "float32")
    tvm.build(made)(given, 0)
    assert given[0, 0] == 1


def test_declared_buffers_and_older_names() -> None:
    older = func(
        "B = T.buffer_decl([16], 'float32', data=A.data)\nB[0] = 1.0\nC = T.var('int32')\nwith T.let(C, n):\n    T.evaluate(C)"
    )
    classic = func(
        "B = T.Buffer([16], 'float32', data=A.data)\nB[0] = 1.0\nC = T.int32()\nwith T.LetStmt(n, var=C):\n    T.evaluate(C)"
    )
    assert_structural_equal(older, classic)


# tirx


def test_blocks_of_in_tirx() -> None:
    body = CLASSIC_BLOCK.format(i="i", j="j")
    new = in_tirx(
        "C = T.sblock_alloc_buffer((4,))\nT.func_attr({'tirx.noalias': True})\n" + body.replace("T.block", "T.sblock")
    )
    old = func("C = T.alloc_buffer((4,))\nT.func_attr({'tir.noalias': True})\n" + body)
    assert_structural_equal(new, old)


def test_statements_of_in_tirx() -> None:
    new = in_tirx(
        "x: T.let[T.int32] = n + 1\ny: T.let = x * 2\nz = T.bind(y - 1)\nB = T.alloc_buffer((4,), scope='local')\n"
        "assert n > 0, ('ValueError', ['too ', 'small'])\nassert n > 1, ('RuntimeError', ['no'])\n"
        "with T.attr({'k': 1}):\n    B[z] = A[x]"
    )
    old = func(
        "x: T.int32 = n + 1\ny: T.int32 = x * 2\nz: T.int32 = y - 1\nB = T.decl_buffer((4,), scope='local')\n"
        "assert n > 0, 'ValueError: too small'\nassert n > 1, 'no'\n"
        "with T.attr(0, 'k', 1):\n    B[z] = A[x]"
    )
    assert_structural_equal(new, old)


def test_names_are_cells_in_tirx() -> None:
    new = in_tirx(
        "best = A[0]\nfor i in range(16):\n    if A[i] > best:\n        best = A[i]\nbest += 1.0\nA[0] = best"
    )
    out = np.random.rand(16).astype("float32")
    expected = out.max() + 1
    tvm.build(new)(out, 0)
    assert out[0] == pytest.approx(expected)


def test_cells_are_declared_by_their_type() -> None:
    new = in_tirx("x: T.int32\nx = n\ny: T.float32 = 2.0\nA[x] = y")
    old = func(
        "x = T.decl_buffer((1,), 'int32', scope='local')\nx[0] = n\ny = T.decl_buffer((1,), 'float32', scope='local')\ny[0] = 2.0\nA[x[0]] = y[0]"
    )
    assert_structural_equal(new, old)


def test_cells_are_made_by_name() -> None:
    new = in_tirx("x = T.local_scalar('int32')\nx = n\nx += 1\nA[x] = 0.0")
    assert_structural_equal(new, in_tirx("x: T.int32\nx = n\nx = x + 1\nA[x] = 0.0"))


def test_what_a_decided_branch_defines_is_known_behind_it_in_tirx() -> None:
    new = in_tirx("if 1 < 2:\n    x = n + 1\nelse:\n    x = n + 2\nA[x] = 0.0")
    assert_structural_equal(new, in_tirx("x = n + 1\nA[x] = 0.0"))
    with pytest.raises(DiagnosticError, match="`x` is not defined here any more"):
        func("if 1 < 2:\n    x = n + 1\nA[x] = 0.0")


def test_what_an_undecided_branch_defines_is_not_missed_in_tirx() -> None:
    text = (
        "from tvm.script import tirx as T\nfrom elsewhere import flag, start\n\n\n@T.prim_func\n"
        "def f(A: T.Buffer((16,), 'float32'), n: T.int32):\n    x: T.int32\n    x = start\n"
        "    if flag:\n        y = n + 1\n    A[x + y] = 0.0\n"
    )
    assert not analyze(text).diagnostics


def test_expressions_have_types_in_tirx() -> None:
    pointer = tir.Var("p", tvm.ir.PointerType(tvm.ir.PrimType("int64")))
    assert (tir.Var("n", "int64") + 1).ty == tvm.ir.PrimType("int64")
    assert pointer.ty == tvm.ir.PointerType(tvm.ir.PrimType("int64"))


def test_sizes_are_text_in_tirx() -> None:
    new = in_tirx("A[0] = B[n * 2 - 1]", "def f(A: T.Buffer(('m',)), B: T.Buffer(('n * 2',), 'float32'), n: T.int32):")
    a, b = (new.buffer_map[param] for param in new.params[:2])
    assert isinstance(a.shape[0], tir.Var)
    assert isinstance(b.shape[0], tir.Mul)
    assert b.shape[0].a is new.params[2]


def test_conditions_that_are_checked_while_reading() -> None:
    in_tirx("T.static_assert(4 * 4 == 16)\nT.evaluate(T.BitwiseAnd(n, 3))")
    with pytest.raises(DiagnosticError, match="sizes differ"):
        in_tirx("T.static_assert(4 == 5, 'sizes differ')")


def test_type_variables_are_sizes_in_tirx() -> None:
    new = from_source(
        "from typing import TypeVar\nfrom tvm.script import tirx as T\nn = TypeVar('n')\n\n@T.prim_func(s_tir=True)\n"
        "def f(A: T.Buffer((n, 4)), B: T.Buffer((n,))):\n    for i in range(n):\n        B[i] = A[i, 0]\n"
    )
    a, b = (new.buffer_map[param] for param in new.params)
    assert a.shape[0] is b.shape[0]
    assert str(a.shape[0].dtype) == "int64"


def test_what_tirx_calls_differently() -> None:
    new = in_tirx(
        "for i in range(4):\n    if n > i:\n        break\nT.evaluate(T.call_intrin('float32', 'tirx.exp', A[0]))\nreturn 0"
    )
    assert "tir.exp" in str(new.body.seq[1].value.op)


def test_an_import_tells_the_dialect() -> None:
    text = "from tvm.script import {} as T\n\n\n@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    x = A[0]\n    x = x + 1.0\n    A[1] = x\n"
    assert [found.code for found in analyze(text.format("tirx")).diagnostics] == []
    assert "duplicate-name" in [found.code for found in analyze(text.format("tir")).diagnostics]


def test_decorated_functions_of_in_tirx() -> None:
    from tilewright.script import tirx as T

    @T.prim_func(s_tir=True)
    def f(A: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.sblock("a"):
                vi = T.axis.spatial(4, i)
                A[vi] = T.float32(0)

    assert isinstance(f.body.block.body, tir.For)


def test_an_editor_reads_hybrid_script() -> None:
    analysis = analyze(
        "import tvm\n\n\n@tvm.hybrid.script\nclass M:\n    def f(a: ty.handle) -> None:\n        tir.evaluat(a)\n"
    )
    assert [found.code for found in analysis.diagnostics] == ["unknown-member"]


@pytest.mark.parametrize(
    ("older", "now"),
    [
        ("A[0] = T.exp(A[1], dtype='float32')", "A[0] = T.exp(A[1])"),
        ("A[0] = T.max(A[1], A[2], dtype='float32')", "A[0] = T.max(A[1], A[2])"),
        ("A[0] = T.if_then_else(n > 0, A[1], A[2], dtype='float32')", "A[0] = T.if_then_else(n > 0, A[1], A[2])"),
        ("T.evaluate(T.tvm_stack_make_shape(n, dtype='handle'))", "T.evaluate(T.tvm_stack_make_shape(n))"),
    ],
)
def test_ops_that_know_their_type_may_be_told_it(older: str, now: str) -> None:
    assert_structural_equal(func(older), func(now))


@pytest.mark.parametrize(
    "call",
    [
        "A[0] = T.fma(A[1], A[2], A[3])",
        "T.tvm_kernel_replace_point()",
        "A[0] = T.tvm_warp_shuffle_xor(T.uint32(7), A[1], 1, 32, 32)",
    ],
)
def test_ops_of_in_tirx(call: str) -> None:
    header = "def f(A: T.Buffer((16,), 'float32'), n: T.int32):"
    text = f"from tvm.script import tirx as T\n\n\n@T.prim_func\n{header}\n    {call}\n"
    assert not analyze(text).diagnostics


def test_a_part_of_the_tile_language_that_is_not_read_is_no_mistake() -> None:
    text = "from tvm.script import tirx as T\n\n\n@T.prim_func\ndef f(A: T.Buffer((32,), 'float32')):\n    pool = T.SMEMPool()\n    A[T.lane_id()] = T.float32(0)\n"
    found = analyze(text)
    assert [d.code for d in found.diagnostics] == ["tile-language"]
    with pytest.raises(DiagnosticError, match="tile-language"):
        from_source(text)
