"""LowerInitBlock: a block's initialisation becomes a conditional at the head of its body."""

from __future__ import annotations

from tilewright.core.base.dtype import BOOL
from tilewright.core.ir.expr import Expr, IntImm, IterVarKind
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import binary
from tilewright.core.ir.stmt import Block, IfThenElse, Stmt, seq
from tilewright.core.ir.walk import rewrite
from tilewright.core.passes.core.pass_ import tir_pass


@tir_pass("tir.LowerInitBlock")
def lower_init_block(func: PrimFunc) -> PrimFunc:
    """Turn `T.init` into an `if` that runs at the first point of the reduction axes."""
    return func.with_body(rewrite(func.body, {Block: _lower}))


def _lower(block: Block) -> Block:
    if block.init is None:
        return block
    return block.replace(init=None, body=seq([_guarded(block, block.init), block.body]))


def _guarded(block: Block, init: Stmt) -> Stmt:
    """The initialisation under `axis == first value` of every reduction axis; without such an axis it always runs."""
    condition: Expr = IntImm(BOOL, 1)
    for axis in block.iter_vars:
        if axis.iter_type is IterVarKind.CommReduce and axis.dom is not None:
            condition = binary("And", condition, binary("EQ", axis.var, axis.dom.min))
    return init if isinstance(condition, IntImm) else IfThenElse(condition, init, None, init.span)  # pyright: ignore
