"""Passes that put a function in order without changing what it computes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.ir.function import IRModule
from tilewright.ir.hashing import structural_hash
from tilewright.ir.relax import (
    BindingBlock,
    Call,
    DataflowBlock,
    DataflowVar,
    Function,
    MatchCast,
    RelaxExpr,
    SeqExpr,
    Tuple,
    TupleGetItem,
    Var,
    VarBinding,
)
from tilewright.ir.structural import structural_equal
from tilewright.ops.relax import ALLOCATIONS
from tilewright.relax.analysis import contains_impure_call, remove_all_unused
from tilewright.relax.expr_functor import PyExprMutator
from tilewright.transform.pass_ import Pass


def _each(name: str, change: Callable[[Function], Function]) -> Pass:
    def run(mod: IRModule) -> IRModule:
        made = {
            variable: change(function) if isinstance(function, Function) else function
            for variable, function in mod.functions.items()
        }
        return IRModule(made, mod.attrs, mod.global_infos)

    return Pass(name, run)


def DeadCodeElimination(entry_functions: Any = None) -> Pass:
    """Without bindings that nothing uses, and without functions that neither an entry nor a public function reaches."""

    def run(mod: IRModule) -> IRModule:
        cleaned = {
            variable: remove_all_unused(function) if isinstance(function, Function) else function
            for variable, function in mod.functions.items()
        }
        entries = [
            variable
            for variable, function in cleaned.items()
            if variable.name_hint in (entry_functions or ())
            or (not entry_functions and (variable.name_hint == "main" or "global_symbol" in function.attrs))
        ]
        reached = _reached(entries, cleaned)
        kept = {variable: function for variable, function in cleaned.items() if variable.name_hint in reached}
        return IRModule(kept, mod.attrs, mod.global_infos)

    return Pass("DeadCodeElimination", run)


def _reached(entries: list[Any], functions: dict[Any, Any]) -> set[str]:
    from tilewright.ir.expr import Call as TensorIRCall
    from tilewright.ir.expr import GlobalVar
    from tilewright.ir.function import PrimFunc
    from tilewright.ir.walk import walk
    from tilewright.relax.analysis import all_global_vars

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
    """Without variables that only rename others, and without casts that say nothing new."""
    return _each("CanonicalizeBindings", canonical)


def canonical(func: Function) -> Function:
    """The function without variables that only rename others, and without tuples of which only items are used."""
    made = without_renamings(func)
    return func if made is func else remove_all_unused(made)


def without_renamings(func: Function) -> Function:
    """The function with each variable that only renames another, or an item of a tuple that is written out, replaced by that."""
    return _Canonical().visit_expr(func)


class _Canonical(PyExprMutator):
    def visit_dataflow_block_(self, block: DataflowBlock) -> BindingBlock:
        for inner, outer in _put_out(block).items():
            self.set_var_remap(inner, outer)
        return super().visit_dataflow_block_(block)

    def visit_var_binding_(self, binding: VarBinding) -> None:
        value = self.builder_.normalize(self.visit_expr(binding.value))
        if isinstance(value, TupleGetItem) and isinstance(value.tuple_value, Var):
            whole = self.lookup_binding(value.tuple_value)
            if isinstance(whole, Tuple):
                value = whole.fields[value.index]
        var = self.visit_expr(binding.var) if isinstance(binding.var, DataflowVar) else binding.var
        if self._only_renames(var, value):
            return
        same = value is binding.value and var is binding.var
        self.builder_.emit_normalized(binding if same else VarBinding(var, value, binding.span))

    def visit_match_cast_(self, binding: MatchCast) -> None:
        value = self.visit_expr(binding.value)
        if not isinstance(value, Var) or not self._only_renames(binding.var, value):
            super().visit_match_cast_(binding)

    def _only_renames(self, var: Any, value: Any) -> bool:
        """Whether a binding says nothing new; its variable is then the other one."""
        if not isinstance(value, Var) or not structural_equal(value.struct_info_, var.struct_info_):
            return False
        if value.vid is var.vid:
            return True
        if isinstance(value, DataflowVar) and not isinstance(var, DataflowVar):
            return False
        if not isinstance(var, DataflowVar) and self.builder_.current_block_is_dataflow():
            return False
        self.set_var_remap(var.vid, value)
        return True


def _put_out(block: DataflowBlock) -> dict[Any, Var]:
    """The variables of a block that it puts out under one other name, with that: they get it where they are bound."""
    own = {item.var.vid: item.var for item in block.bindings if isinstance(item, VarBinding)}
    found: dict[Any, Var] = {}
    for item in block.bindings:
        value = item.value
        if isinstance(item.var, DataflowVar) or not isinstance(item, VarBinding) or not isinstance(value, DataflowVar):
            continue
        if value.vid in own and structural_equal(value.struct_info_, item.var.struct_info_):
            found.setdefault(value.vid, item.var)
    return found


def EliminateCommonSubexpr(call_only: bool = False) -> Pass:
    """Values that were computed before are not computed again."""
    return _each("EliminateCommonSubexpr", lambda func: _Common(call_only).visit_expr(func))


def without_repetition(func: Function) -> Function:
    """The function with equal values computed once, and without those that nothing uses."""
    return remove_all_unused(_Common(False).visit_expr(func))


class _Common(PyExprMutator):
    def __init__(self, call_only: bool) -> None:
        super().__init__()
        self._call_only = call_only
        self._known: list[dict[int, list[tuple[Any, Var]]]] = [{}]

    def visit_with_new_scope(self, expr: Any) -> Any:
        self._known.append({key: list(items) for key, items in self._known[-1].items()})
        made = super().visit_with_new_scope(expr)
        self._known.pop()
        return made

    def visit_dataflow_block_(self, block: DataflowBlock) -> BindingBlock:
        made = super().visit_dataflow_block_(block)
        outside = self._known[-1]  # what only the block sees is not known behind it
        for key, items in outside.items():
            outside[key] = [(value, var) for value, var in items if not isinstance(var, DataflowVar)]
        return made

    def visit_var_binding_(self, binding: VarBinding) -> None:
        value = self.builder_.normalize(self.visit_expr(binding.value))
        kinds = (Call,) if self._call_only else (Call, Tuple, TupleGetItem)
        gives_memory = isinstance(value, Call) and getattr(value.op, "name", "") in ALLOCATIONS
        if not isinstance(value, kinds) or gives_memory or contains_impure_call(value):
            self._keep(binding, value)
            return
        found = self._known[-1].setdefault(structural_hash(value), [])
        for known, var in found:
            if structural_equal(known, value):
                self._keep(binding, var)
                if isinstance(binding.var, DataflowVar):
                    self.set_var_remap(binding.var.vid, var)
                return
        self._keep(binding, value)
        found.append((value, binding.var))

    def visit_match_cast_(self, binding: MatchCast) -> None:
        value = self.visit_expr(binding.value)
        cast = (value, binding.struct_info)
        found = self._known[-1].setdefault(structural_hash(value), [])
        for known, var in found:
            if isinstance(known, tuple) and structural_equal(known, cast) and not self._call_only:
                if isinstance(binding.var, DataflowVar):
                    self.set_var_remap(binding.var.vid, var)
                else:
                    self.builder_.emit_normalized(VarBinding(binding.var, var, binding.span))
                return
        super().visit_match_cast_(binding)
        found.append((cast, self.visit_expr(binding.var)))

    def _keep(self, binding: VarBinding, value: Any) -> None:
        same = value is binding.value
        self.builder_.emit_normalized(binding if same else VarBinding(binding.var, value, binding.span))


def ToNonDataflow() -> Pass:
    """Dataflow blocks as plain ones."""
    return _each("ToNonDataflow", lambda func: _NonDataflow().visit_expr(func))


class _NonDataflow(PyExprMutator):
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


def _known(value: Any, before: Any) -> Any:
    """The value, of which is known what was known of the one it stands for."""
    if value is not before and isinstance(value, RelaxExpr) and value.struct_info_ is None:
        value.struct_info_ = before.struct_info_
    return value


def ConvertToDataflow(min_size: int = 2) -> Pass:
    """Runs of at least `min_size` pure bindings as dataflow blocks."""
    return _each("ConvertToDataflow", lambda func: _to_dataflow(func, min_size))


def _to_dataflow(func: Function, min_size: int) -> Function:
    if not isinstance(func.body, SeqExpr):
        return func
    blocks: list[BindingBlock] = []
    for block in func.body.blocks:
        blocks += [block] if isinstance(block, DataflowBlock) else _split(block, min_size)
    return func.replace(body=SeqExpr(tuple(blocks), func.body.body, func.body.span))


def _split(block: BindingBlock, min_size: int) -> list[BindingBlock]:
    groups: list[tuple[bool, list[Any]]] = []
    for item in block.bindings:
        pure = not isinstance(item, MatchCast) and not contains_impure_call(item.value) and _is_plain(item.value)
        if not groups or groups[-1][0] is not pure:
            groups.append((pure, []))
        groups[-1][1].append(item)
    return [
        (DataflowBlock if pure and len(items) >= min_size else BindingBlock)(tuple(items)) for pure, items in groups
    ]


def _is_plain(value: Any) -> bool:
    return isinstance(value, (Call, Tuple, TupleGetItem, Var)) or not isinstance(value, (SeqExpr, Function))


def AttachGlobalSymbol() -> Pass:
    """Every function linked under its name, private ones too."""

    def run(mod: IRModule) -> IRModule:
        made = {
            variable: function.with_attr("global_symbol", variable.name_hint)
            for variable, function in mod.functions.items()
        }
        return IRModule(made, mod.attrs, mod.global_infos)

    return Pass("AttachGlobalSymbol", run)
