"""`estimate_tir_flops`: a quick count of arithmetic, as TVM makes it for the comparison of programs.

Every arithmetic operator on a value counts once a lane; comparisons and logic with their operands, calls of functions and indices count nothing, an `if` as its longer
branch, a `while` once, a loop as often as its extent can at most be.  `cost.flops` is the number to quote for speed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.core.arith.bounds import bound
from tilewright.core.arith.facts import Facts
from tilewright.core.ir import expr as nodes
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import (
    Allocate,
    AllocateConst,
    AttrStmt,
    Block,
    BlockRealize,
    BufferRealize,
    BufferStore,
    Evaluate,
    For,
    IfThenElse,
)


def estimate_flops(node: Node) -> float:
    """Operations in one run of a statement or function; a function may state them itself, in its attribute "estimated_flops"."""
    if not isinstance(node, PrimFunc):
        return _Estimate().visit(node)
    stated = node.attrs.get("estimated_flops")
    return _Estimate().visit(node.body) if stated is None else float(int(stated))


class _Estimate:
    """The ranges of the loops entered so far."""

    def __init__(self) -> None:
        self.facts = Facts()
        self.rules: dict[type, Callable[[Any], float]] = {
            For: self._for,
            IfThenElse: self._if,
            nodes.BufferLoad: lambda _: 0.0,
            Evaluate: lambda _: 0.0,
            BufferStore: lambda n: self.visit(n.value),
            Allocate: lambda n: self.visit(n.body),
            AllocateConst: lambda n: self.visit(n.body),
            AttrStmt: lambda n: self.visit(n.body),
            BufferRealize: lambda n: self.visit(n.body),
            BlockRealize: lambda n: self.visit(n.block),
            Block: lambda n: sum(self.visit(part) for part in (n.init, n.body) if part is not None),
            nodes.Select: lambda n: self.visit(n.condition) + max(self.visit(n.true_value), self.visit(n.false_value)),
        }

    def visit(self, node: Node) -> float:
        rule = self.rules.get(type(node))
        if rule is not None:
            return rule(node)
        if isinstance(node, nodes.Expr) and node.dtype.is_bool:
            return 0.0
        own = float(max(node.dtype.lanes, 1)) if isinstance(node, nodes.ARITHMETIC_NODES) else 0.0
        return own + sum(self.visit(child) for child in node.children())

    def _for(self, loop: For) -> float:
        extent = bound(self.facts, loop.extent)[1]
        low, high = bound(self.facts, loop.min)
        self.facts.narrow(loop.loop_var, (low, high + max(extent - 1, 0)))
        inside = self.visit(loop.body)
        return inside * max(extent, 0) if inside else 0.0

    def _if(self, stmt: IfThenElse) -> float:
        otherwise = 0.0 if stmt.else_case is None else self.visit(stmt.else_case)
        return self.visit(stmt.condition) + max(self.visit(stmt.then_case), otherwise)
