"""The normal form of calls of ops: `FNormalize` of a program's own ops, and tuples of arguments that stand in the call.

Builders and mutators bring calls into this form; a script may hold others, which are not well formed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tilewright.core.ir.construction import with_struct_info
from tilewright.core.ir.relax import Call, RelaxExpr, Tuple, TupleGetItem, Var
from tilewright.core.ir.struct_info import TupleStructInfo
from tilewright.core.ops.op import Op
from tilewright.core.ops.registration import registered

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder


_WITH_TUPLES = {"relax.call_tir", "relax.call_tir_inplace", "relax.call_tir_with_grad"}


def as_its_op_wants(call: Call, builder: BlockBuilder, bound: Callable[[Var], RelaxExpr | None]) -> Call:
    """The call in the form that its op asks for, the call itself where it has it; `bound` gives what a variable is bound to."""
    op = call.op
    if not isinstance(op, Op):
        return call
    if op.name in _WITH_TUPLES:
        return _with_tuple(call, bound)
    own = registered(op.name, "FNormalize")
    return call if own is None else own(builder, call)


def _with_tuple(call: Call, bound: Callable[[Var], RelaxExpr | None]) -> Call:
    """The call with a tuple as its arguments, and not a variable that is one."""
    if len(call.args) < 2 or isinstance(call.args[1], Tuple):
        return call
    given: RelaxExpr = call.args[1]
    known = bound(given) if isinstance(given, Var) else None
    if not isinstance(known, Tuple):
        info = given.struct_info_
        if not isinstance(info, TupleStructInfo):
            return call
        known = Tuple(tuple(TupleGetItem(given, index) for index in range(len(info.fields))))
    made = Call(call.op, (call.args[0], known, *call.args[2:]), call.attrs, call.sinfo_args, call.span)
    return with_struct_info(made, call.struct_info_)
