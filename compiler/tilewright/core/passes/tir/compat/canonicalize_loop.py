"""CanonicalizeLoop: every loop begins at 0 and goes up by 1."""

from __future__ import annotations

from tilewright.core.ir.expr import IntImm, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import For, ForKind, LetStmt, Stmt
from tilewright.core.ir.walk import rewrite, substitute, walk
from tilewright.core.passes.core.errors import PassError
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.lowering.lower_loop_step import counted, stays


@tir_pass("tir.CanonicalizeLoop")
def canonicalize_loop(func: PrimFunc) -> PrimFunc:
    """Let every loop begin at 0 and go up by 1."""
    for loop in walk(func.body):
        if isinstance(loop, For):
            _check_step(loop)
    return func.with_body(rewrite(counted(func.body), {For: _from_zero}))


def _check_step(loop: For) -> None:
    """Checks that the step is a number above 0: of any other the pass does not know that the loop goes up."""
    if loop.step is not None and not (isinstance(loop.step, IntImm) and loop.step.value > 0):
        raise PassError(f"the step of loop `{loop.loop_var.name}` is {loop.step}, and no number above 0")


def _from_zero(loop: For) -> Stmt:
    """for i in range(a, a + n): s(i) -> for i in range(n): s(i + a)"""
    begins_at_zero = isinstance(loop.min, IntImm) and loop.min.value == 0
    if begins_at_zero or loop.kind is ForKind.THREAD_BINDING:
        return loop
    counter = loop.loop_var.replace()
    start = loop.min if stays(loop.min) else Var("start", loop.min.dtype)
    body = substitute(loop.body, {loop.loop_var: counter + start})
    made = loop.replace(loop_var=counter, min=const(0, counter.dtype), body=body)
    return made if start is loop.min else LetStmt(start, loop.min, made, loop.span)  # pyright: ignore[reportArgumentType]
