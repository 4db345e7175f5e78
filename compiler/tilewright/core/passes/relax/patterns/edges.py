"""Edges between patterns, and further constraints on them, collected while a `PatternContext` is entered."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from typing_extensions import Self

from tilewright.core.ir.relax import Var
from tilewright.core.ir.struct_info import TensorStructInfo
from tilewright.core.ir.structural import structural_equal

if TYPE_CHECKING:
    from tilewright.core.passes.relax.patterns.pattern import DFPattern


@dataclass(frozen=True, eq=False)
class Edge:
    """`user` uses `used`, as argument number `index` where that is not -1; with `only` nothing else does."""

    used: DFPattern
    user: DFPattern
    index: int
    only: bool


class _Entered(threading.local):
    """The collections that a thread has entered, the innermost last."""

    def __init__(self) -> None:
        self.stack: list[Edges] = []


_ENTERED = _Entered()


class Edges:
    """Edges and constraints, collected while this is entered; with `incremental` what the one around holds stands in it too."""

    def __init__(self, incremental: bool = False) -> None:
        around = _ENTERED.stack[-1] if incremental and _ENTERED.stack else None
        self.edges: list[Edge] = list(around.edges) if around else []
        self.constraints: list[Callable[[dict[DFPattern, Any]], bool]] = list(around.constraints) if around else []

    def __enter__(self) -> Self:
        _ENTERED.stack.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        _ENTERED.stack.remove(self)

    def add(self, used: DFPattern, user: DFPattern, index: int, only: bool) -> None:
        """Add an edge; one that is there already becomes the stricter of both."""
        for at, known in enumerate(self.edges):
            if known.used is used and known.user is user and -1 in (known.index, index):
                self.edges[at] = Edge(used, user, max(known.index, index), known.only or only)
                return
        self.edges.append(Edge(used, user, index, only))


def current() -> Edges:
    """The innermost collection that is entered; raises `RuntimeError` outside of any."""
    if not _ENTERED.stack:
        raise RuntimeError("edges between patterns are drawn inside of `with PatternContext():`")
    return _ENTERED.stack[-1]


def is_entered() -> bool:
    """Whether edges are collected."""
    return bool(_ENTERED.stack)


class SameShapeConstraint:
    """Patterns that stand for tensors of one shape: a demand of the `PatternContext` that is entered, if one is."""

    def __init__(self, *args: DFPattern) -> None:
        self.args = args
        if is_entered():
            current().constraints.append(self._holds)

    def __repr__(self) -> str:
        return f"SameShapeConstraint({', '.join(map(repr, self.args))})"

    def _holds(self, chosen: dict[DFPattern, Var]) -> bool:
        shapes = [
            info.shape if isinstance(info, TensorStructInfo) else None
            for info in (chosen[pattern].struct_info_ for pattern in self.args if pattern in chosen)
        ]
        return all(shape is not None and structural_equal(shape, shapes[0]) for shape in shapes)
