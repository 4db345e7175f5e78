"""Dependences of a program without a schedule."""

from __future__ import annotations

import pytest

from tilewright import tir
from tilewright.script import tir as T


@T.prim_func
def two_steps(A: T.Buffer((8,), "float32"), C: T.Buffer((8,), "float32")):
    B = T.alloc_buffer((8,), "float32")
    for i in range(8):
        with T.block("first"):
            vi = T.axis.remap("S", [i])
            B[vi] = A[vi] + T.float32(1)
    for i in range(8):
        with T.block("second"):
            vi = T.axis.remap("S", [i])
            C[vi] = B[vi] * T.float32(2)


def test_the_blocks_of_a_program_and_what_they_wait_for() -> None:
    info = tir.BlockDependenceInfo(two_steps)
    blocks = {}
    tir.stmt_functor.post_order_visit(
        two_steps.body, lambda node: blocks.update({node.name_hint: node}) if isinstance(node, tir.Block) else None
    )
    first, second = (info.get_sref(blocks[name]) for name in ("first", "second"))
    assert first is not None
    assert second is not None
    assert first.parent is not None
    assert first.parent is second.parent is info.get_sref(blocks["root"])
    (edge,) = info.get_block_scope(first.parent).get_deps_by_src(first)
    assert (edge.dst, edge.kind.name) == (second, "RAW")


def test_a_statement_has_no_dependences() -> None:
    with pytest.raises(TypeError, match="a PrimFunc or an IRModule"):
        tir.BlockDependenceInfo(two_steps.body)  # pyright: ignore[reportArgumentType]
