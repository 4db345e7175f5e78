"""`function_pass` and `dataflowblock_pass`: passes of users' functions and classes over functions of Relax, and over their dataflow blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import BindingBlock, DataflowBlock, DataflowVar, Function, MatchCast, RelaxExpr
from tilewright.core.ir.relax_symbols import symbols
from tilewright.core.passes.core import decorators
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.core.decorators import Work, decorated


class FunctionPass(decorators.FunctionPass):
    """A pass over the functions of Relax, one by one: `work(func, mod, ctx)` gives the new one."""

    functions = Function


class DataflowBlockPass(decorators.FunctionPass):
    """A pass over the dataflow blocks of all functions of Relax: `work(block, mod, ctx)` gives the new block.

    Raises `ValueError` when a block loses a variable that the rest of the function may use: one that it puts out, or a symbolic one.
    """

    method = "transform_dataflowblock"
    noun = "dataflow block pass"
    functions = Function

    def __init__(self, work: Work, name: str, opt_level: int, required: Sequence[str] = (), traceable: bool = False):
        def of_function(func: Function, mod: IRModule, ctx: PassContext) -> RelaxExpr:
            return _Blocks(work, mod, ctx).visit_expr(func)

        of_function.__doc__ = work.__doc__
        super().__init__(of_function, name, opt_level, required, traceable)


class _Blocks(PyExprMutator):
    def __init__(self, work: Work, mod: IRModule, context: PassContext) -> None:
        super().__init__()
        self._given = (mod, context)
        self._work = work

    def visit_dataflow_block_(self, block: DataflowBlock) -> BindingBlock:
        made = self._work(super().visit_dataflow_block_(block), *self._given)
        if not isinstance(made, BindingBlock):
            raise TypeError(f"a dataflow block pass gives a block, not {type(made).__name__}")
        _check(block, made)
        return made


def _check(before: BindingBlock, after: BindingBlock) -> None:
    """Whether what is seen outside of the block is there as before."""
    seen = {item.var.vid: item.var for item in after.bindings}
    for item in before.bindings:
        if not isinstance(item.var, DataflowVar) and item.var.vid not in seen:
            raise ValueError(f"the pass removes `{item.var.name_hint}`, which the block puts out")
    known = _defined(after)
    for symbol in _defined(before):
        if symbol not in known:
            raise ValueError(f"the pass removes the definition of the symbolic size `{symbol.name}`")


def _defined(block: BindingBlock) -> tuple[SymbolicVar, ...]:
    return symbols([item.struct_info for item in block.bindings if isinstance(item, MatchCast)])


def function_pass(
    pass_func: Any = None,
    opt_level: int | None = None,
    name: str | None = None,
    required: Sequence[str] | None = None,
    traceable: bool = False,
) -> Any:
    """Make a pass of `(func, mod, ctx) -> function`, or of a class with `transform_function(self, func, mod, ctx)`, over functions of Relax."""
    return decorated(FunctionPass, pass_func, opt_level, name, required, traceable)


def dataflowblock_pass(
    pass_func: Any = None,
    opt_level: int | None = None,
    name: str | None = None,
    required: Sequence[str] | None = None,
    traceable: bool = False,
) -> Any:
    """Make a pass of `(block, mod, ctx) -> block`, or of a class with `transform_dataflowblock(self, block, mod, ctx)`, over dataflow blocks."""
    return decorated(DataflowBlockPass, pass_func, opt_level, name, required, traceable)
