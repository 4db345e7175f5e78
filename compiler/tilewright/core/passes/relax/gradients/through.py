"""Gradients of ops that are made of others: the op is computed anew from its parts, and the gradient goes back through them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tilewright.core.ir.relax import Call, RelaxExpr, Var
from tilewright.core.ir.struct_info import TensorStructInfo
from tilewright.core.passes.relax.gradients.adjoints import Adjoints
from tilewright.core.passes.relax.gradients.support import Gradient, no_grad

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder


def through(parts: Callable[[Call], RelaxExpr]) -> Gradient:
    """The rule of an op that `parts` makes of other ops."""

    def gradient(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
        own: list[Any] = [ctx.emit(arg) if isinstance(arg.struct_info_, TensorStructInfo) else arg for arg in call.args]
        ctx.begin_dataflow_block()
        result = ctx.emit(parts(Call(call.op, tuple(own), call.attrs, call.sinfo_args, call.span)))
        bindings = ctx.end_block().bindings
        for binding in bindings:
            ctx.emit_normalized(binding)
        adjoints = Adjoints(ctx)
        adjoints.add(result, grad)
        adjoints.propagate(bindings)
        return [adjoints.of(arg) or no_grad(arg) for arg in own]

    return gradient
