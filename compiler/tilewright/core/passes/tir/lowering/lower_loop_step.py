"""LowerLoopStep: a loop that goes up by more than 1 counts its iterations instead."""

from __future__ import annotations

from tilewright.core.ir.expr import BufferLoad, Call, Expr, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import For, LetStmt, Stmt
from tilewright.core.ir.walk import rewrite, substitute, walk
from tilewright.core.passes.core.pass_ import tir_pass


@tir_pass("tir.LowerLoopStep")
def lower_loop_step(func: PrimFunc) -> PrimFunc:
    """Let loops with a step count their iterations."""
    return func.with_body(counted(func.body))


def counted(body: Stmt) -> Stmt:
    """The body in which every loop goes up by 1; the same object when each does."""
    if all(node.step is None for node in walk(body) if isinstance(node, For)):
        return body
    return rewrite(body, {For: _counted})


def _counted(loop: For) -> Stmt:
    """for i in range(a, b, s): f(i) -> for i in range((b - a + s - 1) // s): f(i * s + a)"""
    if loop.step is None:
        return loop
    start, step = _kept("start", loop.min), _kept("step", loop.step)
    counter = Var(loop.loop_var.name, loop.loop_var.dtype)
    extent = binary("FloorDiv", loop.extent + (step - const(1, step.dtype)), step)
    body = substitute(loop.body, {loop.loop_var: counter * step + start})
    made: Stmt = loop.replace(loop_var=counter, min=const(0, counter.dtype), extent=extent, step=None, body=body)
    for variable, value in ((step, loop.step), (start, loop.min)):
        if variable is not value and isinstance(variable, Var):
            made = LetStmt(variable, value, made, loop.span)
    return made


def _kept(name: str, value: Expr) -> Expr:
    """The value, or a variable for it where it may change while the loop runs."""
    return value if stays(value) else Var(name, value.dtype)


def stays(start: Expr) -> bool:
    """Whether the start has the same value at any time: what is read of memory may change inside the loop."""
    return not any(isinstance(node, (BufferLoad, Call)) for node in walk(start))
