"""Rewriting what matches a pattern: `rewrite_call(pattern, make, function)`, and rewriters to keep, to join and to write as modules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tilewright.core.base.caller import caller
from tilewright.core.frontend.live import module_of_class
from tilewright.core.graph.users_results import expression_given
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.function import BaseFunc, IRModule
from tilewright.core.ir.relax import Binding, Function, Id, RelaxExpr
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.patterns.bindings import rewrite_bindings
from tilewright.core.passes.relax.patterns.from_module import Written
from tilewright.core.passes.relax.patterns.matching import Matching
from tilewright.core.passes.relax.patterns.pattern import DFPattern, OrPattern, TuplePattern
from tilewright.core.passes.relax.patterns.rewriting import RewriteSpec, Rewriting
from tilewright.core.passes.relax.patterns.tuple_rewriter import rewritten_together

Make = Callable[[Any, Mapping[DFPattern, Any]], Any]


def rewrite_call(pattern: DFPattern, rewriter: Make, func: Function) -> Function:
    """`func` with every value that the pattern matches replaced by what `rewriter(expression, what each part of the pattern stands for)` gives.

    A rewriter that gives the expression back leaves it alone; what it makes is matched again.  Where something was rewritten, equal values are computed
    once, variables that only rename others go, and so does what nothing uses.
    """
    return PatternMatchingRewriter.from_pattern(pattern, rewriter)(func)


class PatternMatchingRewriter(Pass):
    """A pattern and what to make of it, to be applied to functions and modules; `|` tries another where this one changes nothing."""

    def __init__(self) -> None:
        super().__init__("PatternMatchingRewriter", self._module)

    @staticmethod
    def from_pattern(
        pattern: DFPattern,
        func: Make,
        additional_bindings: Sequence[DFPattern] = (),
        new_subroutines: Mapping[GlobalVar, BaseFunc] | None = None,
    ) -> PatternMatchingRewriter:
        """The rewriter of a pattern: `func(expression, what each part stands for)` gives the new value.

        The `additional_bindings` stand for the whole, too; the `new_subroutines` are added to a module where something was rewritten.
        """
        outer = (*additional_bindings, pattern)
        if isinstance(pattern, OrPattern):
            left, right = (
                PatternMatchingRewriter.from_pattern(part, func, outer, new_subroutines)
                for part in (pattern.left, pattern.right)
            )
            return OrRewriter(left, right)
        whole = ExprPatternRewriter(pattern, func, additional_bindings, new_subroutines)
        if type(pattern) is not TuplePattern:
            return whole
        return OrRewriter(whole, TupleRewriter(pattern.fields, func, outer, new_subroutines))

    @staticmethod
    def from_module(mod: IRModule) -> PatternMatchingRewriter:
        """The rewriter that a module with the functions `pattern` and `replacement` describes.

        Raises `KeyError` when one of them is missing, `TypeError` when it is no function of Relax, and `ValueError` when their signatures differ
        or another function is public.
        """
        written = Written(mod)
        return PatternMatchingRewriter.from_pattern(
            written.output, lambda _, found: written.replaced(found), (), written.functions
        )

    def rewrite_bindings(self, bindings: Sequence[Binding]) -> RewriteSpec:
        """The rewritten values of these bindings' variables; the bindings may be computed in any order."""
        raise TypeError(f"{type(self).__name__} is a base of rewriters")

    def __or__(self, other: PatternMatchingRewriter) -> PatternMatchingRewriter:
        return OrRewriter(self, other)

    def __call__(self, obj: object) -> Any:
        if isinstance(obj, IRModule):
            return super().__call__(obj)
        walk = Rewriting(self)
        made = walk.visit_expr(obj)
        if walk.functions:
            names = ", ".join(sorted(variable.name_hint for variable in walk.functions))
            raise ValueError(f"what the rewriter makes calls {names}, so that it has to be applied to a whole module")
        return made

    def _module(self, mod: IRModule) -> IRModule:
        """Rewrite what matches a pattern."""
        walk = Rewriting(self)
        made = {v: walk.visit_expr(f) if isinstance(f, Function) else f for v, f in mod.functions.items()}
        if all(made[variable] is function for variable, function in mod.functions.items()):
            return mod
        return mod.with_functions({**made, **walk.functions})


class ExprPatternRewriter(PatternMatchingRewriter):
    """The rewriter of one pattern."""

    def __init__(
        self,
        pattern: DFPattern,
        func: Make,
        additional_bindings: Sequence[DFPattern] = (),
        new_subroutines: Mapping[GlobalVar, BaseFunc] | None = None,
    ) -> None:
        super().__init__()
        self.pattern, self.func = pattern, func
        self.additional_bindings = tuple(additional_bindings)
        self.new_subroutines = dict(new_subroutines or {})

    def rewrite_bindings(self, bindings: Sequence[Binding]) -> RewriteSpec:
        known: dict[Id, RelaxExpr] = {}
        new: dict[Id, RelaxExpr] = {}
        for item in bindings:
            made = self.rewrite_expr(item.value, known)
            if made is None:
                known[item.var.vid] = item.value
            else:
                new[item.var.vid] = made
        return RewriteSpec(new, self.new_subroutines if new else {})

    def rewrite_expr(self, expr: RelaxExpr, known: dict[Id, RelaxExpr]) -> Any:
        """The rewritten expression, None when nothing matches; `known` are the values of variables by their identities."""
        matching = Matching.over(known)
        found = matching.all_of(self.pattern, expr)
        if found is None:
            return None
        for pattern in self.additional_bindings:
            found[pattern] = matching.behind(expr)
        made = self.func(expr, found)
        return None if made is None or made is expr else expression_given(made, "the rewriter")


class OrRewriter(PatternMatchingRewriter):
    """One rewriter, and another for what it leaves alone."""

    def __init__(self, lhs: PatternMatchingRewriter, rhs: PatternMatchingRewriter) -> None:
        super().__init__()
        self.lhs, self.rhs = lhs, rhs

    def rewrite_bindings(self, bindings: Sequence[Binding]) -> RewriteSpec:
        first = self.lhs.rewrite_bindings(bindings)
        if not first.values:
            return self.rhs.rewrite_bindings(bindings)
        rest = [item for item in bindings if item.var.vid not in first.values]
        return first.joined(self.rhs.rewrite_bindings(rest)) if rest else first


class TupleRewriter(PatternMatchingRewriter):
    """The rewriter of several values at once: `func(tuple of them, what each part stands for)` gives a tuple of as many."""

    def __init__(
        self,
        patterns: Sequence[DFPattern],
        func: Make,
        additional_bindings: Sequence[DFPattern] = (),
        new_subroutines: Mapping[GlobalVar, BaseFunc] | None = None,
    ) -> None:
        super().__init__()
        self.patterns, self.func = tuple(patterns), func
        self.additional_bindings = tuple(additional_bindings)
        self.new_subroutines = dict(new_subroutines or {})

    def rewrite_bindings(self, bindings: Sequence[Binding]) -> RewriteSpec:
        new = rewritten_together(self.patterns, self.func, bindings)
        return RewriteSpec(new, self.new_subroutines if new else {})


def rewriter(rewriter_mod: IRModule) -> PatternMatchingRewriter:
    """`@R.rewriter` over a class with the functions `pattern` and `replacement`: what the first computes becomes what the second does."""
    if isinstance(rewriter_mod, IRModule):
        return PatternMatchingRewriter.from_module(rewriter_mod)
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
