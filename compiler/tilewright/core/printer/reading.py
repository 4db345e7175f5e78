"""Whether a call reads back as itself: the functions of `T` fold constants, match types and check operands, so some texts mean another node."""

from __future__ import annotations

from typing import Any

from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.dtype import DType
from tilewright.core.ir.expr import Call, Expr, FloatImm, IntImm, StringImm
from tilewright.core.ops.op import Op
from tilewright.core.printer.options import Options


def reads_back(node: Call, row: Op, asked: Options) -> bool:
    """Whether `T.name(args)`, with the result type where the row prints it, makes a call like `node`."""
    kinds = tuple([(type(arg), arg.dtype) for arg in node.args if type(arg) not in _CONSTANTS])
    if len(kinds) < len(node.args):  # what is made of constants depends on which they are
        return _made_again(node, row, asked)
    known = _KNOWN.get((row, node.dtype, kinds))
    if known is None:
        known = _KNOWN[row, node.dtype, kinds] = _made_again(node, row, asked)
    return known


# What is known of calls without constants, by op, type, and kinds and types of the arguments.
_KNOWN: dict[tuple[Op, DType, tuple[tuple[type, DType], ...]], bool] = {}
_CONSTANTS = frozenset({IntImm, FloatImm, StringImm})


def _made_again(node: Call, row: Op, asked: Options) -> bool:
    from tilewright.core.builder.dialects import TIRX, member_at
    from tilewright.core.builder.namespace import TIR

    member = TIR.members.get(str(row.script)) or member_at(TIRX, str(row.script))
    if member is None:
        return True
    args = [_as_read(arg, asked) for arg in node.args]
    position = row.dtype_position
    given = (
        [str(node.dtype), *args] if position == "first" else [*args, str(node.dtype)] if position == "last" else args
    )
    try:
        made: object = member.value(*given)
    except (UserError, TypeError, ValueError, ArithmeticError, AttributeError):
        return False
    if not isinstance(made, Call) or made.op is not row or made.dtype is not node.dtype:
        return False
    return len(made.args) == len(node.args) and all(map(_same, made.args, node.args))


def _as_read(arg: Expr, asked: Options) -> object:
    """The value of an argument's text: constants of the default types are Python numbers."""
    if isinstance(arg, StringImm):
        return arg.value
    if isinstance(arg, IntImm) and arg.dtype == asked.int_dtype:
        return arg.value
    return arg.value if isinstance(arg, FloatImm) and arg.dtype == asked.float_dtype else arg


def _same(a: Any, b: Any) -> bool:
    if a is b:
        return True
    return type(a) in _CONSTANTS and type(a) is type(b) and a.dtype is b.dtype and a.value == b.value
