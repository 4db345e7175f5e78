"""`EliminateCommonSubexpr`: what was computed before is not computed again."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.graph.queries import contains_impure_call
from tilewright.core.graph.unused import remove_all_unused
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.hashing import structural_hash
from tilewright.core.ir.relax import (
    Binding,
    BindingBlock,
    Call,
    DataflowBlock,
    DataflowVar,
    Function,
    MatchCast,
    RelaxExpr,
    SeqExpr,
    Var,
    VarBinding,
)
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ops.relax import ALLOCATIONS
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.over_functions import each_function

if TYPE_CHECKING:
    from tilewright.core.ir.struct_info import StructInfo


def EliminateCommonSubexpr(call_only: bool = False) -> Pass:
    """Values that were computed before are not computed again; with `call_only` this holds for results of calls alone."""
    return each_function("EliminateCommonSubexpr", lambda func: without_common(func, call_only), opt_level=1)


Part = TypeVar("Part", bound=RelaxExpr)


def without_common(expr: Part, call_only: bool = False) -> Part:
    """The function, or part of one, where a value that is there already only gets another name."""
    return _Common(call_only).visit_expr(expr)


def without_repetition(func: Function) -> Function:
    """The function with equal values computed once, and without those that nothing uses."""
    return remove_all_unused(without_common(func))


class _Common(PyExprMutator):
    def __init__(self, call_only: bool) -> None:
        super().__init__()
        self._call_only = call_only
        self._known: dict[int, list[tuple[tuple[RelaxExpr, StructInfo | None], list[Var]]]] = {}

    def visit_function_(self, op: Function) -> RelaxExpr:
        if self._known or self._remap:  # what is around a function is no concern of its own
            return without_common(op, self._call_only)
        return super().visit_function_(op)

    def visit_with_new_scope(self, expr: RelaxExpr) -> SeqExpr:
        known, remap = self._known, self._remap
        self._known = {key: [(value, list(names)) for value, names in items] for key, items in known.items()}
        self._remap = dict(remap)
        made = super().visit_with_new_scope(expr)
        self._known, self._remap = known, remap
        return made

    def visit_dataflow_block_(self, block: DataflowBlock) -> BindingBlock:
        remap = dict(self._remap)
        made = super().visit_dataflow_block_(block)
        for items in self._known.values():  # what only the block sees is not known behind it
            for _, names in items:
                names[:] = [name for name in names if not isinstance(name, DataflowVar)]
        self._remap = remap
        return made

    def visit_binding(self, binding: Binding) -> None:
        value = self.builder_.normalize(self.visit_expr(binding.value))
        names = self._names(value, binding) if self._counts(value) else []
        if names:
            made: Binding = VarBinding(binding.var, names[0], binding.span)
            self.set_var_remap(binding.var.vid, names[0])
        elif value is binding.value:
            made = binding
        elif isinstance(binding, MatchCast):
            made = MatchCast(binding.var, value, binding.struct_info, binding.span)
        else:
            made = VarBinding(binding.var, value, binding.span)
        names.append(binding.var)
        self.builder_.emit_normalized(made)

    def _counts(self, value: RelaxExpr) -> bool:
        if self._call_only and not isinstance(value, Call):
            return False
        gives_memory = isinstance(value, Call) and callee_name(value) in ALLOCATIONS
        return not gives_memory and not contains_impure_call(value)

    def _names(self, value: RelaxExpr, binding: Binding) -> list[Var]:
        """The variables that hold a value already; for a cast, those cast to the same struct info."""
        cast = binding.struct_info if isinstance(binding, MatchCast) else None
        found = self._known.setdefault(structural_hash(value), [])
        for (known, known_cast), names in found:
            if structural_equal(known, value) and structural_equal(known_cast, cast):
                return names
        names: list[Var] = []
        found.append(((value, cast), names))
        return names
