"""The nodes of iteration maps.

A *mark* is something that counts 0, 1, ..., extent - 1: a loop variable, or a fused sum of pieces.  A *split* is a piece of a mark,
`(mark // lower_factor) % extent * scale`.  A *sum* is made of splits and a base.  The names are TVM's.
"""

from __future__ import annotations

from dataclasses import field
from typing import Any

from tilewright.core.base.dtype import DTypeField
from tilewright.core.ir.expr import Expr, expr
from tilewright.core.ir.node import Node, node


class _Written:
    """Iteration maps have no form in TVMScript: they are written as they are made."""

    __slots__ = ()

    def script(self, **options: object) -> str:
        """`IterMark(i, 8)`"""
        node: Any = self
        parts = [getattr(node, name) for name in node.field_names]
        return f"{type(self).__name__}({', '.join(_written(part) for part in parts)})"

    def __str__(self) -> str:
        return self.script()

    def __repr__(self) -> str:
        return self.script()


def _written(part: object) -> str:
    return f"[{', '.join(map(str, part))}]" if isinstance(part, tuple) else str(part)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


class IterMapExpr(_Written, Expr):
    """Base of the parts of an iteration map."""

    __slots__ = ()


@node
class IterMark(_Written, Node):
    """Something that counts from 0 up to `extent`: a variable, or a sum that does."""

    source: Expr
    extent: Expr

    def __post_init__(self) -> None:
        self.source, self.extent = expr(self.source), expr(self.extent)


@node
class IterSplitExpr(IterMapExpr):
    """(source // lower_factor) % extent * scale"""

    source: IterMark
    lower_factor: Expr
    extent: Expr
    scale: Expr
    dtype: DTypeField = field(init=False)

    def __post_init__(self) -> None:
        self.lower_factor, self.extent, self.scale = map(expr, (self.lower_factor, self.extent, self.scale))
        self.dtype = self.source.source.dtype

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.source, self.lower_factor, self.extent, self.scale)


@node
class IterSumExpr(IterMapExpr):
    """The sum of `args` and `base`."""

    args: tuple[IterSplitExpr, ...]
    base: Expr
    dtype: DTypeField = field(init=False)

    def __post_init__(self) -> None:
        self.args, self.base = tuple(self.args), expr(self.base)
        self.dtype = self.base.dtype

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args, self.base)
