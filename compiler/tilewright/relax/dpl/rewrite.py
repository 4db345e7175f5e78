"""Rewriting what matches a pattern: `rewrite_call(pattern, make, function)`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tilewright.ir.function import IRModule
from tilewright.ir.relax import Function, If, Var, VarBinding
from tilewright.relax.analysis import get_var2val, remove_all_unused
from tilewright.relax.dpl.pattern import DFPattern
from tilewright.relax.expr_functor import PyExprMutator

Make = Callable[[Any, Mapping[DFPattern, Any]], Any]


def rewrite_call(pattern: DFPattern, rewriter: Make, func: Function) -> Function:
    """`func` with every value that the pattern matches replaced by what `rewriter(expression, what each part of the pattern stands for)` gives.

    A rewriter that gives the expression back leaves it alone.  What nothing uses afterwards is removed.
    """
    return remove_all_unused(_Rewriter(pattern, rewriter, get_var2val(func)).visit_expr(func))


class _Rewriter(PyExprMutator):
    def __init__(self, pattern: DFPattern, make: Make, values: Mapping[Var, Any]) -> None:
        super().__init__()
        self._pattern = pattern
        self._make = make
        self._known = {var.vid: (var, value) for var, value in values.items()}

    def visit_var_binding_(self, binding: VarBinding) -> None:
        value = self.builder_.normalize(self.visit_expr(binding.value))
        made = value if isinstance(value, (Function, If)) else self._rewritten(value)
        self._known[binding.var.vid] = (binding.var, made)
        if made is binding.value:
            self.builder_.emit_normalized(binding)
            return
        made = self.builder_.normalize(made)
        var = binding.var if made.struct_info_ is None else self.with_struct_info(binding.var, made.struct_info_)
        if var is not binding.var:
            self.set_var_remap(binding.var.vid, var)
        self.builder_.emit_normalized(VarBinding(var, made, binding.span))

    def _rewritten(self, value: Any) -> Any:
        found = self._pattern.extract_matched_expr(value, dict(self._known.values()))
        return value if found is None else self._make(value, found)


class PatternMatchingRewriter:
    """A pattern and what to make of it, to be applied to functions and modules; `|` tries another where this one changes nothing."""

    def __init__(self, pattern: DFPattern, func: Make) -> None:
        self._steps = ((pattern, func),)

    @staticmethod
    def from_pattern(pattern: DFPattern, func: Make) -> PatternMatchingRewriter:
        """The rewriter of a pattern."""
        return PatternMatchingRewriter(pattern, func)

    def __or__(self, other: PatternMatchingRewriter) -> PatternMatchingRewriter:
        made = PatternMatchingRewriter(*self._steps[0])
        made._steps = (*self._steps, *other._steps)
        return made

    def __call__(self, obj: Any) -> Any:
        if isinstance(obj, IRModule):
            functions = {
                variable: self(function) if isinstance(function, Function) else function
                for variable, function in obj.functions.items()
            }
            return IRModule(functions, obj.attrs, obj.global_infos)
        for pattern, make in self._steps:
            obj = rewrite_call(pattern, make, obj)
        return obj
