"""AnnotateIrregularLoop: loops that may end before their last iteration say so, for schedules that must leave them alone."""

from __future__ import annotations

from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Call
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import For, Stmt
from tilewright.core.ir.walk import rewrite, walk
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.rewriting.jumps import leaves_loop

MARK = "irregular_loop_mark"


@tir_pass("tir.AnnotateIrregularLoop")
def annotate_irregular_loop(func: PrimFunc) -> PrimFunc:
    """Mark loops that are left by `break`, `continue` or a return."""
    return func.with_body(rewrite(func.body, {For: _mark}))


def _mark(loop: For) -> For:
    if not (leaves_loop(loop.body) or _returns(loop.body)):
        return loop
    return loop.replace(annotations=DictAttrs({**loop.annotations, MARK: 1}))


def _returns(body: Stmt) -> bool:
    return any(isinstance(node, Call) and callee_name(node) == "tir.ret" for node in walk(body))
