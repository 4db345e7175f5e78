"""RemoveAssume: what a program says of its values for the compiler's sake disappears."""

from __future__ import annotations

from tilewright.ir.expr import Call, IntImm
from tilewright.ir.function import PrimFunc
from tilewright.ir.stmt import Evaluate, SeqStmt, Stmt
from tilewright.ir.walk import rewrite
from tilewright.transform.pass_ import tir_pass
from tilewright.transform.sequences import without_nothing


@tir_pass("tir.RemoveAssume")
def remove_assume(func: PrimFunc) -> PrimFunc:
    """Drop what the program says of its values for the compiler's sake."""
    return func.with_body(rewrite(func.body, {Evaluate: _without_assume, SeqStmt: without_nothing}))


def _without_assume(stmt: Evaluate) -> Stmt:
    """evaluate(assume(c)) -> nothing"""
    is_one = isinstance(stmt.value, Call) and getattr(stmt.value.op, "name", "") == "tir.assume"
    return Evaluate(IntImm("int32", 0)) if is_one else stmt  # pyright: ignore[reportArgumentType]
