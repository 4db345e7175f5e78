"""Rewriting what matches a pattern: `rewrite_call(pattern, make, function)`, and rewriters to keep, to join and to write as modules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tilewright.ir.function import IRModule
from tilewright.ir.relax import DataflowBlock, DataflowVar, Function, If, Var, VarBinding
from tilewright.ir.structural import structural_equal
from tilewright.relax.analysis import get_var2val, remove_all_unused
from tilewright.relax.dpl.bindings import rewrite_bindings
from tilewright.relax.dpl.context import PatternContext
from tilewright.relax.dpl.from_module import Written
from tilewright.relax.dpl.pattern import DFPattern, Matching
from tilewright.relax.expr_functor import PyExprMutator

Make = Callable[[Any, Mapping[DFPattern, Any]], Any]


def rewrite_call(pattern: DFPattern, rewriter: Make, func: Function) -> Function:
    """`func` with every value that the pattern matches replaced by what `rewriter(expression, what each part of the pattern stands for)` gives.

    A rewriter that gives the expression back leaves it alone; what it makes is matched again.  Where something was rewritten, equal values are computed
    once and what nothing uses is removed.
    """
    return _rewritten(((pattern, rewriter),), func)


_ROUNDS = 1000


def _rewritten(steps: tuple[tuple[DFPattern, Make], ...], func: Function) -> Function:
    """The function rewritten until nothing changes, or until it is as it was before; what was made of a match may match again."""
    from tilewright.relax.transform.tidy import without_repetition

    seen = [func]
    for _ in range(_ROUNDS):
        made = _Rewriter(steps, get_var2val(seen[-1])).visit_expr(seen[-1])
        if made is seen[-1]:
            break
        made = without_repetition(made)
        if any(structural_equal(made, before) for before in seen):
            break
        seen.append(made)
    return remove_all_unused(seen[-1])


class _Rewriter(PyExprMutator):
    """Each value by the first of the steps that changes it."""

    def __init__(self, steps: tuple[tuple[DFPattern, Make], ...], values: Mapping[Var, Any]) -> None:
        super().__init__()
        self._steps = steps
        self._known = {var.vid: (var, value) for var, value in values.items()}

    def visit_var_binding_(self, binding: VarBinding) -> None:
        value = self.builder_.normalize(self.visit_expr(binding.value))
        made = value if isinstance(value, (Function, If)) else self._rewritten(value)
        self._known[binding.var.vid] = (binding.var, made)
        if made is binding.value:
            self.builder_.emit_normalized(binding)
            return
        made = self.builder_.normalize(made)
        if isinstance(made, Var) and isinstance(binding.var, DataflowVar) and self.builder_.current_block_is_dataflow():
            self.set_var_remap(binding.var.vid, made)
            return
        var = binding.var if made.struct_info_ is None else self.with_struct_info(binding.var, made.struct_info_)
        if var is not binding.var:
            self.set_var_remap(binding.var.vid, var)
        self.builder_.emit_normalized(VarBinding(var, made, binding.span))

    def _rewritten(self, value: Any) -> Any:
        for pattern, make in self._steps:
            found = pattern.extract_matched_expr(value, dict(self._known.values()))
            made = value if found is None else make(value, found)
            if made is not value and made is not None:
                return made
        return value


class PatternMatchingRewriter:
    """A pattern and what to make of it, to be applied to functions and modules; `|` tries another where this one changes nothing."""

    @staticmethod
    def from_pattern(pattern: DFPattern, func: Make) -> PatternMatchingRewriter:
        """The rewriter of a pattern: `func(expression, what each part stands for)` gives the new value."""
        return ExprPatternRewriter(pattern, func)

    @staticmethod
    def from_module(mod: IRModule) -> PatternMatchingRewriter:
        """The rewriter that a module with the functions `pattern` and `replacement` describes; raises `ValueError` for any other module."""
        written = Written(mod)
        if written.is_tuple:
            return TupleRewriter(written.outputs, lambda _, found: written.replacements(found))
        return ExprPatternRewriter(written.outputs[0], lambda _, found: written.replacements(found)[0])

    def rewritten(self, func: Function) -> Function:
        """One function, rewritten."""
        raise TypeError(f"{type(self).__name__} is a base of rewriters")

    def __or__(self, other: PatternMatchingRewriter) -> PatternMatchingRewriter:
        return OrRewriter(self, other)

    def __call__(self, obj: Any) -> Any:
        if not isinstance(obj, IRModule):
            return self.rewritten(obj)
        made = {v: self.rewritten(f) if isinstance(f, Function) else f for v, f in obj.functions.items()}
        return obj if all(made[v] is f for v, f in obj.functions.items()) else obj.with_functions(made)


class ExprPatternRewriter(PatternMatchingRewriter):
    """The rewriter of one pattern."""

    def __init__(self, pattern: DFPattern, func: Make) -> None:
        self.pattern, self.func = pattern, func

    def rewritten(self, func: Function) -> Function:
        return rewrite_call(self.pattern, self.func, func)


class OrRewriter(PatternMatchingRewriter):
    """One rewriter, and another for what it leaves alone."""

    def __init__(self, lhs: PatternMatchingRewriter, rhs: PatternMatchingRewriter) -> None:
        self.lhs, self.rhs = lhs, rhs

    def rewritten(self, func: Function) -> Function:
        steps = _steps(self)
        if steps is None:
            return self.rhs.rewritten(self.lhs.rewritten(func))
        return _rewritten(steps, func)


def _steps(rewriter: PatternMatchingRewriter) -> tuple[tuple[DFPattern, Make], ...] | None:
    """The patterns of a rewriter in order; None when some stand for several values at once."""
    if isinstance(rewriter, ExprPatternRewriter):
        return ((rewriter.pattern, rewriter.func),)
    if isinstance(rewriter, OrRewriter):
        left, right = _steps(rewriter.lhs), _steps(rewriter.rhs)
        return None if left is None or right is None else (*left, *right)
    return None


class TupleRewriter(PatternMatchingRewriter):
    """The rewriter of several values at once: `func` gives as many new values as there are patterns."""

    def __init__(self, patterns: list[DFPattern], func: Callable[[Any, Mapping[DFPattern, Any]], list[Any]]) -> None:
        self.patterns, self.func = list(patterns), func

    def rewritten(self, func: Function) -> Function:
        context = _Several(self.patterns)
        return rewrite_bindings(context, lambda found, _: self._chosen(context, found), func)

    def _chosen(self, context: _Several, found: Mapping[DFPattern, Var]) -> dict[Var, Any]:
        outputs = [found[pattern] for pattern in self.patterns]
        made = self.func(outputs, context.parts)
        context.seen.append({var.vid for var in outputs})
        return dict(zip(outputs, made))


class _Several(PatternContext):
    """A context that finds several values which share parts; `parts` is what each part of the last match stands for."""

    def __init__(self, patterns: list[DFPattern]) -> None:
        super().__init__()
        self._patterns = patterns
        self.parts: dict[DFPattern, Any] = {}
        self.seen: list[set[Any]] = []

    def match_dfb(self, dfb: DataflowBlock) -> dict[DFPattern, Var] | None:
        matching = Matching({item.var: item.value for item in dfb.bindings})
        variables = [item.var for item in dfb.bindings]
        found = self._from(0, {}, matching, variables)
        self.parts = matching.found
        return found

    def _from(
        self, at: int, chosen: dict[DFPattern, Var], matching: Matching, variables: list[Var]
    ) -> dict[DFPattern, Var] | None:
        if at == len(self._patterns):
            taken = {var.vid for var in chosen.values()}
            return None if taken in self.seen else chosen
        for var in variables:
            before = dict(matching.found)
            if var not in chosen.values() and matching.match(self._patterns[at], var):
                found = self._from(at + 1, {**chosen, self._patterns[at]: var}, matching, variables)
                if found is not None:
                    return found
            matching.found = before
        return None


def rewriter(rewriter_mod: Any) -> PatternMatchingRewriter:
    """`@R.rewriter` over a class with the functions `pattern` and `replacement`: what the first computes becomes what the second does."""
    if isinstance(rewriter_mod, IRModule):
        return PatternMatchingRewriter.from_module(rewriter_mod)
    from tilewright.frontend.live import caller, module_of_class

    return PatternMatchingRewriter.from_module(module_of_class(rewriter_mod, caller()))


__all__ = [
    "ExprPatternRewriter",
    "OrRewriter",
    "PatternMatchingRewriter",
    "TupleRewriter",
    "rewrite_bindings",
    "rewrite_call",
    "rewriter",
]
