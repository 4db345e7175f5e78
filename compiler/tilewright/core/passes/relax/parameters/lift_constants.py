"""`LiftConstants`: what is computed from constants alone moves into a function of its own, which runs once, when an executable is made.

    y = call_tir(scale, (weight_constant,))        ->    computed_constants(): (call_tir(scale, (weight_constant,)),)
    z = call_tir(conv, (x, y))                           z = call_tir(conv, (x, constant))

The constants that take the results' places have no values yet: `build` runs the function and fills them.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

from tilewright.core.analysis.infer.support import shape_of
from tilewright.core.builder.relax_values import const
from tilewright.core.graph.block_builder import BlockBuilder
from tilewright.core.graph.expr_functor import PyExprMutator, PyExprVisitor
from tilewright.core.graph.queries import free_vars
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import GlobalVar, IntImm
from tilewright.core.ir.function import BaseFunc, IRModule
from tilewright.core.ir.relax import (
    Call,
    Constant,
    DataflowBlock,
    DataflowVar,
    Function,
    Id,
    RelaxExpr,
    Tuple,
    Var,
    VarBinding,
)
from tilewright.core.ir.struct_info import TensorStructInfo
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.parameters.lifted import LiftedConstants
from tilewright.core.runtime.tensor import empty

if TYPE_CHECKING:
    from tilewright.core.runtime.tensor import Tensor

NAME = "computed_constants"
# Elements up to which a result may be larger than what it is computed from: a wide broadcast is cheaper to compute than to read.
_FEW = 1 << 14


def LiftConstants(lifted: LiftedConstants) -> Pass:
    """Move `call_tir` of constants out of dataflow blocks into the function `computed_constants`; `lifted` gets the tensors for its results.

    A result that is returned as it is stays where it is, and so does one that is much larger than what it is computed from.
    """
    return Pass("LiftConstants", lambda mod: _lifted(mod, lifted))


def _lifted(mod: IRModule, lifted: LiftedConstants) -> IRModule:
    if any(variable.name_hint == NAME for variable in mod.functions):
        return mod
    walks = {
        variable: _Lifter(function)
        for variable, function in mod.functions.items()
        if isinstance(function, Function) and not function.attrs.get("Primitive")
    }
    found = [walk for walk in walks.values() if walk.moved]
    if not found:
        return mod
    functions: dict[GlobalVar, BaseFunc] = {
        variable: walks[variable].rewritten() if variable in walks else function
        for variable, function in mod.functions.items()
    }
    lifted.tensors += [each.data for walk in found for each in walk.constants.values()]
    made = IRModule(functions, mod.attrs, mod.global_infos)
    if not any(walk.constants for walk in found):  # nothing reads what moved
        return made
    return made.with_functions({**made.functions, **_computing(found)})


def _computing(found: list[_Lifter]) -> dict[GlobalVar, Function]:
    """The function that computes the constants."""
    builder = BlockBuilder()
    with builder.function(NAME, ()):
        with builder.dataflow():
            results: list[RelaxExpr] = []
            for walk in found:
                inside = _Renamed(builder)
                for item in walk.moved:
                    inside.add(item, item.var.vid in walk.constants)
                results += [inside.values[vid] for vid in walk.constants]
        builder.emit_func_output(Tuple(tuple(results)))
    return dict(builder.get().functions)


class _Renamed:
    """Bindings emitted into another builder."""

    def __init__(self, builder: BlockBuilder) -> None:
        self.values: dict[Id, Any] = {}
        self._builder = builder

    def add(self, item: VarBinding, is_result: bool) -> None:
        """One binding, whose variable the function returns with `is_result`."""
        call: Any = item.value
        fields = tuple(self.values[each.vid] if isinstance(each, Var) else each for each in call.args[1].fields)
        made = Call(call.op, (call.args[0], Tuple(fields), *call.args[2:]), call.attrs, call.sinfo_args, call.span)
        self.values[item.var.vid] = self._builder.emit_output(made) if is_result else self._builder.emit(made)


class _Lifter(PyExprMutator):
    """One function: which bindings move, and the constants of those that others read."""

    def __init__(self, function: Function) -> None:
        super().__init__()
        self._function = function
        survey = _Survey()
        survey.visit_expr(function)
        self.moved = survey.moved
        own = {item.var.vid for item in survey.moved}
        self.constants: dict[Id, Constant] = {
            item.var.vid: const(_room(item.var.struct_info_)) for item in survey.moved if item.var.vid in survey.read
        }
        self._own = own

    def rewritten(self) -> Function:
        """The function without the bindings."""
        return self.visit_expr(self._function) if self.moved else self._function

    def visit_var_binding_(self, binding: VarBinding) -> None:
        if binding.var.vid not in self._own:
            super().visit_var_binding_(binding)

    def visit_var_(self, op: Var) -> RelaxExpr:
        return self.constants[op.vid] if op.vid in self.constants else super().visit_var_(op)


def _room(info: Any) -> Tensor:
    sizes = [size.value for size in shape_of(info) or () if isinstance(size, IntImm)]
    return empty(tuple(sizes), str(info.dtype))


class _Survey(PyExprVisitor):
    """The bindings that can move, and the variables among them that the rest of the function reads."""

    def __init__(self) -> None:
        self.moved: list[VarBinding] = []
        self.read: set[Id] = set()
        self._bound: dict[Id, VarBinding] = {}
        self._fixed: set[Id] = set()

    def visit_function_(self, op: Function) -> None:
        super().visit_function_(op)
        for vid in self._fixed.intersection(self._bound):
            self.read.update(var.vid for var in free_vars(self._bound.pop(vid).value))
        self.moved = list(self._bound.values())
        self.read &= set(self._bound)

    def visit_dataflow_block_(self, block: DataflowBlock) -> None:
        for item in block.bindings:
            if isinstance(item, VarBinding) and isinstance(item.var, DataflowVar) and self._is_constant(item.value):
                self._bound[item.var.vid] = item
                continue
            used = {var.vid for var in free_vars(item.value)}
            (self.read if _is_kernel(item.value) else self._fixed).update(used)

    def visit_var_(self, op: Var) -> None:
        self._fixed.add(op.vid)

    def _is_constant(self, value: RelaxExpr) -> bool:
        """Whether a value is a kernel's result that depends on constants alone, and not much larger than they are."""
        if not _is_kernel(value) or len(value.args) > 2 or not isinstance(value.args[1], Tuple):  # pyright: ignore[reportAttributeAccessIssue]
            return False
        given: tuple[Any, ...] = value.args[1].fields  # pyright: ignore[reportAttributeAccessIssue]
        if not all(isinstance(each, Constant) or (isinstance(each, Var) and each.vid in self._bound) for each in given):
            return False
        size = _elements(value.sinfo_args[0])  # pyright: ignore[reportAttributeAccessIssue]
        return size is not None and size <= max(_FEW, sum(_elements(each.struct_info_) or 0 for each in given))


def _is_kernel(value: object) -> bool:
    return isinstance(value, Call) and callee_name(value) == "relax.call_tir"


def _elements(info: object) -> int | None:
    """The elements of a tensor of known shape."""
    sizes = shape_of(info) if isinstance(info, TensorStructInfo) else None
    if sizes is None or not all(isinstance(size, IntImm) for size in sizes):
        return None
    return prod(size.value for size in sizes if isinstance(size, IntImm))
