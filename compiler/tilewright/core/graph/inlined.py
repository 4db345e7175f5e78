"""The inlined body of a called function, as a sequence that replaces the call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.core.analysis.derive import match_sizes
from tilewright.core.graph.fresh import fresh_function
from tilewright.core.graph.sizes import Resized
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.relax import DataflowBlock, Function, RelaxExpr, SeqExpr, Var, VarBinding
from tilewright.core.ir.structural import structural_equal

if TYPE_CHECKING:
    from tilewright.core.ir.expr import Expr


def body_of_call(function: Function, arguments: Sequence[RelaxExpr], name: str = "") -> SeqExpr:
    """The body of a copy of the function, its parameters bound to the arguments and its sizes those of the arguments.

    Raises `ValueError` when it takes another number of them; `name` is what the message calls the function.
    """
    if len(function.params) != len(arguments):
        raise ValueError(f"`{name}` takes {len(function.params)} arguments, and {len(arguments)} are given")
    own = fresh_function(function)
    values: dict[SymbolicVar, Expr] = {}
    for param, given in zip(own.params, arguments):
        match_sizes(param.struct_info, given.struct_info_, values)
    walk = Resized(values)
    params = [Var(param.vid, given.struct_info_) for param, given in zip(own.params, arguments)]
    for param, before in zip(params, own.params):
        if not structural_equal(param.struct_info_, before.struct_info_):
            walk.set_var_remap(param.vid, param)
    body = walk.visit_with_new_scope(own.body)
    return SeqExpr((DataflowBlock(tuple(map(VarBinding, params, arguments))), *body.blocks), body.body)
