"""ReuseStorage, in the place of StorageRewrite in our pipeline: memory that is no longer needed is used again by what is allocated for later statements.

Two allocations around the same sequence share memory when they are alike, and the statements that use one all come before those that use the other.
`tir.disable_storage_rewrite` in the `PassContext` switches it off.

StorageRewrite, TVM's pass, shares more, but moves allocations to the head of the function or of a parallel loop.  Code generation wants them where they are
needed: fused loops over rows keep one row of memory (`register_tiling/loop_fusion`) only where its allocation stands around these loops.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from tilewright.core.arith.key import deep_equal
from tilewright.core.base.dtype import DType
from tilewright.core.ir.expr import Expr, IntImm, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node.type_ import PointerType
from tilewright.core.ir.stmt import Allocate, AllocateConst, AttrStmt, DeclBuffer, LetStmt, SeqStmt, Stmt
from tilewright.core.ir.walk import rewrite, substitute, uses, walk
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.core.pass_ import tir_pass

_AROUND = (Allocate, AllocateConst, AttrStmt, DeclBuffer, LetStmt)


@tir_pass("tir.StorageRewrite")
def reuse_storage(func: PrimFunc) -> PrimFunc:
    """Let allocations that are not needed at the same time share memory."""
    if PassContext.current().option("tir.disable_storage_rewrite"):
        return func
    sharing = _Sharing()
    body = rewrite(func.body, {Allocate: sharing.reuse})
    return func.with_body(substitute(body, sharing.roots()) if sharing.shared else body)


# The first and the last statement of a sequence that mention a pointer.
Life = tuple[int, int]


class _Sharing:
    """The reuse of memory between allocations; the statements keep their pointers until all is decided, so that each sequence is walked once."""

    def __init__(self) -> None:
        self.shared: dict[Var, Expr] = {}
        self._lives: dict[int, tuple[SeqStmt, dict[Var, Life]]] = {}

    def reuse(self, outer: Allocate) -> Stmt:
        """Inner allocations that begin to live after `outer` has died, or have died before it lives, take its memory."""
        sequence = _sequence_inside(outer.body)
        if sequence is None or not _plain(outer):
            return outer
        lives = self._lives_in(sequence)
        for inner in tuple(_allocations_inside(outer.body)):
            first, second = lives.get(outer.buffer_var), lives.get(inner.buffer_var)
            if first is not None and second is not None and first[1] >= second[0] and second[1] >= first[0]:
                continue
            size = _common_size(outer, inner)
            if size is not None:
                outer = outer.replace(extents=size, body=_without(outer.body, inner))
                self.shared[inner.buffer_var] = outer.buffer_var
                known = [life for life in (first, second) if life is not None]
                if known:
                    lives[outer.buffer_var] = min(life[0] for life in known), max(life[1] for life in known)
        return outer

    def _lives_in(self, sequence: SeqStmt) -> dict[Var, Life]:
        """The life of each pointer that is mentioned in the sequence."""
        if id(sequence) not in self._lives:
            found: dict[Var, Life] = {}
            for place, member in enumerate(sequence.seq):
                for node in walk(member):
                    for used in uses(node):
                        found[used] = (found.get(used, (place,))[0], place)
            self._lives[id(sequence)] = sequence, found
        return self._lives[id(sequence)][1]

    def roots(self) -> dict[Var, Expr]:
        """The pointer in the place of each that takes the memory of another."""
        found: dict[Var, Expr] = {}
        for pointer in self.shared:
            root: Expr = pointer
            while isinstance(root, Var) and root in self.shared:
                root = self.shared[root]
            found[pointer] = root
        return found


def _plain(stmt: Allocate) -> bool:
    always = isinstance(stmt.condition, IntImm) and bool(stmt.condition.value)
    return always and not stmt.annotations


def _common_size(a: Allocate, b: Allocate) -> tuple[Expr, ...] | None:
    """The extents of memory that does for both; None when one cannot do for the other."""
    if not _plain(b) or a.dtype is not b.dtype or _scope(a.buffer_var) != _scope(b.buffer_var):
        return None
    if len(a.extents) == len(b.extents) and all(deep_equal(x, y) for x, y in zip(a.extents, b.extents)):
        return a.extents
    known = [_elements(stmt.extents) for stmt in (a, b)]
    if known[0] is None or known[1] is None or _MOST_UNLIKE * min(known[0], known[1]) < max(known[0], known[1]):
        return None
    return a.extents if known[0] >= known[1] else b.extents


# How many times as large as another one memory may be that takes its place: a number for each row gains nothing in the place of the rows, and what
# is computed for one row would touch those of others there.
_MOST_UNLIKE = 4


def _elements(extents: tuple[Expr, ...]) -> int | None:
    if not all(isinstance(extent, IntImm) for extent in extents):
        return None
    return prod(extent.value for extent in extents if isinstance(extent, IntImm))


def _scope(pointer: Var) -> tuple[str, DType | None]:
    type_ = pointer.type_annotation
    return (type_.storage_scope, None) if isinstance(type_, PointerType) else ("", pointer.dtype)


def _sequence_inside(stmt: Stmt) -> SeqStmt | None:
    """The sequence that the allocations stand around."""
    while isinstance(stmt, _AROUND):
        stmt = stmt.body
    return stmt if isinstance(stmt, SeqStmt) else None


def _allocations_inside(stmt: Stmt) -> Iterator[Allocate]:
    """Allocations between here and the sequence."""
    while isinstance(stmt, _AROUND):
        if isinstance(stmt, Allocate):
            yield stmt
        if isinstance(stmt, LetStmt):
            return
        stmt = stmt.body


def _without(stmt: Stmt, inner: Allocate) -> Stmt:
    """The statement without that allocation around its sequence."""
    return inner.body if stmt is inner else stmt.replace(body=_without(stmt.body, inner))  # pyright: ignore[reportAttributeAccessIssue]
