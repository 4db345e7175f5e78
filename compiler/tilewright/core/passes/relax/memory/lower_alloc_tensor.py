"""`LowerAllocTensor`: what the memory plan left as `R.builtin.alloc_tensor` gets storage of its own."""

from __future__ import annotations

from tilewright.core.base.diagnostics import TVMError
from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.ir.relax import Call, RelaxExpr
from tilewright.core.ir.relax_symbols import sizes
from tilewright.core.ir.struct_info import TensorStructInfo
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.lowering.calls import alloc_storage, bytes_of, op_name, tensor_in
from tilewright.core.passes.relax.over_functions import each_function


def LowerAllocTensor() -> Pass:
    """`R.builtin.alloc_tensor` as `R.memory.alloc_storage` and a tensor in it."""
    return each_function("LowerAllocTensor", lambda function: _Lowering().visit_expr(function))


class _Lowering(PyExprMutator):
    def visit_call_(self, op: Call) -> RelaxExpr:
        made = self.visit_expr_post_order(op)
        if op_name(made) != "relax.builtin.alloc_tensor":
            return made
        info = made.struct_info
        if not isinstance(info, TensorStructInfo) or info.shape is None:
            raise TVMError("memory is allocated for a tensor of known shape only")
        shape, _, device, scope = made.args
        storage = alloc_storage(bytes_of(info.dtype, sizes(info)), device, scope, "uint8")
        return tensor_in(self.builder_.emit(storage, "storage"), shape, info.dtype)
