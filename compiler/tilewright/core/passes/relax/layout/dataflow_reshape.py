"""`RewriteDataflowReshape`: kernels that only reshape become `R.reshape`, which costs nothing when it is run."""

from __future__ import annotations

from tilewright.core.analysis.reshape_pattern import copies_in_order
from tilewright.core.builder.relax_ops import FUNCTIONS
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.relax import (
    BindingBlock,
    Call,
    DataflowBlock,
    DataflowVar,
    RelaxExpr,
    ShapeExpr,
    Tuple,
    VarBinding,
)
from tilewright.core.ir.struct_info import TensorStructInfo
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.over_functions import ModuleMutator


def RewriteDataflowReshape() -> Pass:
    """In dataflow blocks, calls of TensorIR functions that copy all elements in their order as `R.reshape`; what the block gives stays a copy."""
    return Pass("RewriteDataflowReshape", lambda mod: _Reshapes(mod).transform())


class _Reshapes(ModuleMutator):
    _inside = False

    def visit_dataflow_block_(self, block: DataflowBlock) -> BindingBlock:
        self._inside = True
        made = super().visit_dataflow_block_(block)
        self._inside = False
        return made

    def visit_var_binding_(self, binding: VarBinding) -> None:
        before, self._inside = self._inside, self._inside and isinstance(binding.var, DataflowVar)
        super().visit_var_binding_(binding)
        self._inside = before

    def visit_call_(self, op: Call) -> RelaxExpr:
        made = self.visit_expr_post_order(op)
        if not self._inside or not isinstance(made, Call) or callee_name(made) != "relax.call_tir":
            return made
        callee, arguments = made.args[:2]
        function = self.module[callee] if isinstance(callee, GlobalVar) and callee in self.module else None
        info = made.struct_info_
        if not isinstance(function, PrimFunc) or not isinstance(arguments, Tuple) or len(arguments.fields) != 1:
            return made
        if (
            not isinstance(info, TensorStructInfo)
            or not isinstance(info.shape, ShapeExpr)
            or not copies_in_order(function)
        ):
            return made
        source = arguments.fields[0].struct_info_
        if not isinstance(source, TensorStructInfo) or source.dtype is not info.dtype:
            return made
        return FUNCTIONS["reshape"](arguments.fields[0], info.shape)
