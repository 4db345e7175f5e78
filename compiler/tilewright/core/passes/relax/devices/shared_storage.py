"""Storage that functions which never run at the same time share: the largest of each takes the place of the largest of the others, and so on."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from tilewright.core.ir.expr import IntImm
from tilewright.core.ir.relax import Call, Id, ShapeExpr, StringImm, VarBinding


class SharedStorage:
    """The allocations to make, and which of them each storage of a function is."""

    def __init__(self) -> None:
        self.bindings: list[VarBinding] = []
        self.places: dict[Id, int] = {}

    def share(self, together: Sequence[VarBinding]) -> None:
        """One allocation, of the largest size, for storage of different functions."""
        self.places.update(dict.fromkeys((binding.var.vid for binding in together), len(self.bindings)))
        self.bindings.append(max(together, key=_bytes))


def shared_storage(functions: Sequence[Sequence[VarBinding]]) -> SharedStorage:
    """The allocations that the `R.memory.alloc_storage` of each function share, kind by kind of memory."""
    made = SharedStorage()
    for scope in sorted({_scope(binding) for storages in functions for binding in storages}):
        ordered = [
            sorted((each for each in storages if _scope(each) == scope), key=_bytes, reverse=True)
            for storages in functions
        ]
        for place in range(max(map(len, ordered))):
            made.share([storages[place] for storages in ordered if place < len(storages)])
    return made


def _allocation(binding: VarBinding) -> Call:
    assert isinstance(binding.value, Call)
    return binding.value


def _scope(binding: VarBinding) -> str:
    scope = _allocation(binding).args[2]
    assert isinstance(scope, StringImm)
    return scope.value


def _bytes(binding: VarBinding) -> int:
    shape = _allocation(binding).args[0]
    assert isinstance(shape, ShapeExpr)
    return prod(size.value for size in shape.values if isinstance(size, IntImm))
