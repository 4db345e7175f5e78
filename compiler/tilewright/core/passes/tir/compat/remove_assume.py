"""RemoveAssume: what a program says of its values for the compiler's sake disappears."""

from __future__ import annotations

from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Call, IntImm
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import Evaluate, SeqStmt, Stmt
from tilewright.core.ir.walk import rewrite
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.lowering.remove_no_op import remove_no_op
from tilewright.core.passes.tir.rewriting.seq_stmt import without_nothing


@tir_pass("tir.RemoveAssume")
def remove_assume(func: PrimFunc) -> PrimFunc:
    """Drop what the program says of its values for the compiler's sake."""
    body = rewrite(func.body, {Evaluate: _without_assume, SeqStmt: without_nothing})
    if body is func.body:
        return func
    rest = remove_no_op.run_function  # what is left of loops and branches that held nothing else
    assert rest is not None, "RemoveNoOp sees one function at a time"
    return rest(func.with_body(body))


def _without_assume(stmt: Evaluate) -> Stmt:
    """evaluate(assume(c)) -> nothing"""
    is_one = isinstance(stmt.value, Call) and callee_name(stmt.value) == "tir.assume"
    return Evaluate(IntImm("int32", 0)) if is_one else stmt  # pyright: ignore[reportArgumentType]
