"""SkipAssert: assertions disappear, and the program is trusted."""

from __future__ import annotations

from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import AssertStmt, SeqStmt
from tilewright.core.ir.walk import rewrite
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.rewriting.seq_stmt import without_nothing


@tir_pass("tir.SkipAssert")
def skip_assert(func: PrimFunc) -> PrimFunc:
    """Drop assertions: the program is trusted."""
    return func.with_body(rewrite(func.body, {AssertStmt: lambda stmt: stmt.body, SeqStmt: without_nothing}))
