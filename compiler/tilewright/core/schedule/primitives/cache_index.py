"""cache_index: the places that a block computes to read from are computed before it, once for each value of the axes that they depend on.

B[i, j] = A[max(min(i // 2, 39), 0), j]   -->   index_var_0[i] = max(min(i // 2, 39), 0); B[i, j] = A[index_var_0[i], j]
"""

from __future__ import annotations

from collections.abc import Callable

from tilewright.core.arith.key import Key, key
from tilewright.core.ir.buffer import Buffer, BufferRegion, decl_buffer
from tilewright.core.ir.expr import BufferLoad, Expr, IntImm, IterVar, IterVarKind, Range, Var
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import Block, BlockRealize, BufferStore, For, ForKind, Stmt
from tilewright.core.ir.walk import rewrite_top_down, substitute, walk
from tilewright.core.schedule.flags import scope_of
from tilewright.core.schedule.primitives.cache import check_storage_scope, point_region
from tilewright.core.schedule.references import StmtSRef
from tilewright.core.schedule.rewriting import parts_of, with_parts
from tilewright.core.schedule.state import ScheduleState


def cache_index(state: ScheduleState, block: StmtSRef, storage_scope: str, cse_thresh: int = 0) -> list[StmtSRef]:
    """The blocks that compute indices of `block` into memory of a scope, one for each index that occurs at least `cse_thresh` times.

    Unlike in TVM, the block declares that it reads what they write.
    """
    check_storage_scope(storage_scope)
    scope = scope_of(state, block, pipeline=False)
    found = _indices(block.block, cse_thresh)
    if not found:
        return []
    taken = {name.name for name in scope.block.alloc_buffers}
    kept: dict[Key, tuple[Buffer, list[IterVar]]] = {}
    stages: list[For] = []
    for index in found:
        axes = [axis for axis in block.block.iter_vars if any(node is axis.var for node in walk(index))]
        buffer = _memory(axes, index, storage_scope, taken)
        stages.append(_stage(f"index_{len(stages)}", index, axes, buffer))
        kept[key(index)] = (buffer, axes)
    made = _with_loads(block.block, kept)
    body = rewrite_top_down(scope.block.body, {Block: lambda node, _: made if node is block.block else node})
    parts = parts_of(body)
    place = next(at for at, part in enumerate(parts) if any(node is made for node in walk(part)))
    buffers = tuple(buffer for buffer, _ in kept.values())
    new = scope.block.replace(
        body=with_parts(body, [*parts[:place], *stages, *parts[place:]]),
        alloc_buffers=(*scope.block.alloc_buffers, *buffers),
    )
    state.replace(scope, new, {block.block: made})
    return [state.ref(_block_of(stage)) for stage in stages]


def _indices(block: Block, least: int) -> list[Expr]:
    """The indices of loads that are computed from data parallel axes alone, each once, in the order of the program."""
    axes = {axis.var for axis in block.iter_vars if axis.iter_type is IterVarKind.DataPar}
    counted: dict[Key, tuple[Expr, int]] = {}
    for load in walk(block.body):
        for index in load.indices if isinstance(load, BufferLoad) else ():
            name = key(index)
            counted[name] = (index, counted.get(name, (index, 0))[1] + 1)
    return [index for index, count in counted.values() if count >= least and _is_computed(index, axes)]


def _is_computed(index: Expr, axes: set[Var]) -> bool:
    """Whether an index is more than an axis or a number, and made of these axes only."""
    if isinstance(index, (Var, IntImm)):
        return False
    names = {node for node in walk(index) if isinstance(node, Var)}
    return bool(names) and names <= axes and not any(isinstance(node, BufferLoad) for node in walk(index))


def _memory(axes: list[IterVar], index: Expr, storage_scope: str, taken: set[str]) -> Buffer:
    number = 0
    while f"index_var_{number}" in taken:
        number += 1
    name = f"index_var_{number}"
    taken.add(name)
    shape = [axis.dom.extent for axis in axes]  # pyright: ignore[reportOptionalMemberAccess]
    strides = (const(1),) if len(shape) == 1 else ()
    return decl_buffer(shape, index.dtype, name, scope=storage_scope, strides=strides)


def _stage(name: str, index: Expr, axes: list[IterVar], buffer: Buffer) -> For:
    """The loops that compute an index for all values of its axes."""
    loops = [Var(f"ax{place}", axis.var.dtype) for place, axis in enumerate(axes)]
    own = [
        IterVar(
            Range.from_min_extent(const(0, axis.var.dtype), size), Var(f"v{place}", axis.var.dtype), IterVarKind.DataPar
        )
        for place, (axis, size) in enumerate(zip(axes, buffer.shape))
    ]
    begins = [axis.dom.min for axis in axes]  # pyright: ignore[reportOptionalMemberAccess]
    named = {axis.var: binary("Add", begin, new.var) for axis, begin, new in zip(axes, begins, own)}
    place = tuple(each.var for each in own)
    store = BufferStore(buffer, substitute(index, named), place)
    block = Block(tuple(own), (), (point_region(buffer, place),), name, store)
    made: Stmt = BlockRealize(tuple(loops), const(True, "bool"), block)
    for loop, size in reversed(list(zip(loops, buffer.shape))):
        made = For(loop, const(0, loop.dtype), size, ForKind.SERIAL, made)
    assert isinstance(made, For)
    return made


def _with_loads(block: Block, kept: dict[Key, tuple[Buffer, list[IterVar]]]) -> Block:
    """The block that loads its indices."""
    used: dict[Buffer, BufferRegion] = {}

    def load(node: BufferLoad, visit: Callable[[Expr], Expr]) -> BufferLoad:
        indices: list[Expr] = []
        for index in node.indices:
            found = kept.get(key(index))
            if found is None:
                indices.append(visit(index))
                continue
            buffer, axes = found
            place = tuple(binary("Sub", axis.var, axis.dom.min) for axis in axes)  # pyright: ignore[reportOptionalMemberAccess]
            used[buffer] = point_region(buffer, place)
            indices.append(BufferLoad(buffer, place))
        return node.replace(indices=tuple(indices))

    body = rewrite_top_down(block.body, {BufferLoad: load})
    return block.replace(body=body, reads=(*block.reads, *used.values()))


def _block_of(stmt: Stmt) -> Block:
    while isinstance(stmt, For):
        stmt = stmt.body
    assert isinstance(stmt, BlockRealize)
    return stmt.block


__all__ = ["cache_index"]
