"""SkipAssert: assertions disappear, and the program is trusted."""

from __future__ import annotations

from tilewright.ir.function import PrimFunc
from tilewright.ir.stmt import AssertStmt, SeqStmt
from tilewright.ir.walk import rewrite
from tilewright.transform.pass_ import tir_pass
from tilewright.transform.sequences import without_nothing


@tir_pass("tir.SkipAssert")
def skip_assert(func: PrimFunc) -> PrimFunc:
    """Drop assertions: the program is trusted."""
    return func.with_body(rewrite(func.body, {AssertStmt: lambda stmt: stmt.body, SeqStmt: without_nothing}))
