"""pad_einsum: a block that multiplies and sums elements, over axes made longer; what is read is padded with zeros first, and what is written is cut afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.ir.buffer import Buffer, BufferRegion, decl_buffer
from tilewright.core.ir.expr import BufferLoad, Expr, FloorDiv, IntImm, IterVar, IterVarKind, Range, Var
from tilewright.core.ir.operators import binary, call, const
from tilewright.core.ir.stmt import Block, BlockRealize, BufferStore, For, ForKind, Stmt
from tilewright.core.ir.walk import rewrite
from tilewright.core.schedule.checks import is_one
from tilewright.core.schedule.errors import Refusal
from tilewright.core.schedule.flags import scope_of
from tilewright.core.schedule.primitives.cache import point_region
from tilewright.core.schedule.references import StmtSRef, below
from tilewright.core.schedule.rewriting import all_of, parts_of, swapped_deep, with_parts
from tilewright.core.schedule.state import ScheduleState


def pad_einsum(state: ScheduleState, block: StmtSRef, padding: Sequence[int]) -> None:
    """Let each axis be a multiple of its number in `padding`."""
    scope = scope_of(state, block, pipeline=True)
    node = block.block
    _check(block, padding)
    longer = _longer(node, padding)
    _check_sum(node, longer)
    reads = [_padded(region, longer) for region in node.reads if _needs(region, longer)]
    writes = [_padded(region, longer) for region in node.writes if _needs(region, longer)]
    made = _lengthened(block, longer, dict((*reads, *writes)))
    parts = parts_of(scope.block.body)
    place = next(at for at, part in enumerate(parts) if any(each is block.node for each in below(part)))
    inside = _with_extents(swapped_deep(parts[place], block.node, made), _loops(block, longer))
    parts[place : place + 1] = [
        *(_copied_in(old, new) for old, new in reads),
        inside,
        *(_copied_out(old, new) for old, new in writes),
    ]
    allocated = (*scope.block.alloc_buffers, *(new for _, new in (*reads, *writes)))
    body = with_parts(scope.block.body, parts)
    state.replace(scope, scope.block.replace(body=body, alloc_buffers=allocated), {node: made.block})


def _check(block: StmtSRef, padding: Sequence[int]) -> None:
    node = block.block
    if len(padding) != len(node.iter_vars) or any(each < 1 for each in padding):
        raise Refusal(
            "The padding does not fit the block's axes",
            f"The block {{0}} has {len(node.iter_vars)} axes, and the padding is {list(padding)}: a positive number for each is needed",
            node,
        )
    used: set[Buffer] = set()
    for region in (*node.reads, *node.writes):
        plain = all(isinstance(r.min, (IntImm, Var)) and is_one(r.extent) for r in region.region)
        if not plain or region.buffer in used:
            raise Refusal(
                "The block is not a computation of Einsum pattern",
                f"The block {{0}} is not a computation of Einsum pattern: it uses `{region.buffer.name}` at {region}, where each index must be an axis, and each buffer another one",
                node,
            )
        used.add(region.buffer)
    _check_loops(block)


def _check_loops(block: StmtSRef) -> None:
    """Refuses loops that hold other blocks, which would run longer too, and axes that are made of several loops."""
    below: Stmt = block.node
    for ref in reversed(block.loops()):
        if ref.loop.body is not below:
            raise Refusal(
                "The loops around the block hold other blocks too",
                "The loop {1} holds more than the block {0}",
                block.block,
                ref.loop,
            )
        below = ref.loop
    if not all(isinstance(value, (Var, IntImm)) for value in block.binding.iter_values):
        raise Refusal(
            "The axes of the block are not the loops around it",
            "The axes of the block {0} are not the loops around it",
            block.block,
        )


def _check_sum(node: Block, longer: dict[Var, Expr]) -> None:
    """Refuses a reduction over a longer axis to which zeros would add something."""
    for axis in node.iter_vars:
        if axis.var not in longer or axis.iter_type is IterVarKind.DataPar:
            continue
        zeros = {region.buffer for region in node.reads if any(r.min is axis.var for r in region.region)}
        store = node.body

        def load(each: BufferLoad, zeros: set[Buffer] = zeros) -> Expr:
            return const(0, each.dtype) if each.buffer in zeros else each

        plain = isinstance(store, BufferStore)
        kept = Analyzer().simplify(rewrite(store.value, {BufferLoad: load})) if isinstance(store, BufferStore) else None
        if not plain or not isinstance(kept, BufferLoad) or kept.buffer is not store.buffer:
            raise Refusal(
                "The block is not a computation of Einsum pattern",
                f"The block {{0}} is not a computation of Einsum pattern: zeros along its axis `{axis.var.name}` would change its result",
                node,
            )


def _longer(node: Block, padding: Sequence[int]) -> dict[Var, Expr]:
    """The extents of the axes that become longer."""
    analyzer = Analyzer()
    found: dict[Var, Expr] = {}
    for axis, step in zip(node.iter_vars, padding):
        assert axis.dom is not None
        extent = axis.dom.extent
        made = analyzer.simplify(FloorDiv(extent + const(step - 1, extent.dtype), const(step, extent.dtype)) * step)
        if not analyzer.can_prove_equal(made, extent):
            found[axis.var] = made
    return found


def _loops(block: StmtSRef, longer: dict[Var, Expr]) -> dict[Var, Expr]:
    """The extents of the loops that are axes which become longer."""
    axes = zip(block.block.iter_vars, block.binding.iter_values)
    return {value: longer[axis.var] for axis, value in axes if axis.var in longer and isinstance(value, Var)}


def _needs(region: BufferRegion, longer: dict[Var, Expr]) -> bool:
    return any(range_.min in longer for range_ in region.region)


def _padded(region: BufferRegion, longer: dict[Var, Expr]) -> tuple[Buffer, Buffer]:
    """A buffer and the longer one that stands for it."""
    old = region.buffer
    shape = [longer.get(r.min, size) for r, size in zip(region.region, old.shape)]  # type: ignore[arg-type]
    return old, decl_buffer(shape, old.dtype, f"{old.name}_pad", scope=old.scope())


def _lengthened(block: StmtSRef, longer: dict[Var, Expr], buffers: dict[Buffer, Buffer]) -> BlockRealize:
    """The block over its longer axes and buffers."""

    def access(node: BufferLoad | BufferStore) -> BufferLoad | BufferStore:
        return node.replace(buffer=buffers[node.buffer]) if node.buffer in buffers else node

    def region(given: BufferRegion) -> BufferRegion:
        return given.replace(buffer=buffers[given.buffer]) if given.buffer in buffers else given

    made: Block = rewrite(block.block, {BufferLoad: access, BufferStore: access, BufferRegion: region})
    axes = [
        axis.replace(dom=Range.from_min_extent(axis.dom.min, longer[axis.var]))
        if axis.var in longer and axis.dom is not None
        else axis
        for axis in made.iter_vars
    ]
    return block.binding.replace(block=made.replace(iter_vars=tuple(axes)))


def _with_extents(stmt: Stmt, extents: dict[Var, Expr]) -> Stmt:
    if not isinstance(stmt, For):
        return stmt
    extent = extents.get(stmt.loop_var, stmt.extent)
    return stmt.replace(extent=extent, body=_with_extents(stmt.body, extents))


def _copied_in(old: Buffer, new: Buffer) -> Stmt:
    """The elements, and zeros behind them."""
    axes, places = _axes(new)
    analyzer = Analyzer()
    beyond = [
        binary("LT", place, size)
        for place, size, longer in zip(places, old.shape, new.shape)
        if not analyzer.can_prove_equal(size, longer)
    ]
    value = call("tir.if_then_else", all_of(beyond), BufferLoad(old, tuple(places)), const(0, old.dtype))
    return _copy(axes, new, places, value, old, new.name)


def _copied_out(old: Buffer, new: Buffer) -> Stmt:
    """The elements of the longer buffer that are the result."""
    axes, places = _axes(old)
    return _copy(axes, old, places, BufferLoad(new, tuple(places)), new, new.name)


def _axes(buffer: Buffer) -> tuple[list[IterVar], list[Var]]:
    names = [Var(f"v{at}", size.dtype) for at, size in enumerate(buffer.shape)]
    ranges = [Range.from_min_extent(const(0, size.dtype), size) for size in buffer.shape]
    return [IterVar(range_, name, IterVarKind.DataPar) for range_, name in zip(ranges, names)], names


def _copy(
    axes: Sequence[IterVar], target: Buffer, places: Sequence[Var], value: Expr, source: Buffer, name: str
) -> Stmt:
    point = tuple(places)
    block = Block(
        tuple(axes),
        (point_region(source, point),),
        (point_region(target, point),),
        name,
        BufferStore(target, value, point),
    )
    loops = [Var(f"i{at}", place.dtype) for at, place in enumerate(places)]
    made: Stmt = BlockRealize(tuple(loops), const(True, "bool"), block)
    for loop, axis in reversed(list(zip(loops, axes))):
        assert axis.dom is not None
        made = For(loop, axis.dom.min, axis.dom.extent, ForKind.SERIAL, made)
    return made


__all__ = ["pad_einsum"]
