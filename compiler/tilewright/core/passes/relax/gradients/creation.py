"""Gradients of triangles of matrices."""

from __future__ import annotations

from typing import Any

from tilewright.core.builder import relax_by_name as op
from tilewright.core.ir.relax import Call, Var
from tilewright.core.passes.relax.gradients.support import Gradient, no_grad


def _triangle(name: str) -> Gradient:
    def gradient(var: Var, call: Call, grad: Any, ctx: Any) -> list[Any]:
        function = op.tril if name == "tril" else op.triu
        return [function(grad, *call.args[1:]), *map(no_grad, call.args[1:])]

    return gradient


RULES: dict[str, Gradient] = {
    "tril": _triangle("tril"),
    "triu": _triangle("triu"),
}
