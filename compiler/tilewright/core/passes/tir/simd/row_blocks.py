"""Rows in blocks: attention runs for a head, or for a block of its query rows, at a time, so that the scores of these rows alone are in memory and stay in the cache.

    for h, i, j, k: S[h, i, j] += Q[h, i, k] * K[h, j, k]         for h, block:
    for h, i, j: ...                                       ->         for i, j, k: S[i, j] += Q[h, block * 128 + i, k] * K[h, j, k]
    for h, i, d, j: O[h, i, d] += S[h, i, j] * V[h, j, d]             for i, j: ...
                                                                      for i, d, j: O[h, block * 128 + i, d] += S[i, j] * V[h, j, d]

That is done for the loop nests from one sum of products to another, with a function such as the exponent in between, where different rows touch nothing of each other's.
Each element is computed by the same operations in the same order as before.  What lies between the nests shrinks to the rows of a block, and each thread has its own.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, takewhile
from math import prod

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.facts import Facts
from tilewright.core.arith.key import deep_equal
from tilewright.core.arith.linear import difference, linear
from tilewright.core.arith.polynomial import Polynomial, polynomial
from tilewright.core.arith.prove import nonnegative
from tilewright.core.ir.buffer import Buffer, decl_buffer
from tilewright.core.ir.expr import Add, BufferLoad, Call, Expr, IntImm, Let, Mul, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import (
    Allocate,
    AllocateConst,
    AttrStmt,
    BufferStore,
    DeclBuffer,
    For,
    ForKind,
    LetStmt,
    SeqStmt,
    Stmt,
    seq,
)
from tilewright.core.ir.walk import Visit, rewrite, rewrite_top_down, statements, substitute, walk
from tilewright.core.passes.tir.rewriting.fresh import fresh_copy
from tilewright.core.passes.tir.rewriting.memory import accesses_in, allocated, known_bits, unaliased
from tilewright.core.passes.tir.threads.choices import chose
from tilewright.core.passes.tir.threads.independent import INDEPENDENT, is_plain, positive_sizes, within

# Bytes between the nests from which on it is worth it: fewer stay in the cache of a core anyway.  From so many on that no cache holds them, rows go in blocks, each of
# which reads all keys and values anew; before, heads alone are kept apart.
_LEAST_BYTES, _FAR_BYTES = 256 << 10, 16 << 20
# The bytes of a buffer for one block, and its rows, at least and where nobody knows how long they are.
_BLOCK_BYTES, _LEAST_ROWS, _ROWS = 512 << 10, 64, 128
# Axes that may be in any order in memory, at most.
_MOST_AXES = 4


def with_row_blocks(func: PrimFunc) -> PrimFunc:
    """The function, no two of whose buffers share memory, with the rows of attention in blocks; one stays as it is whose author said how loops run."""
    if func.scheduled or not any(isinstance(node, Allocate) for node in statements(func)):
        return func
    sequence = _whole_sequence(func.body)
    made = None if sequence is None else _in_blocks(sequence.seq, func)
    if made is None:
        return func

    def around(stmt: Allocate | DeclBuffer, visit: Visit) -> Stmt:
        data = stmt.buffer_var if isinstance(stmt, Allocate) else stmt.buffer.data
        return visit(stmt.body) if data in made.shrunk else stmt.map_children(visit)

    def statements_of(stmt: SeqStmt, visit: Visit) -> Stmt:
        return seq(made.stmts)

    rules = {Allocate: around, DeclBuffer: around, SeqStmt: statements_of}
    return func.with_body(rewrite_top_down(func.body, rules))


def _whole_sequence(stmt: Stmt) -> SeqStmt | None:
    """The statements of a function, which run once: memory around a loop may hold what an earlier iteration left there."""
    while isinstance(stmt, (Allocate, AllocateConst, AttrStmt, DeclBuffer, LetStmt)):
        stmt = stmt.body
    return stmt if isinstance(stmt, SeqStmt) else None


@dataclass(frozen=True)
class _Memory:
    """The pointers of a function: those without an alias, what it allocates, and how often it accesses each."""

    known: frozenset[Var]
    allocations: Mapping[Var, Allocate]
    accesses: Counter[Var]

    @staticmethod
    def of(func: PrimFunc) -> _Memory:
        handed_on = {node for node in walk(func.body) if isinstance(node, Var) and node.dtype.is_handle}
        found = {
            node.buffer_var: node
            for node in statements(func)
            if isinstance(node, Allocate) and node.buffer_var not in handed_on
        }
        return _Memory(frozenset(unaliased(func)), found, _count([func.body]))

    def between(self, nests: Sequence[Stmt]) -> dict[Var, Allocate]:
        """The allocations that these nests alone access."""
        count = _count(nests)
        mine = (data for data, times in count.items() if times == self.accesses[data])
        return {data: self.allocations[data] for data in mine if data in self.allocations}


@dataclass(frozen=True)
class _Made:
    """Statements, and the pointers that they do without."""

    stmts: list[Stmt]
    shrunk: frozenset[Var]


def _count(stmts: Sequence[Stmt]) -> Counter[Var]:
    return Counter(each.buffer.data for stmt in stmts for each in accesses_in(stmt))


def _in_blocks(stmts: tuple[Stmt, ...], func: PrimFunc) -> _Made | None:
    """The statements of a function with the first attention among them in blocks."""
    products = [place for place, stmt in enumerate(stmts) if isinstance(stmt, For) and _sums_products(stmt)]
    if len(products) < 2:
        return None
    memory = _Memory.of(func)
    for first in products:
        for last in reversed([place for place in products if place > first]):
            nests = stmts[first : last + 1]
            if all(isinstance(nest, For) for nest in nests) and any(map(_has_function, nests)):
                rows = _rows(nests, memory)
                made = None if rows is None else rows.in_blocks()
                if made is not None:
                    return _Made([*stmts[:first], *made.stmts, *stmts[last + 1 :]], made.shrunk)
    return None


def _sums_products(nest: For) -> bool:
    return any(isinstance(node, BufferStore) and _adds_product(node) for node in walk(nest))


def _adds_product(store: BufferStore) -> bool:
    total = store.value
    if not isinstance(total, Add) or not isinstance(total.a, BufferLoad):
        return False
    return total.a.buffer is store.buffer and isinstance(total.b, Mul)


def _has_function(nest: Stmt) -> bool:
    return any(isinstance(node, Call) and getattr(node.op, "group", "") == "math" for node in walk(nest))


# The axes that nests have in common


@dataclass(frozen=True)
class _Nest:
    """A nest: its outer loops, each directly in the one before, and what is in them."""

    loops: tuple[For, ...]
    body: Stmt

    @staticmethod
    def of(stmt: Stmt) -> _Nest:
        loops: list[For] = []
        while isinstance(stmt, For) and stmt.kind is ForKind.SERIAL and not stmt.annotations and _is_zero(stmt.min):
            loops.append(stmt)
            stmt = stmt.body
        return _Nest(tuple(loops), stmt)

    def without(self, axes: Mapping[Var, Var]) -> Stmt:
        """The nest without those of its loops that are axes, with the variables of these."""
        body = self.body
        for loop in reversed(self.loops):
            if loop.loop_var not in axes:
                body = loop.replace(body=body)
        return substitute(body, {**axes})

    def has_axis(self, loop: For | None, axis: For) -> bool:
        """Whether a loop runs as far as an axis, whatever the other loops do."""
        if loop is None or not deep_equal(loop.extent, axis.extent):
            return False
        others = {each.loop_var for each in self.loops}
        return not any(node in others or isinstance(node, (BufferLoad, Call)) for node in walk(loop.extent))


def _is_zero(e: Expr) -> bool:
    return isinstance(e, IntImm) and e.value == 0


def _rows(stmts: Sequence[Stmt], memory: _Memory) -> _Rows | None:
    """The nests along as many axes as they have in common, outermost first, along which they are apart."""
    between = memory.between(stmts)
    if not between or any(len(each.indices) != 1 for stmt in stmts for each in accesses_in(stmt)):
        return None
    nests = [_Nest.of(stmt) for stmt in stmts]
    matched = _matched(nests, between)

    def is_common(axis: For) -> bool:
        return all(
            nest.has_axis(next((each for each in nest.loops if found.get(each.loop_var) is axis.loop_var), None), axis)
            for nest, found in zip(nests, matched)
        )

    axes = list(takewhile(is_common, nests[0].loops))[:_MOST_AXES]
    while axes:
        chosen = {each.loop_var for each in axes}
        parts = [
            nest.without({var: axis for var, axis in found.items() if axis in chosen})
            for nest, found in zip(nests, matched)
        ]
        if _are_apart(axes, seq(parts), memory.known):
            return _Rows(axes, parts, between)
        axes.pop()
    return None


def _matched(nests: Sequence[_Nest], between: Mapping[Var, Allocate]) -> list[dict[Var, Var]]:
    """For each nest the loops of the first one by which its own move as far in what lies between the nests."""
    steps: dict[Var, dict[Var, Polynomial]] = {}
    made: list[dict[Var, Var]] = []
    for nest in nests:
        used = [each for each in accesses_in(nest.body) if each.buffer.data in between]
        found: dict[Var, Var] = {} if made else {loop.loop_var: loop.loop_var for loop in nest.loops}
        for access in used if made else ():
            for axis, step in steps.get(access.buffer.data, {}).items():
                for loop in nest.loops:
                    free = axis not in found.values() and loop.loop_var not in found
                    if free and _are_equal(_step(access, loop.loop_var), step):
                        found[loop.loop_var] = axis
        for access in used:
            own = {axis: _step(access, var) for var, axis in found.items()}
            steps.setdefault(access.buffer.data, {axis: step for axis, step in own.items() if step.terms})
        made.append(found)
    return made


# An access with the loops around it, without axes.
_Inside = tuple[BufferLoad | BufferStore, tuple[For, ...]]


def _are_apart(axes: Sequence[For], body: Stmt, known: frozenset[Var]) -> bool:
    """Whether for different values of the axes `body` touches nothing of the same that it writes."""
    if not is_plain(body) or any(isinstance(node, (Allocate, Let, LetStmt)) for node in walk(body)):
        return False
    accesses: dict[Var, list[_Inside]] = defaultdict(list)
    for access, inner in within(body, ()):
        accesses[access.buffer.data].append((access, inner))
    written = {node.buffer.data for node in walk(body) if isinstance(node, BufferStore)}
    return all(data in known for data in accesses) and all(
        any(_in_rows(order, accesses[data]) for order in permutations(axes)) for data in written
    )


def _in_rows(order: Sequence[For], accesses: Sequence[_Inside]) -> bool:
    """Whether the accesses are in rows, one for each point of the axes, that lie behind one another when the axes are in that order."""
    steps = [_step(accesses[0][0], axis.loop_var) for axis in order]
    nested = all(
        _are_equal(outer, inner.times(_multiplied(axis.extent)))
        for outer, inner, axis in zip(steps, steps[1:], order[1:])
    )
    return nested and all(_is_in_row(access, inner, order, steps) for access, inner in accesses)


def _is_in_row(
    access: BufferLoad | BufferStore, inner: tuple[For, ...], order: Sequence[For], steps: Sequence[Polynomial]
) -> bool:
    """Whether an access is in the row of the values of the axes, whose steps are these."""
    first = _at(access, dict.fromkeys((axis.loop_var for axis in order), 0))
    place = _multiplied(first)
    for axis, step in zip(order, steps):
        place = place.add(step.times(_multiplied(axis.loop_var)))
    moving = {loop.loop_var for loop in (*order, *inner)}
    return (
        access.predicate is None
        and not any(_mentions(step, moving) for step in steps)
        and _are_equal(place, _multiplied(access.indices[0]))
        and _is_below(access, first, order, inner)
    )


def _is_below(access: BufferLoad | BufferStore, place: Expr, order: Sequence[For], inner: tuple[For, ...]) -> bool:
    """Whether an access of the first row, at `place`, is in this row."""
    length = _length(access, [*order, *inner], order[-1])
    facts = Facts()
    positive_sizes(facts, (*order, *inner))
    for loop in inner:
        facts.bind_range(loop.loop_var, loop.min, loop.extent)
    return nonnegative(facts, linear(place)) and nonnegative(facts, difference(length, place).shifted(-1))


def _length(access: BufferLoad | BufferStore, loops: Sequence[For], row: For) -> Expr:
    """The distance from one row to the next one."""
    first = dict.fromkeys((loop.loop_var for loop in loops), 0)
    return Analyzer().simplify(_at(access, {**first, row.loop_var: 1}) - _at(access, first))


def _at(access: BufferLoad | BufferStore, values: Mapping[Var, int]) -> Expr:
    """The index where variables have these values."""
    given: dict[Var, Expr] = {var: const(value, var.dtype) for var, value in values.items()}
    return Analyzer().simplify(substitute(access.indices[0], given))


def _step(access: BufferLoad | BufferStore, variable: Var) -> Polynomial:
    """The distance to the access where the variable is one more."""
    index = access.indices[0]
    later = substitute(index, {variable: variable + const(1, variable.dtype)})
    return _multiplied(later).add(_multiplied(index), -1)


def _multiplied(e: Expr) -> Polynomial:
    return polynomial(Facts(), e)


def _are_equal(a: Polynomial, b: Polynomial) -> bool:
    return not a.add(b, -1).terms


def _mentions(form: Polynomial, variables: set[Var]) -> bool:
    atoms = (form.atoms[name] for monomial in form.terms for name in monomial)
    return any(node in variables or isinstance(node, BufferLoad) for atom in atoms for node in walk(atom))


# Writing


@dataclass(frozen=True)
class _Shrunk:
    """Memory of which a block has its own: rows of `length` elements, which are so many bytes (0 when nobody knows)."""

    name: str
    allocation: Allocate
    length: Expr
    bytes: int

    def buffer(self, rows: int) -> Buffer:
        """Memory for so many rows."""
        size = Analyzer().simplify(self.length * const(rows, self.length.dtype))
        return decl_buffer((size,), self.allocation.dtype, self.name)


@dataclass(frozen=True)
class _Rows:
    """Nests along `axes`, the last of which are rows, without these loops; `memory` is what lies between the nests."""

    axes: list[For]
    nests: list[Stmt]
    memory: Mapping[Var, Allocate]

    def in_blocks(self) -> _Made | None:
        """The nests in blocks; None where it is not worth it, or memory is not in rows."""
        shrunk = self._shrunk()
        rows = 0 if shrunk is None else self._rows_of_block([each.bytes for each in shrunk.values()])
        if shrunk is None or not rows:
            return None
        names = ", ".join(f"`{name}`" for name in dict.fromkeys(each.name for each in shrunk.values()))
        along = self.axes[-1].loop_var.name
        chose(
            f"{names}: {len(self.nests)} loop nests run together, {rows} rows along `{along}` at a time, in memory for these"
        )
        loops = [(axis.loop_var, axis.extent) for axis in self.axes[:-1]]
        if isinstance(self.axes[-1].extent, IntImm):
            stmts = self._along_rows(rows, self.axes[-1].extent.value, shrunk)
        else:
            block = Var(f"{along}_block", self.axes[-1].loop_var.dtype)
            size, count = const(rows, block.dtype), self.axes[-1].extent
            loops.append((block, binary("FloorDiv", count + (size - const(1, block.dtype)), size)))
            stmts = [self._block(block * size, binary("Min", size, count - block * size), rows, shrunk)]
        return _Made(_in_loops(loops, stmts), frozenset(shrunk))

    def _shrunk(self) -> dict[Var, _Shrunk] | None:
        """The memory by its pointers; None where the accesses of a block are not in a stretch of their own."""
        made: dict[Var, _Shrunk] = {}
        inside = [each for nest in self.nests for each in within(nest, ())]
        for data, allocation in self.memory.items():
            accesses = [each for each in inside if each[0].buffer.data is data]
            fits = len(allocation.extents) == 1 and _in_rows(self.axes, accesses)
            if not fits or any(access.buffer.dtype is not allocation.dtype for access, _ in accesses):
                return None
            first, inner = accesses[0]
            length = _length(first, [*self.axes, *inner], self.axes[-1])
            size = length.value * allocation.dtype.bits // 8 if isinstance(length, IntImm) else 0
            made[data] = _Shrunk(first.buffer.name, allocation, length, size)
        return made

    def _rows_of_block(self, lengths: Sequence[int]) -> int:
        """The rows of a block, for rows of so many bytes in each buffer; 0 where all stays as it is."""
        rows = max(_LEAST_ROWS, _BLOCK_BYTES // max(lengths) // 8 * 8) if all(lengths) else _ROWS
        count = self.axes[-1].extent
        if not isinstance(count, IntImm):
            return rows
        bits = [known_bits(each) for each in self.memory.values()]
        whole = sum(bits) // 8 if all(bits) else _FAR_BYTES
        if whole < _LEAST_BYTES or count.value <= rows or whole < _FAR_BYTES:
            return count.value if whole >= _LEAST_BYTES and self._heads() > 1 else 0
        least = -(-count.value // rows)
        even = (count.value // blocks for blocks in range(least, 2 * least) if count.value % (8 * blocks) == 0)
        return next(even, -(-count.value // least // 8) * 8)

    def _heads(self) -> int:
        extents = [axis.extent for axis in self.axes[:-1]]
        return prod(extent.value if isinstance(extent, IntImm) else 2 for extent in extents)

    def _along_rows(self, rows: int, count: int, shrunk: Mapping[Var, _Shrunk]) -> list[Stmt]:
        """The nests for `count` rows in blocks of `rows`; the last one may be shorter."""
        variable = self.axes[-1].loop_var
        size = const(rows, variable.dtype)
        if count == rows:
            return [self._block(None, size, rows, shrunk)]
        block = Var(f"{variable.name}_block", variable.dtype)
        blocks, rest = divmod(count, rows)
        whole = self._block(block * size, size, rows, shrunk)
        made = _in_loops([(block, const(blocks, variable.dtype))], [whole])
        if rest:
            made.append(self._block(const(count - rest, variable.dtype), const(rest, variable.dtype), rest, shrunk))
        return made

    def _block(self, begin: Expr | None, count: Expr, rows: int, shrunk: Mapping[Var, _Shrunk]) -> Stmt:
        """The nests for `count` rows, at most `rows`, from `begin` on."""
        buffers = {data: each.buffer(rows) for data, each in shrunk.items()}
        stmt: Stmt = seq([self._of_rows(nest, begin, count, buffers) for nest in self.nests])
        for buffer in buffers.values():
            stmt = allocated(buffer, stmt)
        return stmt

    def _of_rows(self, nest: Stmt, begin: Expr | None, count: Expr, buffers: Mapping[Var, Buffer]) -> Stmt:
        """One nest for these rows."""
        axis = self.axes[-1].loop_var
        row = axis.replace()
        inside: dict[Var, Expr] = {each.loop_var: const(0, each.loop_var.dtype) for each in self.axes[:-1]}

        def access(node: BufferLoad | BufferStore) -> BufferLoad | BufferStore:
            if node.buffer.data not in buffers:
                return node
            place = Analyzer().simplify(substitute(node.indices[0], {**inside, axis: row}))
            return node.replace(buffer=buffers[node.buffer.data], indices=(place,))

        body = fresh_copy(rewrite(nest, {BufferLoad: access, BufferStore: access}))
        body = substitute(body, {axis: row if begin is None else begin + row})
        return For(row, const(0, row.dtype), count, ForKind.SERIAL, body)


def _in_loops(loops: Sequence[tuple[Var, Expr]], stmts: list[Stmt]) -> list[Stmt]:
    """The statements in loops whose iterations are independent, outermost first; in one for all where only a call knows how long they are, so that threads have something to share."""
    alike = len({variable.dtype for variable, _ in loops}) == 1
    if len(loops) > 1 and alike and not all(isinstance(extent, IntImm) for _, extent in loops):
        joined = loops[0][0].replace()
        count: Expr = const(1, joined.dtype)
        rest: Expr = joined
        body = seq(stmts)
        for variable, extent in reversed(loops):
            outermost = variable is loops[0][0]
            body = LetStmt(variable, rest if outermost else binary("Mod", rest, extent), body)
            rest = rest if outermost else binary("Div", rest, extent)
            count = extent * count
        return [_independent(joined, Analyzer().simplify(count), body)]
    for variable, extent in reversed(loops):
        stmts = [_independent(variable, extent, seq(stmts))]
    return stmts


def _independent(variable: Var, extent: Expr, body: Stmt) -> For:
    zero = const(0, variable.dtype)
    return For(variable, zero, extent, ForKind.SERIAL, body, None, {INDEPENDENT: const(1)})


__all__ = ["with_row_blocks"]
