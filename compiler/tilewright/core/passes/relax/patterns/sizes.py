"""The symbolic sizes of a pattern, and what they are in what it matches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tilewright.core.analysis.struct_info import BaseCheckResult, base_check
from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.graph.sizes import resized
from tilewright.core.ir.expr import Expr, Var
from tilewright.core.ir.relax_symbols import sizes, symbols
from tilewright.core.ir.struct_info import StructInfo
from tilewright.core.ir.walk import substitute, walk


@dataclass(frozen=True)
class Sizes:
    """Facts about sizes: values of variables, and equations between sizes whose variables have no value yet."""

    values: tuple[tuple[Var, Expr], ...] = ()
    open: tuple[tuple[Expr, Expr], ...] = ()

    def fitting(self, wanted: StructInfo, given: StructInfo) -> Sizes | None:
        """The sizes that follow when a value of `given` fits `wanted`; None when it cannot fit."""
        own = symbols([wanted])
        if not own:
            return self if base_check(wanted, given) is BaseCheckResult.PASS else None
        values = dict(self.values)
        for size, found in zip(sizes(wanted), sizes(given)):
            if isinstance(size, Var):
                values.setdefault(size, found)
        prover = Analyzer()
        whole = resized(wanted, lambda size: prover.simplify(substitute(size, values)))
        equations = self.open
        checked = base_check(whole, given)
        if checked is not BaseCheckResult.PASS:
            pairs = list(zip(sizes(whole), sizes(given)))
            if checked is not BaseCheckResult.FAIL_L2 or all(_is_known(size, values) for size, _ in pairs):
                return None
            equations = (*equations, *pairs)
        if not all(prover.can_prove_equal(substitute(a, values), b) for a, b in equations if _is_known(a, values)):
            return None
        return Sizes(tuple(values.items()), tuple(pair for pair in equations if not _is_known(pair[0], values)))


def _is_known(size: Expr, values: Mapping[Var, Expr]) -> bool:
    return all(node in values for node in walk(size) if isinstance(node, Var))
