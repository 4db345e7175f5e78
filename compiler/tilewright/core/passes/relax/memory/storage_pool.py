"""Storage that no tensor needs at the moment, and which of it a new tensor takes over."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.ir.expr import Expr, IntImm

if TYPE_CHECKING:
    from tilewright.core.base.dtype import DType


# A tensor takes over storage that is at most so many times larger or smaller than it needs.
_RANGE = 16
_SYMBOLIC = -1


@dataclass(eq=False, slots=True)
class Token:
    """The memory of one `R.builtin.alloc_tensor`, as long as it may be shared: `uses` counts the calls that read or write it.

    It is `dropped` where something outside of the plan may hold on to the tensor.
    """

    bytes: Expr
    dtype: DType
    scope: str
    block: Any
    uses: int = 0
    dropped: bool = False
    storage: Storage | None = None


@dataclass(eq=False, slots=True)
class Storage:
    """A piece of memory, and how many calls still need what lies in it."""

    bytes: Expr
    dtype: DType
    scope: str
    uses: int

    @property
    def size(self) -> int:
        """The bytes as a number, -1 when they are symbolic."""
        return self.bytes.value if isinstance(self.bytes, IntImm) else _SYMBOLIC


class StoragePool:
    """Free storage, by kind of memory and element type, smallest first."""

    def __init__(self, analyzer: Analyzer) -> None:
        self._analyzer = analyzer
        self._free: dict[tuple[str, DType], list[Storage]] = {}

    def copy(self) -> StoragePool:
        """A pool of the same storage, from which taking does not show here."""
        made = StoragePool(self._analyzer)
        made._free = {key: list(each) for key, each in self._free.items()}
        return made

    def give(self, storage: Storage) -> None:
        """Storage is free again."""
        shelf = self._free.setdefault((storage.scope, storage.dtype), [])
        shelf.insert(bisect_right(shelf, storage.size, key=lambda each: each.size), storage)

    def take(self, token: Token) -> Storage:
        """Storage for a tensor: the smallest that is large enough, else the largest of those that are made larger, else new."""
        made = Storage(token.bytes, token.dtype, token.scope, token.uses)
        if token.uses == 0:
            return made
        shelf = self._free.get((token.scope, token.dtype), [])
        at = self._same_size(shelf, made) if made.size == _SYMBOLIC else _fitting(shelf, made.size)
        if at is None:
            return made
        found = shelf.pop(at)
        if made.size > found.size:
            found.bytes = made.bytes
        found.uses = token.uses
        return found

    def _same_size(self, shelf: list[Storage], wanted: Storage) -> int | None:
        candidates = (at for at, each in enumerate(shelf) if each.size == _SYMBOLIC)
        return next((at for at in candidates if self._analyzer.can_prove_equal(shelf[at].bytes, wanted.bytes)), None)


def _fitting(shelf: list[Storage], size: int) -> int | None:
    sizes = [each.size for each in shelf]
    first, at, end = (bisect_left(sizes, size // _RANGE), bisect_left(sizes, size), bisect_right(sizes, size * _RANGE))
    if at < end:
        return at
    return at - 1 if at > first else None
