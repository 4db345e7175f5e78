"""The gradient of each op that has one: the rules of the topics, by the names that rows give as `gradient`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tilewright.core.ops.op import Op
from tilewright.core.ops.relax import RELAX_OPS
from tilewright.core.passes.relax.gradients import (
    creation,
    elementwise,
    indexing,
    linear,
    losses,
    nn,
    norms,
    shapes,
    statistics,
    windows,
)
from tilewright.core.passes.relax.gradients.support import Gradient, none
from tilewright.core.passes.relax.gradients.te_gradients import call_tir_with_grad

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder
    from tilewright.core.ir.relax import Call, RelaxExpr, Var


def _same(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """The gradient as it is."""
    return [grad]


RULES: Mapping[str, Gradient] = {
    "zero": none,
    "same": _same,
    "call_tir_with_grad": call_tir_with_grad,
    **creation.RULES,
    **elementwise.RULES,
    **indexing.RULES,
    **linear.RULES,
    **losses.RULES,
    **nn.RULES,
    **norms.RULES,
    **shapes.RULES,
    **statistics.RULES,
    **windows.RULES,
}
"""The rules by name: `zero` is that of ops whose results do not change when their arguments change a little."""

GRADIENTS: Mapping[str, Gradient] = {
    row.name: RULES[row.gradient] for row in RELAX_OPS.values() if row.gradient in RULES
}
"""The rules by the registered names of the ops."""


def gradient_of(op: Op) -> Gradient | None:
    """`op.get_attr("FPrimalGradient")`: the rule of the op's gradient, None where it has none."""
    return GRADIENTS.get(op.name)
