"""The parts of layouts in the tile language: axes, numbers of places along them, and the parts into which an index is split.

    part ::= Iter(extent, stride, axis)        offset ::= OnAxis(value, axis)

An axis is known by its name: "m" is memory, others number threads, lanes of tensor memory, ...
"""

from __future__ import annotations

from typing import Any, Final

from tilewright.core.ir.expr import Expr, expr
from tilewright.core.ir.node import Node, node, ports
from tilewright.core.ir.node.fields import ExprField, Field

# The scope whose parts an axis of threads numbers, and that of the parts; the thread blocks of a kernel are said to be in a "thread", as in TVM.
_SCOPES_OF: Final = {
    **dict.fromkeys(("bx", "by", "bz"), ("thread", "cta")),
    **dict.fromkeys(("cbx", "cby", "cbz"), ("cluster", "cta")),
    "tx": ("cta", "thread"),
    "warpid": ("cta", "warp"),
    "laneid": ("warp", "thread"),
    "wgid": ("cta", "warpgroup"),
    "tid_in_wg": ("warpgroup", "thread"),
    "wid_in_wg": ("warpgroup", "warp"),
}
# The axes of memory: "m", those of Trainium and of tensor memory.
_OF_MEMORY: Final = ("m", "P", "F", "Bank", "TCol", "TLane")
# All axes that programs may name.
AXES: Final = (*_SCOPES_OF, *_OF_MEMORY)


@node
class Axis(Node):
    """An axis, known by its name: "m" for memory, "laneid", "warpid", ..."""

    name: str

    def is_memory(self) -> bool:
        """Whether places in memory lie along it."""
        return self.name in _OF_MEMORY

    def is_thread(self) -> bool:
        """Whether it numbers threads or groups of them."""
        return not self.is_memory()

    def get_scope(self) -> Any:
        """The scope whose parts it numbers, None for memory."""
        return None if self.is_memory() else ports.exec_scope.call(_SCOPES_OF[self.name][0])

    def get_subscope(self) -> Any:
        """The scope of the parts that it numbers, None for memory."""
        return None if self.is_memory() else ports.exec_scope.call(_SCOPES_OF[self.name][1])

    def __rmatmul__(self, value: Any) -> OnAxis:
        return OnAxis(value, self)


def scopes_of(name: str) -> tuple[str, str]:
    """The scope whose parts an axis of threads numbers, and the scope of the parts."""
    return _SCOPES_OF[name]


_AXES: Final[dict[str, Axis]] = {name: Axis(name) for name in AXES}
MEMORY: Final = _AXES["m"]


def axis(name: str | Axis) -> Axis:
    """The axis of that name; raises `ValueError` for one that does not exist."""
    found = name if isinstance(name, Axis) else _AXES.get(name)
    if found is None:
        raise ValueError(f"there is no axis {name!r}; the axes are {', '.join(AXES)}")
    return found


@node
class OnAxis(Node):
    """A number of places along an axis: `4 @ Axis.laneid`."""

    value: ExprField
    axis: Axis

    def __post_init__(self) -> None:
        self.value = expr(self.value)

    def __add__(self, other: object) -> Offsets:
        return Offsets((self, *_terms(other)))

    def __radd__(self, other: object) -> Offsets:
        return Offsets((*_terms(other), self))


def _terms(value: Any) -> tuple[OnAxis, ...]:
    if isinstance(value, tuple):
        return value
    return (value,) if isinstance(value, OnAxis) else (OnAxis(value, MEMORY),)


class Offsets(tuple[OnAxis, ...]):
    """Numbers of places along axes; it is also a mapping of axes to numbers, as in TVM."""

    __slots__ = ()

    def __add__(self, other: object) -> Offsets:
        return Offsets((*self, *_terms(other)))

    def __radd__(self, other: object) -> Offsets:
        return Offsets((*_terms(other), *self))

    def keys(self) -> tuple[Axis, ...]:
        """The axes."""
        return tuple(item.axis for item in self)

    def values(self) -> tuple[Expr, ...]:
        """The numbers of places."""
        return tuple(item.value for item in self)

    def items(self) -> tuple[tuple[Axis, Expr], ...]:
        """Each axis with its number of places."""
        return tuple((item.axis, item.value) for item in self)

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, Axis):
            return tuple.__getitem__(self, key)
        for item in self:
            if item.axis is key:
                return item.value
        raise KeyError(key)


@node
class Iter(Node):
    """A part of an index: it takes `extent` values and moves by `stride` along `axis`."""

    extent: ExprField
    stride: ExprField
    axis: Field[Axis, Axis | str]

    def __post_init__(self) -> None:
        self.extent, self.stride, self.axis = expr(self.extent), expr(self.stride), axis(self.axis)


__all__ = ["AXES", "MEMORY", "Axis", "Iter", "Offsets", "OnAxis", "axis", "scopes_of"]
