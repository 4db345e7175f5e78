"""`tilewright.tir.analysis`: questions about TensorIR, under TVM's names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilewright.analysis.checks.collected import ill_formed
from tilewright.analysis.regions import block_access_regions
from tilewright.analysis.ssa import verify_ssa
from tilewright.ir.buffer import Buffer, BufferRegion
from tilewright.ir.expr import Expr, Var
from tilewright.ir.function import IRModule, PrimFunc, prim_funcs
from tilewright.ir.node import Node
from tilewright.ir.stmt import Block
from tilewright.ir.structural import structural_equal
from tilewright.ir.walk import free_vars


def expr_deep_equal(lhs: Expr, rhs: Expr) -> bool:
    """Whether two expressions are the same, variables by identity."""
    return structural_equal(lhs, rhs)


def undefined_vars(node: Node, defs: Sequence[Var] | None = None) -> tuple[Var, ...]:
    """Variables that `node` uses without defining them, `defs` apart, in the order of their first uses."""
    return free_vars(node, tuple(defs or ()))


def get_block_access_region(block: Block, buffer_var_map: Mapping[Var, Buffer]) -> list[list[BufferRegion]]:
    """What a block reads, writes, and touches in ways that cannot be told apart."""
    found = block_access_regions(block, buffer_var_map)
    return [list(found.reads), list(found.writes), list(found.opaque)]


def verify_well_formed(obj: PrimFunc | IRModule, assert_mode: bool = True) -> bool:
    """Whether the program keeps the rules of TensorIR; with `assert_mode` raises `ValueError` with the first rule it breaks."""
    functions = (obj,) if isinstance(obj, PrimFunc) else tuple(func for _, func in prim_funcs(obj))
    found = [diagnostic for func in functions for diagnostic in ill_formed(func)]
    if found and assert_mode:
        raise ValueError(found[0].message)
    return not found


__all__ = ["expr_deep_equal", "get_block_access_region", "undefined_vars", "verify_ssa", "verify_well_formed"]
