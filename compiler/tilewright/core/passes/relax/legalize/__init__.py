"""Legalization of Relax ops to functions of TIR: a rule for each name that rows give as `legalize`, in files of their topics.

A rule is a function of the block builder and the call that gives the expression to stand in its place: mostly a `call_tir` of a function
made from an operator of `topi`.
"""

from __future__ import annotations

from tilewright.core.ops.op import Op
from tilewright.core.ops.relax_op import RelaxOp
from tilewright.core.passes.relax.legalize import (
    creation,
    distributed,
    elementwise,
    indexing,
    linear,
    losses,
    marks,
    nn,
    norms,
    quantization,
    shapes,
    sorting,
    statistics,
    vision,
    windows,
)
from tilewright.core.passes.relax.legalize.rule import Legalization

__all__ = ["LEGALIZE", "Legalization", "legalization_of"]

LEGALIZE: dict[str, Legalization] = {
    **creation.RULES,
    **distributed.RULES,
    **elementwise.RULES,
    **indexing.RULES,
    **linear.RULES,
    **losses.RULES,
    **marks.RULES,
    **nn.RULES,
    **norms.RULES,
    **quantization.RULES,
    **shapes.RULES,
    **sorting.RULES,
    **statistics.RULES,
    **vision.RULES,
    **windows.RULES,
}


def legalization_of(op: Op) -> Legalization | None:
    """`op.get_attr("FLegalize")`: the rule of an op of Relax, None where it has none."""
    return LEGALIZE.get(op.legalize or "") if isinstance(op, RelaxOp) else None
