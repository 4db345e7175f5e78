"""ConvertBlocksToOpaque: block axes are replaced by the values bound to them."""

from __future__ import annotations

from tilewright.core.builder.arguments import simplified_region
from tilewright.core.ir.expr import Expr, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import cast
from tilewright.core.ir.stmt import Block, BlockRealize
from tilewright.core.ir.walk import free_vars, rewrite, substitute
from tilewright.core.passes.core.errors import PassError
from tilewright.core.passes.core.pass_ import tir_pass


@tir_pass("tir.ConvertBlocksToOpaque")
def convert_blocks_to_opaque(func: PrimFunc) -> PrimFunc:
    """Put the bound value of each block axis in its place, so that blocks have no axes."""
    return func.with_body(rewrite(func.body, {BlockRealize: _bind}))


def _bind(realize: BlockRealize) -> BlockRealize:
    if not realize.iter_values:
        return realize
    axes = [axis.var for axis in realize.block.iter_vars]
    for var in free_vars(realize.predicate):
        if var in axes:
            raise PassError(
                f"the condition of block `{realize.block.name_hint}` uses its axis `{var.name}`, which has no value there"
            )
    values: dict[Var, Expr] = {var: cast(value, var.dtype) for var, value in zip(axes, realize.iter_values)}
    block: Block = substitute(realize.block.replace(iter_vars=()), values)
    reads, writes = (tuple(map(simplified_region, regions)) for regions in (block.reads, block.writes))
    if reads != block.reads or writes != block.writes:
        block = block.replace(reads=reads, writes=writes)
    return BlockRealize((), realize.predicate, block, realize.span)
