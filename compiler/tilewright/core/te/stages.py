"""State shared by the stages of one function: the buffer of each tensor, and the names of blocks used so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import GE, GT, LE, LT, BufferLoad, Expr, ProducerLoad, Var
from tilewright.core.ir.walk import rewrite
from tilewright.core.te.tensor import Tensor

# a > b -> b < a, a >= b -> b <= a
_SMALLER_FIRST = {GT: lambda node: LT(node.b, node.a, node.span), GE: lambda node: LE(node.b, node.a, node.span)}


@dataclass
class Stages:
    """`buffers` holds the buffer of each tensor, `names` the names that blocks have."""

    buffers: dict[Tensor, Buffer]
    names: set[str] = field(default_factory=set[str])
    analyzer: Analyzer = field(default_factory=Analyzer)

    def fresh(self, name: str) -> str:
        """`name`, with a number behind it when it is taken; letters, digits and underscores only."""
        plain = "".join(letter if letter.isalnum() else "_" for letter in name)
        found, count = plain, 0
        while found in self.names:
            count += 1
            found = f"{plain}_{count}"
        self.names.add(found)
        return found

    def lowered(self, expr: Expr, variables: Mapping[Var, Expr]) -> Expr:
        """`expr` with elements of tensors as elements of their buffers, and with its axes replaced."""

        def visit(node: Any) -> Any:
            if isinstance(node, Var):
                return variables.get(node, node)
            node = node.map_children(visit)
            return BufferLoad(self.buffers[node.producer], node.indices) if type(node) is ProducerLoad else node

        return visit(expr)

    def simplified(self, expr: Expr) -> Expr:
        """The same value, as the analyzer writes it, with the smaller side of a comparison first as TVM writes it."""
        return rewrite(self.analyzer.simplify(expr), _SMALLER_FIRST)


__all__ = ["Stages"]
