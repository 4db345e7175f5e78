"""Plain loops become blocks: each statement below the loops is a block, with an axis for each loop that it depends on.

    for i: C[i] = 0; for k: C[i] += A[i, k]   -->   for i: block: vi; C[vi] = 0; for k: block: vi, vk (reduction); C[vi] += A[vi, vk]

A loop is a spatial axis where its iterations store to different elements, which the check for races decides, and a reduction axis where every iteration updates the same one.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.analysis.checks.at_once import obstacle
from tilewright.core.analysis.complete import DETECT_ACCESS, READS, WRITES, complete
from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.expr import BufferLoad, Expr, IterVar, IterVarKind, Range, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import Block, BlockRealize, BufferStore, For, ForKind, IfThenElse, SeqStmt, Stmt, seq
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ir.walk import free_vars, substitute, walk
from tilewright.core.refactor.steps import NotPossible

_INFERRED = DictAttrs({DETECT_ACCESS: READS | WRITES})


def to_blocks(func: PrimFunc) -> PrimFunc:
    """The function with its statements in blocks. Raises `NotPossible` where a loop is neither a spatial nor a reduction axis, or a statement is no store."""
    if isinstance(func.body, BlockRealize):
        root = func.body.block
        body = _Blocks(func).of(root.body, ())
        return complete(func.with_body(func.body.replace(block=root.replace(body=body))))
    return complete(func.with_body(_Blocks(func).of(func.body, ())))


class _Blocks:
    """The blocks of one function, and the names that they have."""

    def __init__(self, func: PrimFunc) -> None:
        self.func = func
        self.names = set[str]()

    def of(self, stmt: Stmt, loops: tuple[For, ...]) -> Stmt:
        """A statement below loops, in blocks."""
        if isinstance(stmt, For):
            if stmt.step is not None or any(var in free_vars(stmt.extent) for var in _variables(loops)):
                raise NotPossible(f"the domain of `{stmt.loop_var.name}` is no range of its own")
            return stmt.replace(body=self.of(stmt.body, (*loops, stmt)))
        if isinstance(stmt, SeqStmt):
            return seq([self.of(part, loops) for part in stmt.seq])
        if not loops or not _is_plain(stmt):
            raise NotPossible(f"a statement that is no store below loops cannot be a block: {type(stmt).__name__}")
        return self._block(stmt, loops)

    def _block(self, stmt: Stmt, loops: tuple[For, ...]) -> Stmt:
        stores = [node for node in walk(stmt) if isinstance(node, BufferStore)]
        kinds = [self._kind(stores, loop) for loop in loops]
        fresh = [Var(f"v{loop.loop_var.name}", loop.loop_var.dtype) for loop in loops]
        axes = [
            IterVar(Range.from_min_extent(loop.min, loop.extent), var, kind)
            for loop, var, kind in zip(loops, fresh, kinds)
        ]
        values: dict[Var, Expr] = {loop.loop_var: var for loop, var in zip(loops, fresh)}
        block = Block(axes, (), (), self._name(stores[0]), substitute(stmt, values), annotations=_INFERRED)
        return BlockRealize([loop.loop_var for loop in loops], const(True, "bool"), block)

    def _kind(self, stores: Sequence[BufferStore], loop: For) -> IterVarKind:
        if any(loop.loop_var in free_vars(index) for store in stores for index in store.indices):
            race = obstacle(self.func, loop, ForKind.PARALLEL)
            if race is not None:
                raise NotPossible(race)
            return IterVarKind.DataPar
        if not all(_updates(store) for store in stores):
            name = stores[0].buffer.name
            raise NotPossible(f"every iteration of `{loop.loop_var.name}` stores the same element of `{name}` anew")
        return IterVarKind.CommReduce

    def _name(self, store: BufferStore) -> str:
        base = name = store.buffer.name
        number = 0
        while name in self.names:
            number += 1
            name = f"{base}_{number}"
        self.names.add(name)
        return name


def _variables(loops: Sequence[For]) -> list[Var]:
    return [loop.loop_var for loop in loops]


def _is_plain(stmt: Stmt) -> bool:
    """Whether a statement consists of stores and conditions."""
    if isinstance(stmt, SeqStmt):
        return all(map(_is_plain, stmt.seq))
    if isinstance(stmt, IfThenElse):
        return _is_plain(stmt.then_case) and (stmt.else_case is None or _is_plain(stmt.else_case))
    return isinstance(stmt, BufferStore) and stmt.predicate is None


def _updates(store: BufferStore) -> bool:
    """Whether a store reads the element that it stores to."""
    loads = (node for node in walk(store.value) if isinstance(node, BufferLoad) and node.buffer is store.buffer)
    return any(all(map(structural_equal, load.indices, store.indices)) for load in loads)
