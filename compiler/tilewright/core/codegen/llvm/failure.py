"""Assertions that do not hold: the message that the call leaves with, a constant text or one with values that are known only then.

A message with values lies in memory of its own, which the failing call leaves behind: nobody knows when the last reader is done.
"""

from __future__ import annotations

from tilewright.core.codegen.llvm.writer import Body
from tilewright.core.ir.expr import Expr, StringImm
from tilewright.core.ir.failure import report_parts

ASSERTION = "assertion failed: "
_LARGEST = 1024


def message_of(body: Body, message: Expr) -> str:
    """A pointer to the text of an assertion's message."""
    parts = report_parts(message)
    if parts is None:
        text = message.value if isinstance(message, StringImm) else "assertion failed"
        return body.module.string(ASSERTION + text)
    format_, given = parts
    body.module.declare("malloc", "declare ptr @malloc(i64)")
    body.module.declare("snprintf", "declare i32 @snprintf(ptr, i64, ptr, ...)")
    values = [f"i64 {body.value(value)}" for value in given]
    room = body.set(f"call ptr @malloc(i64 {_LARGEST})")
    written, full, done = body.labels("written", "full", "done")
    body.branch_if(body.set(f"icmp eq ptr {room}, null"), full, written)
    body.begin(written)
    text = body.module.string(ASSERTION + format_)
    arguments = ", ".join([f"ptr {room}", f"i64 {_LARGEST}", f"ptr {text}", *values])
    body.do(f"call i32 (ptr, i64, ptr, ...) @snprintf({arguments})")
    body.branch(done)
    body.begin(full)
    body.branch(done)
    body.begin(done)
    return body.set(f"phi ptr [ {room}, %{written} ], [ {text}, %{full} ]")
