"""`Array`: the sequences that nodes hold, tuples that are TVM's arrays beside lists: `A.shape[:-1] + [n]`, `call.args == [a, b]`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeVar

Item = TypeVar("Item", covariant=True)

_item = tuple.__getitem__


class Array(tuple[Item, ...]):
    """A tuple that lists can be added to, and that equals a list of the same."""

    __slots__ = ()

    if not TYPE_CHECKING:  # type checkers know what an item of a tuple is, also after `isinstance`

        def __getitem__(self, index):
            found = _item(self, index)
            return Array(found) if type(index) is slice else found

    def __add__(self, other: object) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        return Array((*self, *other)) if isinstance(other, (tuple, list)) else NotImplemented

    def __radd__(self, other: object) -> Any:
        return Array((*other, *self)) if isinstance(other, (tuple, list)) else NotImplemented

    def __eq__(self, other: object) -> bool:
        return tuple.__eq__(self, tuple(other) if isinstance(other, list) else other)  # pyright: ignore[reportArgumentType, reportUnknownArgumentType]

    def __ne__(self, other: object) -> bool:
        return tuple.__ne__(self, tuple(other) if isinstance(other, list) else other)  # pyright: ignore[reportArgumentType, reportUnknownArgumentType]

    __hash__ = tuple.__hash__


def array(values: Iterable[Item]) -> Array[Item]:
    """The values as an array; the same when they are one."""
    kind = type(values)
    if kind is Array:
        return values  # pyright: ignore[reportReturnType]
    return EMPTY if kind is tuple and not values else Array(values)


EMPTY: Array[Any] = Array()
