"""Messages of assertions with values that are known only where they fail: `report(text, values)`, which backends write out.

Such a message is a `T.call_pure_extern` of a function that does not exist, so that passes treat its values like any others and it prints as a program.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.base.dtype import HANDLE
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Call, Expr, StringImm
from tilewright.core.ops.op import Op

_NAME = "tilewright_report"


def report(text: str, values: Sequence[Expr]) -> Call:
    """The message `text`, a format of C, with a 64-bit integer for each `%lld` in it."""
    return Call(HANDLE, Op.get("tir.call_pure_extern"), (StringImm(_NAME), StringImm(text), *values))


def report_parts(message: Expr) -> tuple[str, tuple[Expr, ...]] | None:
    """The format and the values of such a message; None for any other."""
    if not isinstance(message, Call) or callee_name(message) != "tir.call_pure_extern" or len(message.args) < 2:
        return None
    name, text, *values = message.args
    if not isinstance(name, StringImm) or name.value != _NAME or not isinstance(text, StringImm):
        return None
    return text.value, tuple(values)
