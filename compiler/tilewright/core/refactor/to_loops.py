"""Blocks become plain loops: axes are replaced by their values, and a reduction is initialised where its axes have their first values.

with T.block("C"): vi, vk = ...; with T.init(): C[vi] = 0; C[vi] += A[vi, vk]   -->   if k == 0: C[i] = 0; C[i] += A[i, k]
"""

from __future__ import annotations

from tilewright.core.ir.expr import Expr, IntImm, Var
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.stmt import Block, BlockRealize, IfThenElse, Stmt
from tilewright.core.ir.walk import rewrite, substitute, walk
from tilewright.core.passes.tir.lowering.lower_init_block import lower_init_block


def to_loops(func: PrimFunc) -> PrimFunc:
    """The function without blocks that have axes."""
    lowered = lower_init_block(IRModule({"main": func}))["main"]
    assert isinstance(lowered, PrimFunc)
    body = rewrite(lowered.body, {BlockRealize: _plain})
    return func.with_body(body.block.body if isinstance(body, BlockRealize) and _is_bare_root(body.block) else body)


def _is_bare_root(block: Block) -> bool:
    """Whether a root block holds nothing but loops, which need no root."""
    parts = (block.iter_vars, block.alloc_buffers, block.match_buffers, block.annotations, block.reads, block.writes)
    return not any(parts) and not any(isinstance(node, BlockRealize) for node in walk(block.body))


def _plain(realize: BlockRealize) -> Stmt:
    block = realize.block
    if not block.iter_vars or block.alloc_buffers or block.match_buffers or block.annotations:
        return realize
    values: dict[Var, Expr] = {axis.var: value for axis, value in zip(block.iter_vars, realize.iter_values)}
    body = substitute(block.body, values)
    return body if isinstance(realize.predicate, IntImm) else IfThenElse(realize.predicate, body)
