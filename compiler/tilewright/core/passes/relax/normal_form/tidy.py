"""Passes that put a function in order without changing what it computes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.graph.unused import remove_all_unused
from tilewright.core.ir.construction import with_struct_info
from tilewright.core.ir.function import BaseFunc, IRModule, PrimFunc
from tilewright.core.ir.relax import (
    BindingBlock,
    DataflowBlock,
    DataflowVar,
    ExternFunc,
    Function,
    RelaxExpr,
    Var,
    VarBinding,
)
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.normal_form.canonicalize import canonical

if TYPE_CHECKING:
    from tilewright.core.ir.expr import GlobalVar


def _each(name: str, change: Callable[[Function], Function]) -> Pass:
    def run(mod: IRModule) -> IRModule:
        made = {
            variable: change(function) if isinstance(function, Function) else function
            for variable, function in mod.functions.items()
        }
        return IRModule(made, mod.attrs, mod.global_infos)

    return Pass(name, run)


def DeadCodeElimination(entry_functions: Sequence[str] | None = None) -> Pass:
    """Without bindings that nothing uses, and without functions that neither an entry nor a public function reaches."""

    def run(mod: IRModule) -> IRModule:
        cleaned = {
            variable: remove_all_unused(function) if isinstance(function, Function) else function
            for variable, function in mod.functions.items()
        }
        entries_given = set(entry_functions or ("main",))
        entries = [
            variable
            for variable, function in cleaned.items()
            if variable.name_hint in entries_given
            or "global_symbol" in function.attrs
            or isinstance(function, ExternFunc)
        ]
        reached = _reached(entries, cleaned)
        kept = {variable: function for variable, function in cleaned.items() if variable.name_hint in reached}
        return IRModule(kept, mod.attrs, mod.global_infos)

    return Pass("DeadCodeElimination", run, opt_level=1)


def _reached(entries: list[GlobalVar], functions: Mapping[GlobalVar, RelaxExpr | BaseFunc]) -> set[str]:
    from tilewright.core.graph.queries import all_global_vars
    from tilewright.core.ir.expr import Call as TensorIRCall
    from tilewright.core.ir.expr import GlobalVar
    from tilewright.core.ir.function import PrimFunc
    from tilewright.core.ir.walk import walk

    by_name = {variable.name_hint: function for variable, function in functions.items()}
    found: set[str] = set()
    pending = [variable.name_hint for variable in entries]
    while pending:
        name = pending.pop()
        if name in found:
            continue
        found.add(name)
        function = by_name.get(name)
        if isinstance(function, Function):
            pending += [variable.name_hint for variable in all_global_vars(function)]
        elif isinstance(function, PrimFunc):
            calls = (node for node in walk(function) if isinstance(node, TensorIRCall))
            pending += [call.op.name_hint for call in calls if isinstance(call.op, GlobalVar)]
    return found


def CanonicalizeBindings() -> Pass:
    """Without variables that only rename others, and without casts and sizes that say nothing new."""
    return _each("CanonicalizeBindings", canonical)


def ToNonDataflow() -> Pass:
    """Dataflow blocks as plain ones."""
    return _each("ToNonDataflow", lambda func: NonDataflow().visit_expr(func))


class NonDataflow(PyExprMutator):
    """Makes the dataflow blocks and variables of a function plain ones."""

    def visit_dataflow_block_(self, block: DataflowBlock) -> BindingBlock:
        self.builder_.begin_binding_block()
        for binding in block.bindings:
            self.visit_binding(binding)
        return self.builder_.end_block()

    def visit_dataflow_var_def_(self, var: DataflowVar) -> Var:
        return Var(var.vid, var.struct_info_, var.span)

    def visit_var_binding_(self, binding: VarBinding) -> None:
        value = self.visit_expr(binding.value)
        var = self.visit_var_def(binding.var)
        if var is not binding.var:
            self.set_var_remap(binding.var.vid, var)
        self.builder_.emit_normalized(VarBinding(var, _known(value, binding.value), binding.span))


def _known(value: RelaxExpr, before: RelaxExpr) -> RelaxExpr:
    """The value, with the struct info of the one it replaces."""
    if value is not before and isinstance(value, RelaxExpr) and value.struct_info_ is None:
        return with_struct_info(value, before.struct_info_)
    return value


def AttachGlobalSymbol() -> Pass:
    """Every function linked under its name, private ones too; those of TensorIR are named and linked with the module's "system_lib_prefix"."""

    def run(mod: IRModule) -> IRModule:
        prefix = str((mod.attrs or {}).get("system_lib_prefix", ""))
        made = {
            variable: function.with_attr(
                "global_symbol", f"{prefix if isinstance(function, PrimFunc) else ''}{variable.name_hint}"
            )
            for variable, function in mod.functions.items()
        }
        names = {v.name_hint: f"{prefix}{v.name_hint}" for v, f in made.items() if prefix and isinstance(f, PrimFunc)}
        linked = IRModule(made, mod.attrs, mod.global_infos)
        return linked.replace_global_vars({**names}) if names else linked

    return Pass("AttachGlobalSymbol", run)
