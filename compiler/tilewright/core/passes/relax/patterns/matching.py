"""`Matching`: one attempt to match a pattern with an expression.

It looks through variables to what they are bound to where those bindings are given.  One and the same pattern object stands for one and the same
expression everywhere in a match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.ir.relax import Id, RelaxExpr, Var
from tilewright.core.ir.struct_info import StructInfo
from tilewright.core.passes.relax.patterns.sizes import Sizes

if TYPE_CHECKING:
    from tilewright.core.ir.expr import Expr, GlobalVar
    from tilewright.core.ops.op import Op
    from tilewright.core.passes.relax.patterns.pattern import DFPattern

    Matchable = RelaxExpr | GlobalVar | Op
    """What a pattern may stand for: a value, or what a call calls."""


class Matching:
    """One attempt to match: what each pattern stands for so far, and what variables are bound to."""

    def __init__(self, bindings: Mapping[Var, RelaxExpr] | None) -> None:
        self.found: dict[DFPattern, Any] = {}
        self._sizes = Sizes()
        self._values = {var.vid: value for var, value in (bindings or {}).items()}

    @classmethod
    def over(cls, values: dict[Id, RelaxExpr]) -> Matching:
        """An attempt that looks variables up by their identities."""
        made = cls(None)
        made._values = values
        return made

    def all_of(self, pattern: DFPattern, expr: RelaxExpr) -> dict[DFPattern, Any] | None:
        """The match of each part of the pattern, None when it does not match."""
        return self.found if self.match(pattern, expr) else None

    def behind(self, expr: Matchable) -> Matchable:
        """The value bound to a variable, or the expression itself."""
        while isinstance(expr, Var) and expr.vid in self._values:
            expr = self._values[expr.vid]
        return expr

    def match(self, pattern: DFPattern, expr: Matchable) -> bool:
        """Whether the pattern matches; the attempt is left as it was when it does not."""
        if pattern in self.found:
            known = self.found[pattern]
            return known is expr or self.behind(known) is self.behind(expr)
        before = self.state
        if pattern.accepts(self, expr):
            self.found[pattern] = expr if pattern.keeps_variables else self.behind(expr)
            return True
        self.state = before
        return False

    @property
    def state(self) -> tuple[dict[DFPattern, Any], Sizes]:
        """A snapshot of the match so far, for backtracking."""
        return dict(self.found), self._sizes

    @state.setter
    def state(self, state: tuple[dict[DFPattern, Any], Sizes]) -> None:
        self.found, self._sizes = state

    def fits(self, wanted: StructInfo, given: StructInfo) -> bool:
        """Whether a value is of a struct info for some values of the symbolic sizes in it, the same ones in the whole attempt."""
        sizes = self._sizes.fitting(wanted, given)
        if sizes is not None:
            self._sizes = sizes
        return sizes is not None


def same_sizes(wanted: Sequence[Expr], given: Sequence[Expr]) -> bool:
    """Whether two shapes are the same for all values of their variables."""
    analyzer = Analyzer()
    return len(wanted) == len(given) and all(map(analyzer.can_prove_equal, wanted, given))
