"""`RewriteCUDAGraph`: kernels that work on memory that stays where it is become functions that a GPU captures once and replays.

Two things are taken out of each function.  Storage of known size is allocated once, by a private function `cuda_graph_alloc` whose results are kept.
Runs of kernels whose arguments are static (tensors in such storage, weights, constants) become private functions `main_cuda_graph_capture`.  The pass
only rewrites; it does nothing unless the option `relax.backend.use_cuda_graph` is set.
"""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.core.builder.relax_calls import call_builtin_with_ctx
from tilewright.core.graph.fresh import fresh_function
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import (
    BindingBlock,
    Function,
    Id,
    PrimValue,
    RelaxExpr,
    SeqExpr,
    ShapeExpr,
    Tuple,
    TupleGetItem,
    Var,
    VarBinding,
)
from tilewright.core.ir.struct_info import ShapeStructInfo, TupleStructInfo
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.devices.capture_plan import Plan, Region, planned
from tilewright.core.passes.relax.devices.shared_storage import SharedStorage, shared_storage
from tilewright.core.passes.relax.over_functions import ModuleMutator

_FORCED = {"relax.force_pure": True}


def RewriteCUDAGraph() -> Pass:
    """Static storage and static runs of kernels as functions of their own, which a CUDA graph captures."""
    return Pass("RewriteCUDAGraph", _captured)


def _captured(mod: IRModule) -> IRModule:
    if not PassContext.current().option("relax.backend.use_cuda_graph"):
        return mod
    functions = sorted(mod.functions.items(), key=lambda each: each[0].name_hint)
    plans = {variable: planned(mod, each) for variable, each in functions if isinstance(each, Function)}
    if not any(plan.storages or plan.regions for plan in plans.values()):
        return mod
    return _Capturing(mod, plans).transform()


class _Capturing(ModuleMutator):
    """Replaces what the plans take out by calls of the functions that do it."""

    def __init__(self, mod: IRModule, plans: dict[GlobalVar, Plan]) -> None:
        super().__init__(mod)
        self._plans = plans
        self._storage: SharedStorage = shared_storage([plan.storages for plan in plans.values()])
        self._allocate: GlobalVar | None = None
        self._captures = 0
        self._begin("", Plan())

    def _begin(self, name: str, plan: Plan) -> None:
        self._function = name
        self._starts: dict[Id, Region] = {region.bindings[0].var.vid: region for region in plan.regions}
        self._lifted: set[Id] = {binding.var.vid for region in plan.regions for binding in region.bindings}
        self._storages: Var | None = None
        self._results: dict[Id, TupleGetItem] = {}

    def transform(self) -> IRModule:
        """The module with every function rewritten, in the order of their names."""
        if self._storage.bindings:
            self._allocate = self.builder_.add_func(_allocation(self._storage.bindings), "cuda_graph_alloc")
        for variable, plan in self._plans.items():
            self._begin(variable.name_hint, plan)
            function = self.module.functions[variable]
            made = self.visit_expr(function)
            if made is not function:
                self.builder_.update_func(variable, made)
        return self.builder_.get()

    def visit_var_binding_(self, binding: VarBinding) -> None:
        vid = binding.var.vid
        if vid in self._starts:
            self._launch(self._starts[vid])
        if vid in self._storage.places or vid in self._results:
            self.visit_var_(binding.var)
        elif vid not in self._lifted:
            super().visit_var_binding_(binding)

    def visit_var_(self, op: Var) -> RelaxExpr:
        """A variable that was taken out is bound again where it is first needed."""
        known = super().visit_var_(op)
        if known is not op:
            return known
        value = self._stored(op.vid) if op.vid in self._storage.places else self._results.get(op.vid)
        if value is None:
            return op
        made = self.builder_.emit(value, op.name_hint)
        self.set_var_remap(op.vid, made)
        return made

    def _stored(self, vid: Id) -> TupleGetItem:
        if self._storages is None:
            assert self._allocate is not None
            info = TupleStructInfo([binding.var.struct_info for binding in self._storage.bindings])
            args = (self._allocate, PrimValue(0))
            call = call_builtin_with_ctx("vm.builtin.cuda_graph.get_cached_alloc", args, sinfo_args=info)
            self._storages = self.builder_.emit(call)
        return TupleGetItem(self._storages, self._storage.places[vid])

    def _launch(self, region: Region) -> None:
        """The call that captures a region at the first time, and replays it from then on."""
        function = self.builder_.add_func(_capture(region), f"{self._function}_cuda_graph_capture")
        given = [self.visit_expr(var) for var in region.inputs.values()]
        sizes = (ShapeExpr(tuple(region.sizes)),) if region.sizes else ()
        args = (function, Tuple((*given, *sizes)), PrimValue(self._captures), *sizes)
        info = TupleStructInfo([var.struct_info for var in region.outputs.values()])
        self._captures += 1
        made = self.builder_.emit(call_builtin_with_ctx("vm.builtin.cuda_graph.run_or_capture", args, sinfo_args=info))
        for place, vid in enumerate(region.outputs):
            self._results[vid] = TupleGetItem(made, place)


def _allocation(storages: Iterable[VarBinding]) -> Function:
    bindings = list(storages)
    return _private((), bindings, [binding.var for binding in bindings])


def _capture(region: Region) -> Function:
    sizes = (Var("shape_expr", ShapeStructInfo(tuple(region.sizes))),) if region.sizes else ()
    return _private((*region.inputs.values(), *sizes), region.bindings, list(region.outputs.values()))


def _private(params: tuple[Var, ...], bindings: list[VarBinding], results: list[Var]) -> Function:
    value = Tuple(tuple(results))
    result = Var("gv", TupleStructInfo([var.struct_info for var in results]))
    body = SeqExpr((BindingBlock((*bindings, VarBinding(result, value))),), result if results else Tuple(()))
    return fresh_function(Function(params, body, result.struct_info, True, _FORCED))
