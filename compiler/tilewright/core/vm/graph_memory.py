"""The memory plan of a graph: which tensors share storage because none is needed while another one is.

Tensors of known size lie in one workspace, at offsets of which those of tensors that are needed at the same time keep them apart; one of unknown size has storage of its own,
which a later tensor of the same size takes over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import prod

from tilewright.core.arith.key import deep_equal
from tilewright.core.ir.expr import Expr, IntImm
from tilewright.core.ir.operators import const
from tilewright.core.runtime.layout import item_bytes
from tilewright.core.vm.graph_values import Graph, GraphTensor

ALIGNMENT = 64


@dataclass(eq=False, slots=True)
class Storage:
    """A piece of memory: a number of bytes, or an expression; `offset` is where a known one lies in the workspace."""

    size: int | Expr
    offset: int = 0


@dataclass(slots=True)
class MemoryPlan:
    """The storage of each tensor that the graph makes for itself, the bytes of the workspace, and the storage whose size only the arguments tell."""

    places: dict[GraphTensor, Storage] = field(default_factory=dict["GraphTensor", "Storage"])
    workspace: int = 0
    unknown: list[Storage] = field(default_factory=list["Storage"])


@dataclass(frozen=True, slots=True)
class _Life:
    """The calls from which and up to which a tensor is needed, and its bytes."""

    tensor: GraphTensor
    size: int | Expr
    first: int
    last: int


def plan_memory(graph: Graph, outside: Iterable[GraphTensor]) -> MemoryPlan:
    """Storage for all tensors that calls make, but for those whose memory comes from `outside`."""
    plan = MemoryPlan()
    lives = _lives(graph, set(outside))
    _place_unknown(plan, [each for each in lives if not isinstance(each.size, int)])
    _place_known(plan, [each for each in lives if isinstance(each.size, int)], len(graph.calls))
    return plan


def _lives(graph: Graph, given: set[GraphTensor]) -> list[_Life]:
    return [
        _Life(each, bytes_of(each), at, max(at, each.last_use))
        for at, call in enumerate(graph.calls)
        for each in call.outputs
        if each not in given
    ]


def _place_unknown(plan: MemoryPlan, lives: Sequence[_Life]) -> None:
    """Storage of its own for each tensor, or that of one of the same size which is not needed any more."""
    taken: list[tuple[Storage, int]] = []
    for each in lives:
        ended = (at for at, (one, last) in enumerate(taken) if last < each.first and _is_same(one.size, each.size))
        found = next(ended, None)
        storage = Storage(each.size) if found is None else taken.pop(found)[0]
        if found is None:
            plan.unknown.append(storage)
        plan.places[each.tensor] = storage
        taken.append((storage, each.last))


def _is_same(one: int | Expr, other: int | Expr) -> bool:
    return isinstance(one, Expr) and isinstance(other, Expr) and deep_equal(one, other)


def _place_known(plan: MemoryPlan, lives: Sequence[_Life], calls: int) -> None:
    """The place in the workspace of each tensor: the large ones first, each as low as no tensor lies that is needed at the same time."""
    at_call: list[list[Storage]] = [[] for _ in range(calls)]
    for each in sorted(lives, key=lambda life: -_bytes(life.size)):
        size, places = _bytes(each.size), at_call[each.first : each.last + 1]
        others = {id(one): one for storages in places for one in storages}.values()
        storage = Storage(size, _lowest(sorted((one.offset, _bytes(one.size)) for one in others), size))
        plan.places[each.tensor] = storage
        plan.workspace = max(plan.workspace, storage.offset + size)
        for storages in places:
            storages.append(storage)


def _lowest(taken: Iterable[tuple[int, int]], size: int) -> int:
    """The lowest offset from which on so many bytes are free; `taken` are offsets and sizes, in order."""
    low = 0
    for offset, count in taken:
        if offset - low >= size:
            break
        low = max(low, offset + count)
    return low


def bytes_of(tensor: GraphTensor) -> int | Expr:
    """The bytes of a tensor: a multiple of the alignment when known."""
    item = item_bytes(tensor.dtype)
    if all(isinstance(size, IntImm) for size in tensor.shape):
        exact = item * prod(size.value for size in tensor.shape if isinstance(size, IntImm))
        return -(-exact // ALIGNMENT) * ALIGNMENT
    total: Expr = const(item, "int64")
    for size in tensor.shape:
        total = total * size
    return total


def _bytes(size: int | Expr) -> int:
    assert isinstance(size, int)
    return size
