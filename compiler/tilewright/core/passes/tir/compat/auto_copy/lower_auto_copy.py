"""LowerAutoCopy: copies that are marked with "auto_copy" are written out for the threads of the block and its tensor cores.

Between global and shared memory the threads share a copy so that neighbours touch neighbouring elements of global memory, "vector_bytes" at a time,
through registers where the block has "local_stage".  Between shared memory and fragments it becomes an instruction a tile; from fragments to global memory it goes by way of shared memory.
The rows of shared memory are then padded against conflicts of banks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.base.dtype import INT32
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BufferLoad, Expr, IntImm, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import Block, BufferStore, For, ForKind, Stmt
from tilewright.core.ir.walk import substitute, variables_of, walk
from tilewright.core.passes.core.errors import PassError
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.compat.auto_copy.copies import (
    Axis,
    Copy,
    Shared,
    copy_in,
    extent_of,
    in_order_of_target,
    lanes_of,
    share,
)
from tilewright.core.passes.tir.compat.auto_copy.local_stage import with_local_stage
from tilewright.core.passes.tir.compat.auto_copy.padding import Access, Accesses
from tilewright.core.passes.tir.compat.auto_copy.tiles import WARP, copy_by_tiles, copy_by_way_of_shared, tile_size

MARK = "auto_copy"
_ALIGNED = 8  # elements: what instructions on tiles need between rows


@tir_pass("tir.LowerAutoCopy")
def lower_auto_copy(func: PrimFunc) -> PrimFunc:
    """Write out the marked copies, and pad the shared memory that they touch."""
    accesses = Accesses()
    body = _Around(accesses).visit(func.body)
    if body is func.body:
        return func
    return func.with_body(substitute(body, None, dict(accesses.padded())))


@dataclass(frozen=True)
class _Around:
    """The surroundings of a statement: the loops on threads of the block, and whether a warp runs each as one."""

    accesses: Accesses
    threads: Mapping[str, Axis] = field(default_factory=dict[str, Axis])
    by_warps: bool = False

    def visit(self, node: object) -> Any:
        """The statement with its copies written out."""
        if isinstance(node, For) and node.kind is ForKind.THREAD_BINDING:
            return node.map_children(self._in_loop(node).visit)
        if isinstance(node, Block):
            around = replace(self, by_warps=self.by_warps or _number(node, "warp_execution") > 0)
            return around._copy(node) if _number(node, MARK) else node.map_children(around.visit)
        return node.map_children(self.visit) if isinstance(node, Stmt) else node

    def _in_loop(self, loop: For) -> _Around:
        assert loop.thread_binding is not None, "a loop on threads has its binding"
        tag = loop.thread_binding.thread_tag
        if not tag.startswith("threadIdx") or not isinstance(loop.extent, IntImm):
            return self
        return replace(self, threads={**self.threads, tag: Axis(loop.loop_var, loop.extent.value)})

    def _extents(self) -> dict[str, int]:
        """The number of threads along each axis, the fastest last."""
        extents = {tag: axis.extent for tag, axis in self.threads.items()}
        if self.by_warps:
            extents["threadIdx.x"] = WARP
        return {tag: extents[tag] for tag in ("threadIdx.z", "threadIdx.y", "threadIdx.x") if tag in extents}

    def _copy(self, block: Block) -> Block:
        """The block of a copy, between memories for which there is a way; any other as it is."""
        copy = copy_in(block)
        source, target = _kind(copy.source.buffer), _kind(copy.target)
        size = tile_size(source) or tile_size(target)
        if size and "shared" in (source, target):
            if target == "m16n8k8.matrixC":
                raise PassError("accumulators of `mma` are not loaded from memory")
            body, made = copy_by_tiles(copy, size), None
            self._note_tile(copy.target if target == "shared" else copy.source.buffer, size)
        elif tile_size(source) and target == "global":
            own = {tag: axis for tag, axis in self.threads.items() if not (self.by_warps and tag == "threadIdx.x")}
            body, made = copy_by_way_of_shared(copy, size, self._extents(), own, _number(block, "vector_bytes"))
            self._note_tile(made, size)
        elif {source, target} == {"global", "shared"}:
            body, made = self._shared(copy if target == "shared" else in_order_of_target(copy), block)
        else:
            return block
        return block.replace(
            body=body, alloc_buffers=block.alloc_buffers if made is None else (*block.alloc_buffers, made)
        )

    def _shared(self, copy: Copy, block: Block) -> tuple[Stmt, Buffer | None]:
        shared = share(copy, self._extents(), lanes_of(copy, _number(block, "vector_bytes")))
        store: BufferStore = substitute(copy.store, shared.values())
        for access in (store, *walk(store.value)):
            if isinstance(access, (BufferStore, BufferLoad)) and _kind(access.buffer) == "shared":
                self.accesses.add(access.buffer, _by_lanes(access.indices, shared))
        staged = None
        if _kind(copy.target) == "shared" and _number(block, "local_stage") and shared.total % shared.group == 0:
            staged = with_local_stage(copy, shared)
        return staged or (shared.statement(copy.store), None)

    def _note_tile(self, buffer: Buffer, size: int) -> None:
        before = (0,) * (len(buffer.shape) - 2)
        places = tuple((*before, *place) for place in product(range(size), range(size)))
        self.accesses.add(buffer, Access(places, _ALIGNED))


def _number(block: Block, key: str) -> int:
    """The value of an annotation; 0 where there is none."""
    value = block.annotations.get(key, 0)
    return int(value.value if isinstance(value, IntImm) else value)


def _kind(buffer: Buffer) -> str:
    """The scope of a buffer, static and dynamic shared memory as one."""
    scope = buffer.scope()
    return "shared" if scope.startswith("shared") else scope


def _by_lanes(indices: tuple[Expr, ...], shared: Shared) -> Access:
    """The places that the lanes of the first warp touch with the first element of their vectors."""
    lanes: list[dict[Var, Expr]] = [{}]
    for loop in reversed(shared.threads):
        numbers = range(extent_of(loop))
        lanes = [{**lane, loop.loop_var: const(number, INT32)} for number in numbers for lane in lanes]
        if len(lanes) >= WARP:
            break
    places = tuple(_place(indices, lane) for lane in lanes[:WARP])
    neighbour = _place(indices, {**lanes[0], shared.vector.loop_var: const(1, INT32)})
    is_vector = all(
        b - a == (position == len(indices) - 1) for position, (a, b) in enumerate(zip(places[0], neighbour))
    )
    return Access(places, extent_of(shared.vector) if is_vector else 1)


def _place(indices: tuple[Expr, ...], at: Mapping[Var, Expr]) -> tuple[int, ...]:
    """The element at these values, with 0 for all other variables."""
    values = [
        Analyzer().simplify(substitute(index, {var: at.get(var, const(0, INT32)) for var in variables_of(index)}))
        for index in indices
    ]
    return tuple(value.value if isinstance(value, IntImm) else 0 for value in values)
