"""`LazyGetInput` and `LazySetOutput`: weights that are asked for when they are needed, and results that are handed over as soon as they are there."""

from __future__ import annotations

from typing import Any

from tilewright.core.analysis.derive import erased
from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.ir.construction import with_struct_info
from tilewright.core.ir.relax import (
    Binding,
    BindingBlock,
    Call,
    DataflowBlock,
    Function,
    Id,
    PrimValue,
    RelaxExpr,
    SeqExpr,
    StringImm,
    Tuple,
    Var,
    VarBinding,
)
from tilewright.core.ir.relax_symbols import definable
from tilewright.core.ir.struct_info import FuncStructInfo, ObjectStructInfo, PrimStructInfo, TupleStructInfo
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.normal_form.common_subexpr import without_repetition
from tilewright.core.passes.relax.over_functions import each_function

_NUMBER = PrimStructInfo(dtype="int64")


def LazyGetInput() -> Pass:
    """In public functions, the parameters after the first "num_input" as results of `fget_param(index, name)`, a function that is the new last parameter."""
    return each_function("LazyGetInput", lambda func: _Getting(func).function() if _is_public(func) else func)


def _is_public(func: Function) -> bool:
    return "global_symbol" in func.attrs


class _Getting(PyExprMutator):
    def __init__(self, func: Function) -> None:
        super().__init__()
        self._func = func
        self._count = int(func.attrs.get("num_input", 0))
        self._late = {param.vid: at for at, param in enumerate(func.params[self._count :])}
        self._get = Var("fget_param", FuncStructInfo([_NUMBER, ObjectStructInfo()], ObjectStructInfo()))

    def function(self) -> Function:
        """The function with its weights asked for."""
        func = self._func
        params = (*func.params[: self._count], self._get)
        body = self.visit_with_new_scope(func.body)
        seen = frozenset(definable([param.struct_info_ for param in params]))
        result = None if func.ret_struct_info is None else erased(func.ret_struct_info, seen)
        attrs = {**func.attrs, "num_input": self._count + 1}
        return without_repetition(Function(params, body, result, func.is_pure, attrs, func.span, dialect=func.dialect))

    def visit_with_new_scope(self, expr: RelaxExpr) -> SeqExpr:
        before = dict(self._remap)
        made = super().visit_with_new_scope(expr)
        self._remap = before
        return made

    def visit_dataflow_block_(self, block: DataflowBlock) -> BindingBlock:
        made = super().visit_dataflow_block_(block)
        for vid in self._late:  # what was got in the block is seen there alone
            self._remap.pop(id(vid), None)
        return made

    def visit_var_(self, op: Var) -> RelaxExpr:
        if op.vid in self._late and id(op.vid) not in self._remap:
            index = PrimValue(self._late[op.vid])
            got = self.builder_.emit(Call(self._get, (index, StringImm(op.name_hint))), f"{op.name_hint}_untyped")
            self.set_var_remap(op.vid, self.builder_.match_cast(got, op.struct_info, op.name_hint))
        return super().visit_var_(op)


def LazySetOutput() -> Pass:
    """In public functions, each result by `fset_output(index, value)`, called as soon as the value is there; the function is a new parameter before
    the weights, and the result an empty tuple."""
    return each_function("LazySetOutput", lambda func: _Setting(func).function() if _is_public(func) else func)


class _Setting(PyExprMutator):
    def __init__(self, func: Function) -> None:
        super().__init__()
        self._func = func
        nothing = TupleStructInfo([])
        self._set = Var("fset_output", FuncStructInfo([_NUMBER, ObjectStructInfo()], nothing, False))
        result: RelaxExpr = func.body.body if isinstance(func.body, SeqExpr) else func.body
        fields = result.fields if isinstance(result, Tuple) else (result,)
        self._places: dict[Id, list[int]] = {}
        self._others: list[tuple[int, Any]] = []
        for at, field in enumerate(fields):
            if isinstance(field, Var):
                self._places.setdefault(field.vid, []).append(at)
            else:
                self._others.append((at, field))

    def function(self) -> Function:
        """The function that hands its results over."""
        func = self._func
        assert isinstance(func.body, SeqExpr)
        first = [call for param in func.params for call in self._calls(param)]
        last = [self._call(at, value) for at, value in self._others]
        blocks = (BindingBlock(tuple(first)), *func.body.blocks, BindingBlock(tuple(last)))
        body = self.visit_with_new_scope(SeqExpr(blocks, Tuple(()), func.body.span))
        count = func.attrs.get("num_input")
        at = len(func.params) if count is None else int(count)
        attrs = func.attrs if count is None else {**func.attrs, "num_input": at + 1}
        return Function(
            (*func.params[:at], self._set, *func.params[at:]), body, None, False, attrs, func.span, dialect=func.dialect
        )

    def visit_binding(self, binding: Binding) -> None:
        super().visit_binding(binding)
        for call in self._calls(binding.var):
            self.builder_.emit(call.value, "_void")

    def _calls(self, var: Var) -> list[VarBinding]:
        return [self._call(at, var) for at in self._places.get(var.vid, ())]

    def _call(self, at: int, value: Var) -> VarBinding:
        call = with_struct_info(Call(self._set, (PrimValue(at), value)), TupleStructInfo([]))
        return VarBinding(Var("_void", TupleStructInfo([])), call)
