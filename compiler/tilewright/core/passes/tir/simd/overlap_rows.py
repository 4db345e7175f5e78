"""Rows that overlap: loops along a row that wait for one another's results run at the same time for neighbouring rows.

    for i:                                        for t:
        m = reduced along row i                       along the rows at once: reduce row t, reduce row t - 1, map row t - 2
        s = reduced along row i, with m      ->       s of row t - 1
        row i mapped, with m and s                    m of row t

Softmax has such rows.  By itself each loop has units of the processor to spare (a map that divides waits for the divider) and ends with results that the next one
waits for.  Each element is computed by the same operations in the same order as before.  What one part of a row leaves to parts that come more than a row later
is handed on from row to row.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from tilewright.core.ir.buffer import Buffer, decl_buffer
from tilewright.core.ir.expr import Broadcast, BufferLoad, Call, Expr, FloatImm, IntImm, Ramp, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import (
    Allocate,
    BufferStore,
    DeclBuffer,
    For,
    ForKind,
    IfThenElse,
    LetStmt,
    SeqStmt,
    Stmt,
    seq,
    stmt_list,
)
from tilewright.core.ir.walk import Visit, rewrite, rewrite_top_down, substitute, walk
from tilewright.core.passes.tir.rewriting.memory import accesses_in, allocated, unaliased
from tilewright.core.passes.tir.simd.register_tiling.row_maps import mapped, whole_row
from tilewright.core.passes.tir.threads import GRAIN
from tilewright.core.passes.tir.threads.choices import chose
from tilewright.core.passes.tir.threads.independent import INDEPENDENT, is_independent

# Loops along a row that overlap, at most: they share the registers.  Steps of each: fewer are not worth it, and rows of more do not stay in the first cache.
_MOST_LOOPS, _LEAST_STEPS, _MOST_STEPS = 4, 4, 48
# Steps of one loop in all rows together, at least: with fewer, calls are too short to give back the time of compiling.
_LEAST_WORK = 2048
# Rows that one thread runs in a block: the first and the last ones of each have nothing to overlap with.
_LEAST_ROWS, _ROWS, _MOST_ROWS, _BLOCKS = 8, 16, 32, 32


def with_overlapping_rows(func: PrimFunc, vector_bytes: int) -> PrimFunc:
    """The function, whose loops are in vectors, no two of whose buffers share memory, with rows that overlap."""
    known = unaliased(func)

    def loop(stmt: For, visit: Visit) -> Stmt:
        made = _overlapped(stmt, known, vector_bytes)
        return stmt.map_children(visit) if made is None else made

    return func.with_body(rewrite_top_down(func.body, {For: loop}))


def _overlapped(stmt: For, known: set[Var], vector_bytes: int) -> Stmt | None:
    count = stmt.extent.value if isinstance(stmt.extent, IntImm) else None
    parallel = stmt.kind is ForKind.PARALLEL and {*stmt.annotations} <= {GRAIN}
    if (not parallel and stmt.kind is not ForKind.SERIAL) or (count is not None and count < 2 * _LEAST_ROWS):
        return None
    row = _row(stmt, known, vector_bytes)
    if row is None:
        return None
    if count is not None and count * (_number(row.loops[0].extent) or 0) < _LEAST_WORK:
        return None
    if not (parallel or is_independent(stmt, frozenset(known))):
        return None
    chose(f"loop `{stmt.loop_var.name}`: {len(row.loops)} loops along its rows overlap, each for a row of its own")
    return _in_blocks(row, count) if parallel else _ticks(row, stmt.min, stmt.extent)


# What a row consists of


@dataclass
class _Row:
    """The loops along a row, and the statements before, between and after them; `own` is the memory that each row has for itself."""

    stmt: For
    segments: list[list[Stmt]] = field(default_factory=lambda: [[]])
    loops: list[For] = field(default_factory=lambda: [])
    own: dict[Buffer, Buffer] = field(default_factory=lambda: {})
    late: dict[Buffer, _Late] = field(default_factory=lambda: {})

    def memory(self) -> list[Buffer]:
        """The buffers of rows alone."""
        return [*self.own.values(), *(copy for each in self.late.values() for copy in each.copies)]


@dataclass
class _Late:
    """A result of segment `made`; `copies` are those of earlier rows, the latest first."""

    made: int
    copies: list[Buffer]


def _row(stmt: For, known: set[Var], vector_bytes: int) -> _Row | None:
    allocations: dict[Var, Allocate] = {}
    plain = _leaves(stmt.body, allocations)
    steps = next((leaf.extent for leaf in plain or () if isinstance(leaf, For) and _is_in_vectors(leaf)), None)
    if plain is None or not isinstance(steps, IntImm) or not _LEAST_STEPS <= steps.value <= _MOST_STEPS:
        return None
    row = _Row(stmt)
    leaves = [part for leaf in plain for part in _with_vectors(leaf, known, vector_bytes)]
    for leaf in leaves:
        if isinstance(leaf, For) and _is_in_vectors(leaf) and _number(leaf.extent) == steps.value:
            row.loops.append(leaf)
            row.segments.append([])
        else:
            row.segments[-1].append(leaf)
    fits = 2 <= len(row.loops) <= _MOST_LOOPS and _reduces(row)
    return row if fits and _with_memory(row, allocations) else None


def _leaves(stmt: Stmt, allocations: dict[Var, Allocate]) -> list[Stmt] | None:
    """The statements of a row in their order, with the memory it allocates added to `allocations`; None where it holds others."""
    made: list[Stmt] = []
    rest = [stmt]
    while rest:
        first = rest.pop(0)
        if isinstance(first, Allocate) and all(isinstance(extent, IntImm) for extent in first.extents):
            allocations[first.buffer_var] = first
            rest.insert(0, first.body)
        elif isinstance(first, DeclBuffer) and first.buffer.data in allocations:
            rest.insert(0, first.body)
        elif isinstance(first, LetStmt) and not any(isinstance(node, BufferLoad) for node in walk(first.value)):
            rest.insert(0, substitute(first.body, {first.var: first.value}))
        elif isinstance(first, SeqStmt):
            rest[:0] = first.seq
        elif isinstance(first, (For, BufferStore, IfThenElse)) and _is_simple(first):
            made.append(first)
        else:
            return None
    return made


def _with_vectors(stmt: Stmt, known: set[Var], vector_bytes: int) -> Sequence[Stmt]:
    """A map of a row in vectors; any other statement as it is."""
    map_ = whole_row(stmt, known)
    return stmt_list((None if map_ is None else mapped(map_, vector_bytes)) or stmt)


def _is_simple(stmt: Stmt) -> bool:
    kinds = (For, BufferStore, IfThenElse, SeqStmt)
    return all(isinstance(node, kinds) for node in walk(stmt) if isinstance(node, Stmt))


def _is_in_vectors(loop: For) -> bool:
    """Whether it is a plain loop of stores of vectors."""
    stores = stmt_list(loop.body)
    plain = loop.kind is ForKind.SERIAL and _number(loop.min) == 0
    return plain and all(isinstance(each, BufferStore) and isinstance(each.indices[0], Ramp) for each in stores)


def _reduces(row: _Row) -> bool:
    """Whether loops along the row wait for one another, one of which reduces what a function such as the exponent makes: sums of plain terms, as norms have, wait for memory alone."""
    reducing = (loop for loop in row.loops if INDEPENDENT not in loop.annotations)
    return any(isinstance(node, Call) for loop in reducing for node in walk(loop))


def _number(e: Expr) -> int | None:
    return e.value if isinstance(e, IntImm) else None


# The memory of rows


def _with_memory(row: _Row, allocations: dict[Var, Allocate]) -> bool:
    """Give each buffer of the row memory of its own, and copies of it for the rows between its making and its use; False where it cannot be."""
    first: dict[Buffer, Stmt] = {}
    uses: dict[Buffer, _Uses] = defaultdict(_Uses)
    for place, stmt in _places(row):
        for each in accesses_in(stmt):
            if each.buffer.data in allocations:
                first.setdefault(each.buffer, stmt)
                uses[each.buffer].add(place, isinstance(each, BufferStore))
    names = Counter(buffer.data for buffer in first)
    return all(
        (names[buffer.data] == 1 or _is_made_first(buffer, first[buffer]))
        and _placed(row, buffer, uses[buffer], allocations[buffer.data])
        for buffer in first
    )


class _Uses:
    """The places of a row where a buffer is written, and where it is used at all: twice the numbers of segments, the loops between them."""

    def __init__(self) -> None:
        self.written: set[int] = set()
        self.all: set[int] = set()

    def add(self, place: int, writes: bool) -> None:
        self.all.add(place)
        if writes:
            self.written.add(place)


def _places(row: _Row) -> Iterator[tuple[int, Stmt]]:
    for number, segment in enumerate(row.segments):
        yield from ((2 * number, stmt) for stmt in segment)
        if number < len(row.loops):
            yield 2 * number + 1, row.loops[number]


def _is_made_first(buffer: Buffer, first: Stmt) -> bool:
    """Whether the first statement that knows a buffer of one element stores it."""
    return _number(buffer.shape[0]) == 1 and len(buffer.shape) == 1 and _stores(first, buffer)


def _stores(stmt: Stmt | None, buffer: Buffer) -> bool:
    """Whether a statement stores the element in any case, before anything reads it."""
    if isinstance(stmt, IfThenElse):
        unread = all(each.buffer is not buffer for each in accesses_in(stmt.condition))
        return unread and _stores(stmt.then_case, buffer) and _stores(stmt.else_case, buffer)
    if isinstance(stmt, SeqStmt):
        first = next((each for each in stmt.seq if any(at.buffer is buffer for at in accesses_in(each))), None)
        return _stores(first, buffer)
    if not isinstance(stmt, BufferStore) or stmt.buffer is not buffer or stmt.predicate is not None:
        return False
    return all(each.buffer is not buffer for each in accesses_in(stmt.value))


def _placed(row: _Row, buffer: Buffer, uses: _Uses, allocation: Allocate) -> bool:
    """Whether a buffer is what one loop accumulates, or a result that one segment makes."""
    if tuple(map(_number, buffer.shape)) != tuple(map(_number, allocation.extents)):
        return False
    row.own[buffer] = decl_buffer(buffer.shape, buffer.dtype, buffer.name)
    odd = [place for place in uses.written if place % 2]
    if odd:
        return uses.all <= {odd[0] - 1, odd[0], odd[0] + 1}
    if len(uses.written) != 1 or min(uses.all) < min(uses.written):
        return False
    segment, last = min(uses.written) // 2, max(uses.all)
    if segment == 0:
        return last <= 2
    late = _rows_late(last, segment)
    row.late[buffer] = _Late(segment, [decl_buffer(buffer.shape, buffer.dtype, buffer.name) for _ in range(late)])
    return not late or _number(buffer.shape[0]) == 1


def _rows_late(place: int, made: int) -> int:
    """The rows between a place and the row whose result it would find in the memory of the segment that makes it."""
    return max(0, place // 2 - made - (place % 2 == 0))


# Writing


def _in_blocks(row: _Row, count: int | None) -> Stmt:
    """The parallel loop over rows as one over blocks of rows."""
    stmt = row.stmt
    rows = _ROWS if count is None else max(_LEAST_ROWS, min(count // _BLOCKS, _MOST_ROWS))
    size = const(rows, stmt.extent.dtype)
    block = stmt.loop_var.replace()
    begin = block * size
    whole = count is not None and count % rows == 0
    inside = _ticks(row, stmt.min + begin, size if whole else binary("Min", size, stmt.extent - begin))
    grains = ((name, each) for name, each in stmt.annotations.items() if isinstance(each, Expr))
    annotations = {name: _rounded_up(each, const(rows, each.dtype)) for name, each in grains}
    blocks = _rounded_up(stmt.extent, size)
    zero = const(0, stmt.extent.dtype)
    return stmt.replace(loop_var=block, min=zero, extent=blocks, body=inside, annotations=annotations)


def _rounded_up(e: Expr, by: Expr) -> Expr:
    return binary("FloorDiv", e + (by - const(1, by.dtype)), by)


def _ticks(row: _Row, begin: Expr, count: Expr) -> Stmt:
    """The loop over ticks, in each of which every loop along the row runs for a row of its own."""
    tick = Var("t", row.stmt.loop_var.dtype)
    memory = row.memory()
    made = _Ticks(row, frozenset(memory), tick, begin, count)
    depth = const(len(row.loops) - 1, tick.dtype)
    body: Stmt = For(tick, const(0, tick.dtype), count + depth, ForKind.SERIAL, made.body())
    for buffer in memory:
        body = allocated(buffer, body)
    return body


@dataclass(frozen=True)
class _Ticks:
    """The statements of one tick: `tick` counts from 0, of rows from `begin` on; `memory` is that of rows alone."""

    row: _Row
    memory: frozenset[Buffer]
    tick: Var
    begin: Expr
    count: Expr

    def body(self) -> Stmt:
        last = len(self.row.loops)
        begins = [each for number in range(last) for each in self._segment(number, begins=True)]
        made = [*begins, *self._if_runs(0, self._segment(0)), self._loops()]
        for number in range(last, 0, -1):
            made += self._handed_on(number)
            made += self._if_runs(number - 1, self._segment(number))
        return seq(made)

    def _loops(self) -> Stmt:
        """All loops in one, each where it has a row."""
        first = self.row.loops[0]
        variable = first.loop_var.replace()
        made: list[Stmt] = []
        for number in range(len(self.row.loops) - 1, -1, -1):
            loop = self.row.loops[number]
            at = _trailing(variable, first.extent) if INDEPENDENT in loop.annotations else variable
            made += self._if_runs(number, [self._of_row(number, 2 * number + 1, LetStmt(loop.loop_var, at, loop.body))])
        return For(variable, first.min, first.extent, ForKind.SERIAL, seq(made))

    def _segment(self, number: int, begins: bool = False) -> list[Stmt]:
        """The statements of a segment which begin the next loop's results, or the others."""
        segment = self.row.segments[number]
        chosen = [stmt for stmt in segment if _begins(self.row, stmt, segment) is begins]
        return [self._of_row(max(0, number - 1), 2 * number, stmt) for stmt in chosen]

    def _if_runs(self, late: int, body: list[Stmt]) -> list[Stmt]:
        """Statements where there is a row so many before the latest; those of memory of rows alone may run without one."""
        if all(each.buffer in self.memory for stmt in body for each in accesses_in(stmt)):
            return body
        at = const(late, self.tick.dtype)
        runs = binary("LT", self.tick - at, self.count) if late else binary("LT", self.tick, self.count)
        return [IfThenElse(binary("And", binary("GE", self.tick, at), runs) if late else runs, seq(body))]

    def _handed_on(self, number: int) -> list[Stmt]:
        """The results of a segment, handed on before the next row's are made."""
        made: list[Stmt] = []
        for buffer, late in self.row.late.items():
            if late.made == number:
                chain = [self.row.own[buffer], *late.copies]
                steps, zero = reversed([*pairwise(chain)]), (const(0),)
                made += [BufferStore(to, BufferLoad(of, zero), zero) for of, to in steps]
        return made

    def _of_row(self, late: int, place: int, stmt: Stmt) -> Stmt:
        """A statement for the row so many before the latest one; `place` tells which copies of results it reads."""

        def access(node: BufferLoad | BufferStore) -> BufferLoad | BufferStore:
            own = self.row.own.get(node.buffer)
            if own is None:
                return node
            result = self.row.late.get(node.buffer)
            rows = 0 if result is None else _rows_late(place, result.made)
            return node.replace(buffer=own if result is None or rows == 0 else result.copies[rows - 1])

        at = self.begin + self.tick - const(late, self.tick.dtype)
        return substitute(rewrite(stmt, {BufferLoad: access, BufferStore: access}), {self.row.stmt.loop_var: at})


def _begins(row: _Row, stmt: Stmt, segment: list[Stmt]) -> bool:
    """Whether a statement stores a constant in memory that its segment has no other use for: it may as well run when a tick begins, so that nothing of it has to last till then."""
    if not isinstance(stmt, BufferStore) or stmt.buffer not in row.own or not _stores_constant(stmt):
        return False
    late = row.late.get(stmt.buffer)
    uses = [each for other in segment for each in accesses_in(other) if each.buffer is stmt.buffer]
    return (late is None or not late.copies) and all(_stores_constant(each) for each in uses)


def _stores_constant(node: Node) -> bool:
    value = node.value if isinstance(node, BufferStore) and node.predicate is None else None
    return isinstance(value.value if isinstance(value, Broadcast) else value, (IntImm, FloatImm))


def _trailing(variable: Var, extent: Expr) -> Expr:
    """The step before, the last one first: rows that lie a multiple of a page apart are not written just before they are read."""
    one = const(1, variable.dtype)
    return binary("Mod", variable + (extent - one), extent)


__all__ = ["with_overlapping_rows"]
