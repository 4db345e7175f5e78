"""Whether the iterations of a loop can be vectorized: no lane accesses what another one writes.

`T.vectorized` says that they can; what is known to contradict it makes the loop scalar, which is right in any case.
Accesses that move alike and whose distance is not a known number are taken at the program's word.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.key import deep_equal
from tilewright.core.ir.expr import BufferLoad, Call, Expr, IntImm, Let, Var
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import Allocate, BufferStore, LetStmt, Stmt
from tilewright.core.ir.walk import substitute, walk
from tilewright.core.passes.tir.simd.lanes.lanes import NotVectorizable


@dataclass(frozen=True)
class _Access:
    """One index expression of a buffer, as `base + stride * lane`; stride None when it is no such sum."""

    lead: tuple[Expr, ...]
    base: Expr
    stride: int | None
    is_store: bool
    dtype: str


def require_independent(body: Stmt, lane: Var, lanes: int, analyzer: Analyzer) -> None:
    """Raise `NotVectorizable` when lanes are known to meet in memory."""
    names: dict[Var, Expr] = {}
    for node in walk(body):
        if isinstance(node, (LetStmt, Let)):
            names[node.var] = substitute(node.value, names)
    own = {node.buffer_var for node in walk(body) if isinstance(node, Allocate)}
    groups: dict[Var, list[_Access]] = defaultdict(list)
    for node in walk(body):
        if isinstance(node, (BufferLoad, BufferStore)) and node.buffer.data not in own:
            groups[node.buffer.data].append(_access(node, names, lane, analyzer))
    for pointer, accesses in groups.items():
        if any(access.is_store for access in accesses):
            _check(pointer, accesses, lanes, analyzer)


def _access(node: BufferLoad | BufferStore, names: dict[Var, Expr], lane: Var, analyzer: Analyzer) -> _Access:
    indices = [substitute(index, names) for index in node.indices] or [const(0)]
    zero, one = const(0, lane.dtype), const(1, lane.dtype)
    first, second = (substitute(indices[-1], {lane: value}) for value in (zero, one))
    third = substitute(indices[-1], {lane: lane + one})
    step, general = analyzer.simplify(second - first), analyzer.simplify(third - indices[-1])
    known = isinstance(step, IntImm) and isinstance(general, IntImm) and step.value == general.value
    moves = any(lane is used for index in indices[:-1] for used in walk(index))
    stride = int(step) if known and isinstance(step, IntImm) and not moves and not _reads(indices[-1], lane) else None
    return _Access(tuple(indices[:-1]), first, stride, isinstance(node, BufferStore), node.buffer.dtype)


def _reads(index: Expr, lane: Var) -> bool:
    """Whether the index depends on memory or a call at the lane."""
    return any(
        isinstance(node, (BufferLoad, Call)) and any(lane is used for used in walk(node)) for node in walk(index)
    )


def _check(pointer: Var, accesses: list[_Access], lanes: int, analyzer: Analyzer) -> None:
    if len({access.dtype for access in accesses}) > 1:
        raise NotVectorizable(f"{pointer.name} is accessed under several types")
    stores = [access for access in accesses if access.is_store]
    if any(access.stride is None for access in stores) and len(accesses) == 1:
        return  # a lone scatter writes its lanes in their order
    for store in stores:
        for other in accesses:
            _check_pair(pointer, store, other, lanes, analyzer)


def _check_pair(pointer: Var, store: _Access, other: _Access, lanes: int, analyzer: Analyzer) -> None:
    if store.stride is None or other.stride is None:
        raise NotVectorizable(f"the lanes of {pointer.name} are not in a regular distance")
    if store.stride == 0:
        raise NotVectorizable(f"all lanes write the same element of {pointer.name}")
    distance = analyzer.simplify(other.base - store.base)
    apart = any(not deep_equal(a, b) for a, b in zip(store.lead, other.lead))
    if apart or not isinstance(distance, IntImm):
        if other.stride != store.stride:
            raise NotVectorizable(f"an element of {pointer.name} that a lane writes may be read by another one")
        return
    if _meet(store.stride, other.stride, distance.value, lanes):
        raise NotVectorizable(f"a lane of {pointer.name} depends on another one")


def _meet(stride: int, other: int, distance: int, lanes: int) -> bool:
    """Whether stride * a == distance + other * b for two different lanes a and b."""
    if stride == other:
        return distance != 0 and distance % stride == 0 and abs(distance // stride) < lanes
    if other == 0:
        return distance % stride == 0 and 0 <= distance // stride < lanes
    places = {stride * a: a for a in range(lanes)}
    return any(places.get(distance + other * b, b) != b for b in range(lanes))
