"""The block that is all of a function is its root: what it reads and writes is not inferred."""

from __future__ import annotations

from tilewright.core.analyze import analyze
from tilewright.ir import stmt
from tilewright.script import from_source

HEADER = """@T.prim_func
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
"""
INNER = """    with T.block():
        for i in range(8):
            with T.block("b"):
                v = T.axis.spatial(8, i)
                B[v] = A[v]
"""


def test_the_root_says_nothing_and_what_is_in_it_all() -> None:
    root = from_source(HEADER + INNER).body.block
    assert (root.reads, root.writes) == ((), ())
    inner = root.body.body.block
    assert (len(inner.reads), len(inner.writes)) == (1, 1)


def test_what_the_root_declares_stays() -> None:
    text = HEADER + INNER.replace("block():\n", "block():\n        T.reads(A[0:8])\n", 1)
    root = from_source(text).body.block
    assert len(root.reads) == 1
    assert root.writes == ()


def test_strides_that_do_not_fit_are_said_in_the_editor_only() -> None:
    text = "@T.prim_func\ndef main(a: T.handle):\n    A = T.match_buffer(a, (4, 4), strides=[1])\n    A[0, 0] = 1.0\n"
    assert len(from_source(text).buffer_map) == 1
    assert [found.code for found in analyze("from tvm.script import tir as T\n" + text).diagnostics] == ["bad-strides"]


def test_a_mistake_in_a_value_is_the_only_one_said_of_its_line() -> None:
    text = (
        "from tvm.script import tir as T\n@T.prim_func\ndef main(A: T.handle):\n    A = T.match_buffer((4,), 'int32')\n"
    )
    assert [found.code for found in analyze(text).diagnostics] == ["match-buffer-source"]


def test_a_buffer_bound_to_a_part_of_another_is_defined_by_that() -> None:
    text = """from tvm.script import tir as T
@T.prim_func
def main(A: T.Buffer((8, 8), "int32")):
    for i in range(2):
        offset = T.int32()
        B = T.Buffer((4, 8), "int32", elem_offset=offset)
        T.attr([B, A], "buffer_bind_scope", T.tvm_tuple(i * 4, 4, 0, 8, dtype="handle"))
        B[i, 0] = offset
"""
    assert from_source(text).attrs["global_symbol"] == "main"
    assert not analyze(text).diagnostics


def test_blocks_answer_to_their_names_of_tirx() -> None:
    assert stmt.SBlock is stmt.Block
    assert stmt.SBlockRealize is stmt.BlockRealize
