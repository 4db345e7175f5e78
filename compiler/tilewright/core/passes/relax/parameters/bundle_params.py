"""`BundleModelParams`: the weights of a model as one tuple."""

from __future__ import annotations

from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.ir.relax import BindingBlock, DataflowBlock, Function, RelaxExpr, SeqExpr, TupleGetItem, Var
from tilewright.core.ir.struct_info import TupleStructInfo
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.normal_form.common_subexpr import without_repetition
from tilewright.core.passes.relax.over_functions import each_function


def BundleModelParams(param_tuple_name: str | None = None) -> Pass:
    """In functions with the attribute "num_input", the parameters after so many as one tuple, called "model_params" by default."""
    name = param_tuple_name or "model_params"
    return each_function(
        "BundleModelParams",
        lambda func: without_repetition(bundled(func, name)) if "num_input" in func.attrs else func,
        opt_level=1,
    )


def bundled(func: Function, name: str) -> Function:
    """The function with its weights as one tuple, of which an item is taken wherever a block needs it first."""
    return _Bundled(func, name).function()


class _Bundled(PyExprMutator):
    def __init__(self, func: Function, name: str) -> None:
        super().__init__()
        self._func = func
        self._count = int(func.attrs["num_input"])
        weights = func.params[self._count :]
        self._places = {weight.vid: at for at, weight in enumerate(weights)}
        self._whole = Var(name, TupleStructInfo([weight.struct_info for weight in weights]))

    def function(self) -> Function:
        """The function of inputs and one tuple, of which each item is taken where it is needed first."""
        func = self._func
        body = self.visit_with_new_scope(func.body)
        params = (*func.params[: self._count], self._whole)
        return Function(params, body, func.ret_struct_info, func.is_pure, func.attrs, func.span, dialect=func.dialect)

    def visit_with_new_scope(self, expr: RelaxExpr) -> SeqExpr:
        before = dict(self._remap)
        made = super().visit_with_new_scope(expr)
        self._remap = before
        return made

    def visit_dataflow_block_(self, block: DataflowBlock) -> BindingBlock:
        before = set(self._remap)
        made = super().visit_dataflow_block_(block)
        for key in [id(vid) for vid in self._places if id(vid) not in before]:
            self._remap.pop(key, None)  # what was taken in the block is seen there alone
        return made

    def visit_var_(self, op: Var) -> RelaxExpr:
        if op.vid in self._places and id(op.vid) not in self._remap:
            self.set_var_remap(
                op.vid, self.builder_.emit(TupleGetItem(self._whole, self._places[op.vid]), op.name_hint)
            )
        return super().visit_var_(op)
