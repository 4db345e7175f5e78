"""State shared by the stages of one function: the buffer of each tensor, and the names of blocks used so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.dialects.releases import default_dialect
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import GE, GT, LE, LT, BufferLoad, Div, Expr, FloatImm, ProducerLoad, Var
from tilewright.core.ir.walk import rewrite, substitute
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
        if default_dialect().name == "tirx":
            return rewrite(self.analyzer.simplify(expr), _SMALLER_FIRST)
        divisors: dict[Var, Expr] = {}
        made = self.analyzer.simplify(rewrite(expr, {Div: lambda node: _without_divisor(node, divisors)}))
        return rewrite(substitute(made, divisors) if divisors else made, _SMALLER_FIRST)


def _without_divisor(quotient: Div, divisors: dict[Var, Expr]) -> Div:
    """A quotient by a constant with a variable in its place: before 0.25 TVM does not make a product of it here."""
    if not isinstance(quotient.b, FloatImm):
        return quotient
    divisor = Var("divisor", quotient.b.dtype)
    divisors[divisor] = quotient.b
    return quotient.replace(b=divisor)


__all__ = ["Stages"]
