"""PlanAndUpdateBufferAllocationLocation: where the allocations of blocks in blocks go."""

from __future__ import annotations

from tilewright.ir import IRModule
from tilewright.script import from_source
from tilewright.tir import Block, stmt_functor
from tilewright.tir.transform import PlanAndUpdateBufferAllocationLocation


def _blocks(body: str) -> dict[str, tuple[list[str], list[str], list[str]]]:
    """What each block allocates, reads and writes, by its name."""
    func = from_source(f"""
from tvm.script import tir as T
@T.prim_func
def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
    B = T.alloc_buffer((16, 16))
{body}
""")
    found: dict[str, tuple[list[str], list[str], list[str]]] = {}

    def visit(node: object) -> None:
        if isinstance(node, Block):
            named = [[region.buffer.name for region in regions] for regions in (node.reads, node.writes)]
            found[node.name_hint] = [buffer.name for buffer in node.alloc_buffers], named[0], named[1]

    stmt_functor.post_order_visit(PlanAndUpdateBufferAllocationLocation()(IRModule({"main": func}))["main"].body, visit)
    return found


def test_blocks_inside_one_block_have_their_buffer_there() -> None:
    found = _blocks("""
    for i in range(16):
        with T.block("outer"):
            v = T.axis.spatial(16, i)
            for j in range(16):
                with T.block("one"):
                    w = T.axis.spatial(16, j)
                    B[v, w] = A[v, w] + 1.0
            for j in range(16):
                with T.block("two"):
                    w = T.axis.spatial(16, j)
                    C[v, w] = B[v, w] * 2.0
""")
    assert found["outer"] == (["B"], ["A"], ["C"])
    assert found["root"][0] == []


def test_what_is_read_before_it_is_written_stays_outside() -> None:
    found = _blocks("""
    for i in range(16):
        with T.block("outer"):
            v = T.axis.spatial(16, i)
            for j in range(16):
                with T.block("one"):
                    w = T.axis.spatial(16, j)
                    C[v, w] = B[v, w] * 2.0
            for j in range(16):
                with T.block("two"):
                    w = T.axis.spatial(16, j)
                    B[v, w] = A[v, w] + 1.0
""")
    assert found["root"][0] == ["B"]


def test_a_buffer_that_nothing_accesses_goes() -> None:
    found = _blocks("""
    for i, j in T.grid(16, 16):
        with T.block("copy"):
            v, w = T.axis.remap("SS", [i, j])
            C[v, w] = A[v, w]
""")
    assert found["root"][0] == []
