"""Canonical nests: loops as schedules leave them become nests of one statement again, which register tiling knows.

    for i, j0:                                               for i, j0, j1, k:
        for j1: t[j1] = 0                                        if k == 0: C[i, j0 * 8 + j1] = 0
        for k, j1: t[j1] += A[i, k] * B[k, j0 * 8 + j1]  ->      C[i, j0 * 8 + j1] += A[i, k] * B[k, j0 * 8 + j1]
        for j1: C[i, j0 * 8 + j1] = max(t[j1], 0)            for i, j: C[i, j] = max(C[i, j], 0)

Tiles are computed in the places of results (`tile_places`), initialisations are joined with what follows (`rejoin`), and loops around several statements are distributed over them where each
iteration keeps to elements of its own.  It is done where all reductions then get tiles or lanes; each element is computed by the same operations in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice

from tilewright.core.ir.expr import BufferLoad, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import Allocate, AllocateConst, BufferStore, For, ForKind, SeqStmt, Stmt, seq
from tilewright.core.ir.walk import Visit, rewrite, rewrite_top_down, statements, substitute, walk
from tilewright.core.passes.tir.rewriting.seq_stmt import rejoin as flattened
from tilewright.core.passes.tir.simd.register_tiling.nest import Reduction, reduction
from tilewright.core.passes.tir.simd.register_tiling.padded_reads import with_padded_copies, with_padded_copy
from tilewright.core.passes.tir.simd.register_tiling.rejoin import joined, merged, merged_map
from tilewright.core.passes.tir.simd.register_tiling.tile_places import in_place
from tilewright.core.passes.tir.threads.digits import in_digits, is_counted

# The most statements that are looked at together.
_MOST = 400
# Whether register tiling takes a reduction.
Takes = Callable[[Reduction], bool]


def in_canonical_nests(func: PrimFunc, known: set[Var], takes: Takes) -> PrimFunc:
    """The function with such loops as plain nests; `known` are the pointers without aliases."""

    def statement(stmt: Stmt, visit: Visit) -> Stmt:
        made = canonical(stmt, known, takes)
        return stmt.map_children(visit) if made is None else made

    return func.with_body(rewrite_top_down(func.body, {For: statement, Allocate: statement, SeqStmt: statement}))


def canonical(stmt: Stmt, known: set[Var], takes: Takes) -> Stmt | None:
    """A statement as plain nests, None when there is nothing to gain."""
    inside = list(islice(statements(stmt), _MOST + 1))
    if len(inside) > _MOST or not any(isinstance(node, SeqStmt) for node in inside):
        return None
    made = _Canonical(known, takes).rewritten(stmt)
    if made is stmt:
        return None
    made = with_padded_copies(made, known, takes)
    found = reductions(made, known | {node.buffer_var for node in walk(made) if isinstance(node, Allocate)})
    return made if found and all(takes(merged(each)) or takes(each) for each in found) else None


def reductions(stmt: Stmt, known: set[Var]) -> list[Reduction]:
    """The reductions of a statement, by outermost nests."""
    found: list[Reduction] = []
    pending: list[Stmt] = [stmt]
    while pending:
        current = pending.pop()
        one = reduction(current, known) if isinstance(current, For) else None
        if one is not None:
            found.append(one)
        else:
            pending += [child for child in current.children() if isinstance(child, Stmt)]
    return found


class _Canonical:
    """Rewrites from inside out: places, then pairs of nests, then the loops around."""

    def __init__(self, known: set[Var], takes: Takes) -> None:
        self.known, self.takes = known, takes

    def rewritten(self, stmt: Stmt) -> Stmt:
        """The statement in canonical nests; the same object when nothing changes."""
        placed = rewrite(stmt, {Allocate: self._placed, SeqStmt: flattened})
        return rewrite(placed, {SeqStmt: self._pairs, For: self._loop})

    def _placed(self, stmt: Allocate) -> Stmt:
        own = {node.buffer_var for node in walk(stmt) if isinstance(node, (Allocate, AllocateConst))}
        made = in_place(stmt, self.known - own)
        return stmt if made is None else made

    def _pairs(self, stmt: SeqStmt) -> Stmt:
        """The statements with each initialisation in the nest that follows it."""
        made: list[Stmt] = []
        flat = flattened(stmt)
        assert isinstance(flat, SeqStmt)
        for each in flat.seq:
            one = joined((), made[-1], each) if made else None
            if one is not None and self._reduces(one):
                made[-1] = one
            else:
                made.append(each)
        return flat if len(made) == len(flat.seq) else seq(made)

    def _loop(self, loop: For) -> Stmt:
        """The loop, distributed over its statements where one of them is a reduction."""
        parts = loop.body.seq if isinstance(loop.body, SeqStmt) else ()
        if len(parts) < 2 or loop.kind is not ForKind.SERIAL or loop.annotations or not is_counted(loop):
            return loop
        loops = [loop.replace(loop_var=loop.loop_var, body=part) for part in parts]
        reduces = [self._reduces(each) for each in loops]
        if not any(reduces) or not _apart(loop, parts, self.known):
            return loop
        return seq([each if one else merged_map(each) for each, one in zip(_renamed(loops), reduces)])

    def _reduces(self, loop: For) -> bool:
        """Whether a nest is a reduction, or one of a padded operand."""
        plain = reduction(loop, self.known) is not None
        return plain or with_padded_copy(loop, self.known, self.takes) is not None


def _renamed(loops: Sequence[For]) -> list[For]:
    """The loops, each with a variable of its own."""
    made = [loops[0]]
    for loop in loops[1:]:
        variable = loop.loop_var.replace()
        made.append(loop.replace(loop_var=variable, body=substitute(loop.body, {loop.loop_var: variable})))
    return made


def _apart(loop: For, parts: Sequence[Stmt], known: set[Var]) -> bool:
    """Whether the statements may run one after the other for all iterations: what one writes and another one touches is of one iteration alone."""
    accesses: dict[Var, list[tuple[int, BufferLoad | BufferStore]]] = {}
    inner: dict[Var, For] = {}
    for at, part in enumerate(parts):
        for node in walk(part):
            if isinstance(node, For):
                if not is_counted(node):
                    return False
                inner[node.loop_var] = node
            elif isinstance(node, (BufferLoad, BufferStore)):
                accesses.setdefault(node.buffer.data, []).append((at, node))
            elif isinstance(node, Stmt) and type(node).__name__ not in _PLAIN:
                return False
    for data, found in accesses.items():
        shared = len({at for at, _ in found}) > 1 and any(isinstance(node, BufferStore) for _, node in found)
        if shared and (data not in known or not _own_elements(loop, [node for _, node in found], inner)):
            return False
    return True


_PLAIN = frozenset({"SeqStmt", "IfThenElse", "BufferStore"})


def _own_elements(loop: For, accesses: Sequence[BufferLoad | BufferStore], inner: dict[Var, For]) -> bool:
    """Whether accesses of different iterations never meet: the loop's digit of each index is that of the iteration."""
    if any(len(each.indices) != 1 or each.predicate is not None for each in accesses):
        return False
    return in_digits(loop, [(each.indices[0], inner) for each in accesses])


__all__ = ["canonical", "in_canonical_nests", "reductions"]
