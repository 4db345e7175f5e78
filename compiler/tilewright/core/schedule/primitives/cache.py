"""cache_read and cache_write: a copy of a buffer in other memory, made before it is read or after it was written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.core.analysis.regions import full_region
from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.facts import Facts
from tilewright.core.arith.int_set import IntervalSet, cover_range, union
from tilewright.core.arith.region_bounds import estimate_region_upper_bound
from tilewright.core.ir.buffer import Buffer, BufferRegion, decl_buffer
from tilewright.core.ir.expr import BufferLoad, Expr, IterVar, IterVarKind, Range, Var
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import Block, BlockRealize, BufferStore, For, ForKind, Stmt
from tilewright.core.ir.walk import rewrite_top_down, substitute
from tilewright.core.schedule.checks import Ranges, is_zero, loop_ranges, read_buffers
from tilewright.core.schedule.dependence import DepKind
from tilewright.core.schedule.errors import Refusal
from tilewright.core.schedule.flags import bound_region, loops_between, region_cover, scope_of
from tilewright.core.schedule.primitives.guarded_access import guarded_accesses
from tilewright.core.schedule.references import StmtSRef, below
from tilewright.core.schedule.rewriting import axis_values, conjunction, parts_of, swapped_deep, with_parts
from tilewright.core.schedule.state import ScheduleState


def cache_read(
    state: ScheduleState,
    block: StmtSRef,
    read_buffer_index: int,
    storage_scope: str,
    consumers: Sequence[StmtSRef] = (),
) -> StmtSRef:
    """A block that copies a buffer that `block` reads to memory of another scope; all readers, or the `consumers` given, read the copy."""
    check_storage_scope(storage_scope)
    buffer = nth_buffer(block, read_buffer_index, "read")
    scope = scope_of(state, block, pipeline=False)
    for child in state.child_blocks(scope):
        if buffer in read_buffers(child.block) and not region_cover(state, child):
            raise Refusal(
                "The region that is read is not covered by its producers",
                f"The block {{0}} reads more of `{buffer.name}` than was written",
                child.block,
            )
    writer = only_writer(state, scope, buffer)
    chosen = with_children(state, consumers)
    place = Place(scope, 0)
    region = _declared(scope.block.reads, buffer) or BufferRegion(buffer, full_region(buffer))
    if writer is not None:
        readers = chosen or readers_of(state, scope, writer)
        place = place_before(state, scope, writer, readers) or place
        region = relaxed(_own(writer.block.writes, buffer), writer, place.ref)
    elif guarded_accesses(block.block, buffer) and _only_reader(state, scope, block, buffer):
        region = relaxed(_own(block.block.reads, buffer), block, place.ref)
    whole = place.ref.is_block is False or not _all_under(state, scope, buffer, place.ref)
    copy = _copy_of(buffer, storage_scope, None if whole else region)
    stage = copying_stage(region, buffer, copy, f"{buffer.name}_{storage_scope}", whole)
    readers = set(chosen) or {each for each in state.child_blocks(scope) if each is not writer}
    exchange = Exchange(buffer, copy, None if whole else region)
    return inserted(state, scope, place, stage, copy, lambda ref: ref in readers, exchange.reader, writer)


def cache_write(
    state: ScheduleState,
    block: StmtSRef,
    write_buffer_index: int,
    storage_scope: str,
    consumers: Sequence[StmtSRef] = (),
) -> StmtSRef:
    """Let a block write to memory of another scope, and a block that copies from there; the `consumers` given read there, too."""
    check_storage_scope(storage_scope)
    buffer = nth_buffer(block, write_buffer_index, "write")
    scope = scope_of(state, block, pipeline=False)
    only_writer(state, scope, buffer)
    chosen = with_children(state, consumers)
    readers = [each for each in readers_of(state, scope, block) if each not in chosen]
    place = place_before(state, scope, block, readers) or Place(scope, len(parts_of(scope.block.body)))
    region = relaxed(_own(block.block.writes, buffer), block, place.ref)
    whole = place.ref.is_block is False or not _all_under(state, scope, buffer, place.ref)
    copy = _copy_of(buffer, storage_scope, None if whole else region)
    stage = copying_stage(region, copy, buffer, f"{buffer.name}_{storage_scope}", whole)
    exchange = Exchange(buffer, copy, None if whole else region)
    inside = set(chosen)
    return inserted(
        state, scope, place, stage, copy, lambda ref: ref in inside, exchange.reader, None, (block, exchange.writer)
    )


SCOPES = ("global", "shared", "local", "warp", "wmma", "texture", "m16n8k8", "amx", "vtcm", "mfma", "metal", "fragment")


def check_storage_scope(storage_scope: str) -> None:
    """Refuses the name of a kind of memory that there is not."""
    if not is_scope(storage_scope):
        raise Refusal(
            f'The storage scope "{storage_scope}" is invalid',
            f'There is no memory of the scope "{storage_scope}"; scopes begin with one of {", ".join(SCOPES)}',
        )


def is_scope(name: str) -> bool:
    """Whether there is memory of that name: of a kind, with a tag behind it (`shared.dyn`) or a number (`global2`)."""
    return any(name == kind or (name.startswith(kind) and not name[len(kind)].isalpha()) for kind in SCOPES)


def nth_buffer(block: StmtSRef, position: int, side: str) -> Buffer:
    """The buffer of the region at that position among those that a block reads or writes."""
    regions = block.block.reads if side == "read" else block.block.writes
    if not 0 <= position < len(regions):
        raise Refusal(
            f"The buffer index is out of the range of the block's {side}s",
            f"The block {{0}} {side}s {len(regions)} regions; there is no number {position} among them",
            block.block,
        )
    return regions[position].buffer


def only_writer(state: ScheduleState, scope: StmtSRef, buffer: Buffer) -> StmtSRef | None:
    """The one block of a scope that writes a buffer, if any does."""
    writers = state.get_block_scope(scope).writers.get(buffer, [])
    if len(writers) > 1:
        raise Refusal(
            "The buffer is allowed to be written by single block",
            f"`{buffer.name}` is written by {len(writers)} blocks, {{0}} among them",
            writers[0].block,
        )
    return writers[0] if writers else None


def _only_reader(state: ScheduleState, scope: StmtSRef, block: StmtSRef, buffer: Buffer) -> bool:
    return all(each is block for each in state.child_blocks(scope) if buffer in read_buffers(each.block))


def with_children(state: ScheduleState, refs: Iterable[StmtSRef]) -> list[StmtSRef]:
    """Blocks and the blocks directly inside of them."""
    return [each for ref in refs for each in (ref, *state.child_blocks(ref))]


def _declared(regions: Sequence[BufferRegion], buffer: Buffer) -> BufferRegion | None:
    return next((region for region in regions if region.buffer is buffer), None)


def _own(regions: Sequence[BufferRegion], buffer: Buffer) -> BufferRegion:
    found = _declared(regions, buffer)
    assert found is not None
    return found


def readers_of(state: ScheduleState, scope: StmtSRef, writer: StmtSRef) -> list[StmtSRef]:
    """The blocks of a scope that read what a block writes."""
    edges = state.get_block_scope(scope).get_deps_by_src(writer)
    return [edge.dst for edge in edges if edge.kind is DepKind.RAW]


def relaxed(region: BufferRegion, block: StmtSRef, top: StmtSRef, threads: Sequence[StmtSRef] = ()) -> BufferRegion:
    """The regions that a block accesses, relaxed over the loops inside `top` and over those of `threads` that work together."""
    analyzer = Analyzer()
    boxes = _boxes(region, block, loop_ranges([*threads, *loops_between(block, top)]))
    ranges: list[Range] = []
    for size, box in zip(region.buffer.shape, boxes):
        ranges.append(cover_range(box, Range.from_min_extent(const(0, size.dtype), size), analyzer.facts))
    return BufferRegion(region.buffer, tuple(ranges))


def _boxes(region: BufferRegion, block: StmtSRef, ranges: Ranges) -> list[IntervalSet]:
    """The box around what a block accesses of a buffer: what it declares, or less where blocks inside of it do so under conditions."""
    realize = block.binding
    guarded = guarded_accesses(block.block, region.buffer)
    if not guarded:
        return estimate_region_upper_bound(bound_region(region, block), ranges, realize.predicate)
    values, facts = axis_values(realize), Facts()
    found: list[IntervalSet] = []
    for each in guarded:
        inner = {var: substitute(range_, values) for var, range_ in each.loops.items()}
        condition = conjunction(realize.predicate, substitute(each.condition, values))
        box = estimate_region_upper_bound([substitute(r, values) for r in each.region], {**ranges, **inner}, condition)
        found = [union(facts, a, b) for a, b in zip(found, box)] if found else box
    return found


@dataclass
class Place:
    """Before the statement at `position` of the loop or block `ref`."""

    ref: StmtSRef
    position: int


def place_before(state: ScheduleState, scope: StmtSRef, writer: StmtSRef, readers: Sequence[StmtSRef]) -> Place | None:
    """Right before the first statement that reads, in the innermost sequence in which the writer comes before it; None where it comes before none."""
    around: list[StmtSRef] = [ref for ref in writer.ancestors()]
    for ref in around[: around.index(scope) + 1]:
        assert ref.stmt is not None
        written = False
        for at, part in enumerate(parts_of(ref.stmt.body)):
            here = {state.ref(node.block) for node in below(part) if isinstance(node, BlockRealize)}
            if written and here & set(readers):
                return Place(ref, at)
            written = written or writer in here
    return None


def _all_under(state: ScheduleState, scope: StmtSRef, buffer: Buffer, top: StmtSRef) -> bool:
    """Whether every block that reads a buffer is below `top`, and the buffer lives in its scope only."""
    return all(top in ref.ancestors() for ref in state.child_blocks(scope) if buffer in read_buffers(ref.block))


def _copy_of(buffer: Buffer, storage_scope: str, region: BufferRegion | None) -> Buffer:
    shape = buffer.shape if region is None else [range_.extent for range_ in region.region]
    return decl_buffer(shape, buffer.dtype, f"{buffer.name}_{storage_scope}", scope=storage_scope)


def copying_stage(region: BufferRegion, source: Buffer, target: Buffer, name: str, whole: bool) -> For | BlockRealize:
    """The block that copies, in loops over the region."""
    loops = [Var(f"ax{at}", range_.extent.dtype) for at, range_ in enumerate(region.region)]
    axes: list[IterVar] = []
    values: list[Expr] = []
    places: dict[Buffer, list[Expr]] = {source: [], target: []}
    for at, (range_, loop) in enumerate(zip(region.region, loops)):
        size = region.buffer.shape[at] if whole else range_.extent
        var = Var(f"v{at}", range_.extent.dtype)
        axes.append(IterVar(Range.from_min_extent(const(0, size.dtype), size), var, IterVarKind.DataPar))
        values.append(binary("Add", range_.min, loop) if whole else loop)
        for buffer, place in places.items():
            place.append(binary("Add", range_.min, var) if not whole and buffer is region.buffer else var)
    block = Block(
        tuple(axes),
        (point_region(source, places[source]),),
        (point_region(target, places[target]),),
        name,
        BufferStore(target, BufferLoad(source, tuple(places[source])), tuple(places[target])),
    )
    made: For | BlockRealize = BlockRealize(tuple(values), const(True, "bool"), block)
    for loop, range_ in reversed(list(zip(loops, region.region))):
        made = For(loop, const(0, loop.dtype), range_.extent, ForKind.SERIAL, made)
    return made


def point_region(buffer: Buffer, place: Sequence[Expr]) -> BufferRegion:
    """One element of a buffer."""
    return BufferRegion(buffer, tuple(Range.from_min_extent(index, const(1, index.dtype)) for index in place))


@dataclass
class Exchange:
    """One buffer for another; `region` says where the copy begins when it is of a part."""

    old: Buffer
    new: Buffer
    region: BufferRegion | None

    def _indices(self, indices: Sequence[Expr]) -> tuple[Expr, ...]:
        if self.region is None:
            return tuple(indices)
        analyzer = Analyzer()
        return tuple(
            index if is_zero(range_.min) else analyzer.simplify(binary("Sub", index, range_.min))
            for index, range_ in zip(indices, self.region.region)
        )

    def region_of(self, region: BufferRegion) -> BufferRegion:
        if region.buffer is not self.old:
            return region
        starts = self._indices([range_.min for range_ in region.region])
        return BufferRegion(
            self.new, tuple(Range.from_min_extent(start, range_.extent) for start, range_ in zip(starts, region.region))
        )

    def load(self, load: BufferLoad, visit: Callable[[object], object]) -> BufferLoad:
        load = load.map_children(visit)
        return load.replace(buffer=self.new, indices=self._indices(load.indices)) if load.buffer is self.old else load

    def store(self, store: BufferStore, visit: Callable[[object], object]) -> BufferStore:
        store = store.map_children(visit)
        return (
            store.replace(buffer=self.new, indices=self._indices(store.indices)) if store.buffer is self.old else store
        )

    def matched(self, block: Block) -> Block:
        matches = tuple(match.replace(source=self.region_of(match.source)) for match in block.match_buffers)
        return block.replace(match_buffers=matches) if matches else block

    def reader(self, block: Block) -> Block:
        """A block that reads the copy."""
        return self._through(block, {BufferLoad: self.load}, writes=False)

    def writer(self, block: Block) -> Block:
        """A block that writes, and reads, the copy."""
        return self._through(block, {BufferLoad: self.load, BufferStore: self.store}, writes=True)

    def _through(self, block: Block, rules: dict[type, Any], *, writes: bool) -> Block:
        def inner(node: Block, visit: Callable[[Any], Any]) -> Block:
            made = self.matched(
                node.replace(body=visit(node.body), init=None if node.init is None else visit(node.init))
            )
            made = made.replace(reads=tuple(self.region_of(visit(region)) for region in made.reads))
            return (
                made.replace(writes=tuple(self.region_of(visit(region)) for region in made.writes)) if writes else made
            )

        def pointer(var: Var, visit: Callable[[Any], Any]) -> Var:
            return self.new.data if var is self.old.data else var

        return rewrite_top_down(block, {**rules, Block: inner, Var: pointer})


def inserted(
    state: ScheduleState,
    scope: StmtSRef,
    place: Place,
    stage: For | BlockRealize,
    copy: Buffer | None,
    reads: Callable[[StmtSRef], bool],
    reader: Callable[[Block], Block],
    skipped: StmtSRef | None,
    writing: tuple[StmtSRef, Callable[[Block], Block]] | None = None,
) -> StmtSRef:
    """The scope with the stage in its place, the copy allocated unless it is already, and the blocks that use it changed."""
    assert place.ref.stmt is not None
    parts = parts_of(place.ref.stmt.body)
    parts.insert(place.position, stage)
    if place.ref is scope:
        body: Stmt = with_parts(scope.block.body, parts)
    else:
        body = swapped_deep(
            scope.block.body, place.ref.loop, place.ref.loop.replace(body=with_parts(place.ref.loop.body, parts))
        )
    changed: dict[Block, Block] = {}
    for ref in state.child_blocks(scope):
        if writing is not None and ref is writing[0]:
            changed[ref.block] = writing[1](ref.block)
        elif ref is not skipped and reads(ref):
            changed[ref.block] = reader(ref.block)
    body = rewrite_top_down(body, {Block: lambda block, visit: changed.get(block, block)})
    allocated = scope.block.alloc_buffers if copy is None else (*scope.block.alloc_buffers, copy)
    made = scope.block.replace(body=body, alloc_buffers=allocated)
    state.replace(scope, made)
    node: Stmt = stage
    while isinstance(node, For):
        node = node.body
    assert isinstance(node, BlockRealize)
    return state.ref(node.block)


__all__ = [
    "Exchange",
    "Place",
    "cache_read",
    "cache_write",
    "check_storage_scope",
    "copying_stage",
    "inserted",
    "nth_buffer",
    "only_writer",
    "place_before",
    "point_region",
    "readers_of",
    "relaxed",
    "with_children",
]
