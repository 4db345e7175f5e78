"""Calls of kernels as if they were functions of the graph: what to write for them."""

from __future__ import annotations

import ast

from tilewright.core.base.diagnostics import UserError
from tilewright.core.frontend.context import At, Context
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.relax import Call
from tilewright.core.ir.struct_info import FuncStructInfo, StructInfo, TensorStructInfo, TupleStructInfo


def naming_call_tir(context: Context, error: UserError, made: object, at: At) -> UserError:
    """The error about a call without the output of a kernel, with the `R.call_tir` that was meant; any other error as it is."""
    if error.code != "relax-call" or not isinstance(made, Call) or not isinstance(made.op, GlobalVar):
        return error
    output = _missing_output(made)
    if output is None or not isinstance(at, ast.Call) or not isinstance(at.func, ast.Attribute):
        return error
    given = ", ".join(map(context.text, at.args)) + ("," if len(at.args) == 1 else "")
    space = context.script("R")
    result = output.script(relax_prefix=space).splitlines()[-1]
    cure = f"{space}.call_tir({context.text(at.func)}, ({given}), {result})"
    sentence = f"`{made.op.name_hint}` is a kernel, which writes into its last parameter; did you mean `{cure}`?"
    return UserError(error.code, sentence, None)


def _missing_output(call: Call) -> StructInfo | None:
    """The last parameter of a kernel that is called with all others."""
    known = call.op.struct_info_
    if not isinstance(known, FuncStructInfo) or known.params is None or known.purity:
        return None
    is_kernel = isinstance(known.ret, TupleStructInfo) and not known.ret.fields
    last = known.params[-1] if known.params else None
    is_short = len(call.args) == len(known.params) - 1
    return last if is_kernel and is_short and isinstance(last, TensorStructInfo) else None
