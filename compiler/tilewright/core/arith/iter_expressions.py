"""Iteration maps written as expressions again."""

from __future__ import annotations

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.iter_nodes import IterSplitExpr, IterSumExpr
from tilewright.core.arith.iter_sizes import Sizes, is_number
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.operators import const


def normalize_iter_map_to_expr(expr: Expr) -> Expr:
    """The expression that an iteration map stands for; maps inside of other expressions included."""
    return expression_of(Sizes(Analyzer()), expr)


def expression_of(sizes: Sizes, e: Expr) -> Expr:
    """`normalize_iter_map_to_expr` with what `sizes` knows."""
    if isinstance(e, IterSumExpr):
        total: Expr = const(0, e.dtype)
        for split in e.args:
            total = total + _split(sizes, split)
        return total + e.base
    if isinstance(e, IterSplitExpr):
        return _split(sizes, e)
    return e.map_children(lambda child: expression_of(sizes, child) if isinstance(child, Expr) else child)


def _split(sizes: Sizes, split: IterSplitExpr) -> Expr:
    """A piece that is always 0 is written as 0, unless its mark counts no further either."""
    source = expression_of(sizes, split.source.source)
    whole = split.source.extent
    if is_number(split.lower_factor, 1) and sizes.equal(split.extent, whole):
        return source * split.scale
    reach = split.lower_factor * split.extent
    if sizes.equal(whole, reach):
        if is_number(split.extent, 1) and not is_number(whole, 1):
            return const(0, split.extent.dtype)
        return source // split.lower_factor * split.scale
    return source % sizes.simple(reach) // split.lower_factor * split.scale
