"""`LowerGPUIPCAllocStorage` and `IPCAllReduceRewrite`: memory that the processes of several GPUs share, and sums over it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeGuard

from tilewright.core.base.registry import get_global_func
from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.graph.queries import get_var2val
from tilewright.core.ir.expr import IntImm
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import (
    Binding,
    Call,
    ExternFunc,
    Function,
    Id,
    PrimValue,
    RelaxExpr,
    ShapeExpr,
    StringImm,
    Var,
)
from tilewright.core.ir.struct_info import ObjectStructInfo
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.lowering.calls import op_name, packed, tensor_in
from tilewright.core.passes.relax.over_functions import each_function

_SHARED = "ipc_memory"
_SUM = "runtime.disco.cuda_ipc.custom_allreduce"
_VIEWS = ("relax.reshape", "relax.memory.view")


def LowerGPUIPCAllocStorage() -> Pass:
    """Storage and tensors in "ipc_memory" as memory that `runtime.disco.cuda_ipc.alloc_storage` gives."""
    return each_function("LowerGPUIPCAllocStorage", lambda function: _Lowering().visit_expr(function))


class _Lowering(PyExprMutator):
    def visit_call_(self, op: Call) -> RelaxExpr:
        made = self.visit_expr_post_order(op)
        if op_name(made) == "relax.memory.alloc_storage" and _is_shared(made.args[2]):
            shape, _, _, dtype = made.args
            return _storage(shape, dtype)
        if op_name(made) == "relax.builtin.alloc_tensor" and _is_shared(made.args[3]):
            shape, dtype, _, _ = made.args
            return tensor_in(self.builder_.emit(_storage(shape, dtype)), shape, dtype.value)
        return made


def _is_shared(scope: object) -> bool:
    return isinstance(scope, StringImm) and scope.value == _SHARED


def _storage(shape: RelaxExpr, dtype: RelaxExpr) -> Call:
    return packed("runtime.disco.cuda_ipc.alloc_storage", shape, dtype, info=ObjectStructInfo())


def IPCAllReduceRewrite(allreduce_strategy: int) -> Pass:
    """Sums over GPUs by the kernels of TensorRT-LLM with that strategy, on memory that the processes share; only where these kernels are registered."""

    def run(mod: IRModule) -> IRModule:
        if get_global_func(_SUM, allow_missing=True) is None:
            return mod
        return each_function("IPCAllReduceRewrite", lambda each: _summing(each, allreduce_strategy)).run(mod)

    return Pass("IPCAllReduceRewrite", run)


def _summing(function: Function, strategy: int) -> Function:
    return _Summing(_allocations_of_sums(function), strategy).visit_expr(function)


def _allocations_of_sums(function: Function) -> dict[Id, Id]:
    """The sums of a function whose argument lies in memory that it allocates: the allocation of each."""
    values = {var.vid: value for var, value in get_var2val(function).items()}
    found = {vid: _allocation(value.args[0], values) for vid, value in values.items() if _is_sum(value)}
    return {vid: allocation for vid, allocation in found.items() if allocation is not None}


def _allocation(value: object, values: Mapping[Id, RelaxExpr]) -> Id | None:
    """The variable of the allocation that a value is a view of."""
    while isinstance(value, Var) and value.vid in values:
        bound = values[value.vid]
        if op_name(bound) == "relax.builtin.alloc_tensor":
            return value.vid
        value = bound.args[0] if isinstance(bound, Call) and op_name(bound) in _VIEWS else bound
    return None


def _is_sum(value: RelaxExpr) -> TypeGuard[Call]:
    if not isinstance(value, Call) or not isinstance(value.op, ExternFunc) or len(value.args) != 4:
        return False
    kind = value.args[1]
    sums = isinstance(kind, ShapeExpr) and isinstance(kind.values[0], IntImm) and kind.values[0].value == 0
    return value.op.global_symbol == "runtime.disco.allreduce" and sums


class _Summing(PyExprMutator):
    def __init__(self, allocations: dict[Id, Id], strategy: int) -> None:
        super().__init__()
        self._sums = set(allocations)
        self._shared = set(allocations.values())
        self._strategy = strategy

    def visit_binding(self, binding: Binding) -> None:
        value = binding.value
        if binding.var.vid in self._shared:
            assert isinstance(value, Call)
            value = value.replace(args=(*value.args[:3], StringImm(_SHARED)))
        elif binding.var.vid in self._sums:
            assert isinstance(value, Call)
            source, _, _, result = value.args
            value = packed(_SUM, source, PrimValue(self._strategy), result, info=value.struct_info)
        super().visit_binding(binding if value is binding.value else binding.replace(value=value))
