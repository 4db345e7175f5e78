"""Gradients of triangles of matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.builder import relax_by_name as op
from tilewright.core.ir.relax import Call, RelaxExpr, Var
from tilewright.core.passes.relax.gradients.support import Gradient, no_grad

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder


def _triangle(name: str) -> Gradient:
    def gradient(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
        function = op.tril if name == "tril" else op.triu
        return [function(grad, *call.args[1:]), *map(no_grad, call.args[1:])]

    return gradient


RULES: dict[str, Gradient] = {
    "tril": _triangle("tril"),
    "triu": _triangle("triu"),
}
