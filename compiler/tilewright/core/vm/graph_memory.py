"""The memory plan of a graph: which tensors share storage because none is needed while another one is.

Tensors of known size lie in one workspace, at offsets; one of unknown size has storage of its own, which a later tensor of the same size takes over.
"""

from __future__ import annotations

from collections.abc import Iterable
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
    """A piece of memory: a number of bytes that may still grow, or an expression; `offset` is where a known one lies in the workspace."""

    size: int | Expr
    offset: int = 0


@dataclass(slots=True)
class MemoryPlan:
    """The storage of each tensor that the graph makes for itself, and the size of the workspace."""

    places: dict[GraphTensor, Storage] = field(default_factory=dict["GraphTensor", "Storage"])
    storages: list[Storage] = field(default_factory=list["Storage"])

    @property
    def workspace(self) -> int:
        """Bytes of all storage of known size."""
        return sum(each.size for each in self.storages if isinstance(each.size, int))

    @property
    def unknown(self) -> list[Storage]:
        """The storage whose size only the arguments tell."""
        return [each for each in self.storages if not isinstance(each.size, int)]


def plan_memory(graph: Graph, outside: Iterable[GraphTensor]) -> MemoryPlan:
    """Storage for all tensors that calls make, but for those whose memory comes from `outside`."""
    plan, free = MemoryPlan(), list[Storage]()
    given = set(outside)
    for at, call in enumerate(graph.calls):
        made = [each for each in call.outputs if each not in given]
        for each in made:
            plan.places[each] = _storage(plan, free, bytes_of(each))
        ended = dict.fromkeys(each for each in call.inputs if each.last_use == at)
        ended.update(dict.fromkeys(each for each in made if each.last_use < at))
        free += [plan.places[each] for each in ended if each in plan.places]
    offset = 0
    for storage in plan.storages:
        if isinstance(storage.size, int):
            storage.offset = offset
            offset += storage.size
    return plan


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


def _storage(plan: MemoryPlan, free: list[Storage], size: int | Expr) -> Storage:
    """The free storage that fits best, else the largest that is made to fit, else new storage."""
    if isinstance(size, int):
        known = [each for each in free if isinstance(each.size, int)]
        large = [each for each in known if _bytes(each) >= size]
        found = min(large, key=_bytes) if large else max(known, key=_bytes, default=None)
        if found is not None:
            found.size = max(_bytes(found), size)
    else:
        found = next((each for each in free if not isinstance(each.size, int) and deep_equal(each.size, size)), None)
    if found is None:
        found = Storage(size)
        plan.storages.append(found)
    else:
        free.remove(found)
    return found


def _bytes(storage: Storage) -> int:
    assert isinstance(storage.size, int)
    return storage.size
