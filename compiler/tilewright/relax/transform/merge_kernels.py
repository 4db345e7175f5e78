"""`MergeKernels`: kernels that follow one another become one native function, whose memory is planned as a whole."""

from __future__ import annotations

from typing import Any

from tilewright.ir.expr import GlobalVar
from tilewright.ir.function import IRModule, PrimFunc
from tilewright.ir.relax import (
    Binding,
    Call,
    Constant,
    DataflowBlock,
    Function,
    Tuple,
    TupleGetItem,
    Var,
    VarBinding,
)
from tilewright.ir.struct_info import TensorStructInfo
from tilewright.relax.expr_functor import PyExprMutator
from tilewright.relax.transform.fused_function import GroupedFunction
from tilewright.transform.pass_ import Pass


def MergeKernels(max_kernels: int = 128) -> Pass:
    """Make each run of `call_tir` in a dataflow block a function with the attribute "Primitive", which `FuseTIR` makes one TensorIR function.

    What is no such call ends a run; so do `max_kernels` of them, since compiling grows faster than what is compiled.
    """
    return Pass("MergeKernels", lambda mod: _Merger(mod, max_kernels).transform())


class _Merger(PyExprMutator):
    def __init__(self, mod: IRModule, max_kernels: int) -> None:
        super().__init__(mod)
        self._module = mod
        self._most = max_kernels
        self._name = "main"

    def transform(self) -> IRModule:
        """The module with its runs as functions."""
        for variable, function in list(self._module.functions.items()):
            if isinstance(function, Function) and not function.attrs.get("Primitive"):
                self._name = variable.name_hint
                self.builder_.update_func(variable, self.visit_expr(function))
        return self.builder_.get()

    def visit_dataflow_block_(self, block: DataflowBlock) -> Any:
        made: list[Binding] = []
        run: list[Binding] = []
        for item in block.bindings:
            if not self._is_native(item, run) or sum(map(_is_kernel, run)) >= self._most:
                made += self._ended(run, block)
                run = []
            if self._is_native(item, run):
                run.append(item)
            else:
                made.append(item)
        made += self._ended(run, block)
        return super().visit_dataflow_block_(DataflowBlock(tuple(made), block.span))

    def _ended(self, run: list[Binding], block: DataflowBlock) -> list[Binding]:
        """A run as the call of its function; a single kernel stays as it is."""
        if sum(map(_is_kernel, run)) < 2:
            return run
        group = GroupedFunction(run, block)
        if not all(isinstance(var.struct_info_, TensorStructInfo) for var in (*group.inputs, *group.outputs)):
            return run
        return group.call(self.builder_.add_func(group.function(), f"{self._name}_native"))

    def _is_native(self, item: Binding, run: list[Binding]) -> bool:
        """Whether a binding can be part of a run: a kernel, or another name of what the run computes."""
        value = item.value
        if not isinstance(item, VarBinding):
            return False
        if _is_kernel(item):
            assert isinstance(value, Call)
            callee = value.args[0]
            plain = isinstance(callee, GlobalVar) and isinstance(self._module.functions.get(callee), PrimFunc)
            return plain and isinstance(value.args[1], Tuple) and not _has_scalar_constant(value.args[1])
        source = value.tuple_value if isinstance(value, TupleGetItem) else value
        return isinstance(source, Var) and any(source.vid is other.var.vid for other in run)


def _is_kernel(item: Binding) -> bool:
    return isinstance(item.value, Call) and getattr(item.value.op, "name", "") == "relax.call_tir"


def _has_scalar_constant(arguments: Tuple) -> bool:
    return any(isinstance(field, Constant) and not field.data.shape for field in arguments.fields)
