"""InjectPermutedLayout: rows of matrices in shared memory are permuted, so that threads that read a column meet different banks.

In blocks marked with "permuted_layout", groups of eight elements change places within a row: group g of row r lies at g ^ (r % 8), and in rows of 32 elements, which fill half
of the banks, at g ^ (r % 8 // 2).  Stores, loads, `ptx_ldmatrix` and `mma_store` of such memory are rewritten.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BufferLoad, Call, Expr, IntImm, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import binary, bitwise, const
from tilewright.core.ir.stmt import Block, BufferStore
from tilewright.core.ir.walk import Visit, rewrite_top_down
from tilewright.core.passes.core.errors import PassError
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.rewriting.memory import buffers_by_pointer
from tilewright.core.passes.tir.rewriting.ranges import Ranges, rewrite_in_ranges

MARK = "permuted_layout"
_GROUP = 8
_SHARED = ("shared", "shared.dyn")


@tir_pass("tir.InjectPermutedLayout")
def inject_permuted_layout(func: PrimFunc) -> PrimFunc:
    """Permute rows of shared memory where blocks ask for it."""
    layout = _Permuted(buffers_by_pointer(func))
    return func.with_body(rewrite_in_ranges(_outermost(func.body), {Block: layout.block}))


def _outermost(body: object) -> Any:
    """The program with the marks of the outermost marked blocks alone: what is inside is permuted with them."""

    def outside(block: Block, visit: Visit) -> Block:
        return block.map_children(_without_marks) if _is_marked(block) else _plain(block.map_children(visit))

    return rewrite_top_down(body, {Block: outside})


def _without_marks(node: object) -> Any:
    return rewrite_top_down(node, {Block: lambda block, visit: _plain(block.map_children(visit))})


def _is_marked(block: Block) -> bool:
    mark = block.annotations.get(MARK)
    return bool(mark.value if isinstance(mark, IntImm) else mark)


def _plain(block: Block) -> Block:
    if MARK not in block.annotations:
        return block
    return block.replace(annotations={name: value for name, value in block.annotations.items() if name != MARK})


class _Permuted:
    """The rewriting of what is inside a marked block."""

    def __init__(self, buffers: dict[Var, Buffer]) -> None:
        self.buffers = buffers

    def block(self, block: Block, ranges: Ranges) -> Block:
        if not _is_marked(block):
            return block
        rules: dict[type, Any] = {BufferStore: self._access, BufferLoad: self._access, Call: self._call}
        return _plain(block).replace(body=rewrite_in_ranges(block.body, rules, ranges))

    def _access(self, node: BufferStore | BufferLoad, ranges: Ranges) -> BufferLoad | BufferStore:
        if node.buffer.scope() not in _SHARED:
            return node
        *outer, row, column = node.indices
        return node.replace(indices=(*outer, row, _column(row, column, _row_size(node.buffer), ranges)))

    def _call(self, call: Call, ranges: Ranges) -> Call:
        name = callee_name(call)
        if name in ("tir.ptx_ldmatrix", "tir.ptx_legacy.ldmatrix"):
            pointer, offset = call.args[5:7]
            made = self._pointer(pointer, offset, ranges)
            return call if made is None else call.replace(args=(*call.args[:5], made, const(0, offset.dtype)))
        if name in ("tir.mma_store", "tir.mma_store_legacy"):
            made = self._pointer(call.args[2], None, ranges)
            return call if made is None else call.replace(args=(*call.args[:2], made, *call.args[3:]))
        return call

    def _pointer(self, pointer: Expr, offset: Expr | None, ranges: Ranges) -> Call | None:
        """The pointer with its offset permuted; None when it points to other memory."""
        if not isinstance(pointer, Call) or callee_name(pointer) != "tir.tvm_access_ptr":
            return None
        kind, data, start, *rest = pointer.args
        buffer = self.buffers.get(data) if isinstance(data, Var) else None
        if buffer is None or buffer.scope() not in _SHARED:
            return None
        place = start if offset is None else start + offset
        size = _row_size(buffer)
        row = ranges.simplify(binary("FloorDiv", place, const(size, place.dtype)))
        column = ranges.simplify(binary("FloorMod", place, const(size, place.dtype)))
        moved = ranges.simplify(row * size + _column(row, column, size, ranges))
        return pointer.replace(args=(kind, data, moved, *rest))


def _column(row: Expr, column: Expr, size: int, ranges: Ranges) -> Expr:
    """(c // 8 ^ r % 8) * 8 + c % 8"""
    eight = const(_GROUP, column.dtype)
    group, inner = binary("FloorDiv", column, eight), binary("FloorMod", column, eight)
    turn: Expr = binary("FloorMod", row, const(_GROUP, row.dtype))
    if size % 64:
        turn = binary("FloorDiv", turn, const(2, row.dtype))
    turned = bitwise("bitwise_xor", ranges.simplify(group), ranges.simplify(turn))
    return ranges.simplify(turned * eight + inner)


def _row_size(buffer: Buffer) -> int:
    """The length of a row; raises `PassError` for one that cannot be permuted."""
    sizes: Sequence[Expr] = buffer.shape[-2:]
    rows, columns = (size.value if isinstance(size, IntImm) else 0 for size in sizes) if len(sizes) == 2 else (0, 0)
    if columns and (columns % 64 == 0 or (columns % 32 == 0 and rows % 2 == 0)):
        return columns
    shape = ", ".join(str(size) for size in buffer.shape)
    raise PassError(
        f"rows of `{buffer.name}`, of shape ({shape}), cannot be permuted: their length is a multiple of 64, or of 32 with an even number of rows"
    )
