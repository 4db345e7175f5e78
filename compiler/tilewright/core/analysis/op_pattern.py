"""The op pattern of a TensorIR function: how the elements it writes depend on those it reads, which decides its fusion."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from tilewright.core.ir.expr import BufferLoad, Expr, IterVar, Mul, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import Block, BufferStore
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ir.walk import walk


class OpPatternKind(IntEnum):
    """The kinds of dependence, the narrowest first, under TVM's names and numbers."""

    kElemWise = 0
    kBroadcast = 1
    kInjective = 2
    kCommReduce = 3
    kOutEWiseFusable = 4
    kTuple = 7
    kOpaque = 8


def op_pattern(function: PrimFunc) -> OpPatternKind:
    """The kind of a function: the widest of its blocks, where two reductions, or one that is spread again, count as a whole operator."""
    blocks = [node for node in walk(function.body) if isinstance(node, Block) and node.iter_vars]
    if not blocks or any(_nests(block) for block in blocks):
        return OpPatternKind.kOpaque
    kinds = [_of_block(block) for block in blocks]
    widest = max(kinds)
    reductions = [at for at, kind in enumerate(kinds) if kind is OpPatternKind.kCommReduce]
    if widest is OpPatternKind.kCommReduce and (len(reductions) > 1 or _is_spread(blocks, reductions[0])):
        return OpPatternKind.kOutEWiseFusable
    return widest


def _nests(block: Block) -> bool:
    return any(isinstance(node, Block) and node is not block for node in walk(block))


def _is_spread(blocks: Sequence[Block], at: int) -> bool:
    """Whether a later block has more axes than the reduction gives."""
    kept = sum(1 for axis in blocks[at].iter_vars if axis.iter_type == IterVar.DataPar)
    return any(len(later.iter_vars) > kept for later in blocks[at + 1 :])


def _of_block(block: Block) -> OpPatternKind:
    stores = [node for node in walk(block.body) if isinstance(node, BufferStore)]
    if len(stores) != 1 or any(axis.iter_type not in (IterVar.DataPar, IterVar.CommReduce) for axis in block.iter_vars):
        return OpPatternKind.kOpaque
    (store,) = stores
    reduced = frozenset(axis.var for axis in block.iter_vars if axis.iter_type == IterVar.CommReduce)
    own = store.indices
    loads = [node for node in walk(store.value) if isinstance(node, BufferLoad)]
    if reduced:
        sources = [load for load in loads if load.buffer is not store.buffer]
        whole = _multiplies(store.value) or any(_slides(load.indices, reduced) for load in sources)
        return OpPatternKind.kOutEWiseFusable if whole else OpPatternKind.kCommReduce
    if not _are_variables(own):
        return OpPatternKind.kOpaque if loads else OpPatternKind.kInjective
    kinds = {_of_load(own, load.indices) for load in loads}
    if kinds == {OpPatternKind.kElemWise, OpPatternKind.kBroadcast}:  # as TVM has it: C[i, j] = A[i, j] + B[j]
        return OpPatternKind.kElemWise
    return max(kinds, default=OpPatternKind.kElemWise)


def _of_load(own: Sequence[Expr], read: Sequence[Expr]) -> OpPatternKind:
    """The kind of one load, by its indices beside those of the store."""
    if len(own) == len(read) and all(structural_equal(a, b) for a, b in zip(own, read)):
        return OpPatternKind.kElemWise
    rest = [index for index in read if not _is_zero(index)]
    positions = [next((at for at, mine in enumerate(own) if mine is index), -1) for index in rest]
    if -1 not in positions and positions == sorted(set(positions)):
        return OpPatternKind.kBroadcast
    return OpPatternKind.kInjective


def _is_zero(index: Expr) -> bool:
    return getattr(index, "value", None) == 0


def _are_variables(indices: Sequence[Expr]) -> bool:
    return all(isinstance(index, Var) or _is_zero(index) for index in indices)


def _multiplies(value: Expr) -> bool:
    """Whether products of elements of two tensors are added up."""
    return any(
        isinstance(node, Mul) and sum(1 for side in (node.a, node.b) if _has_load(side)) == 2 for node in walk(value)
    )


def _has_load(value: Expr) -> bool:
    return any(isinstance(node, BufferLoad) for node in walk(value))


def _slides(indices: Sequence[Expr], reduced: frozenset[Var]) -> bool:
    """Whether an index moves a window: it mixes an axis that is kept with one that is reduced."""
    for index in indices:
        variables = {node for node in walk(index) if isinstance(node, Var)}
        if variables & reduced and variables - reduced:
            return True
    return False
