"""Upper bounds of symbolic sizes from a function's attributes, and the largest shapes that follow.

`tir_var_upper_bound` and `tir_var_lower_bound` map names of sizes in the signature to integers, `tir_non_negative_var` lists names.
"""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.core.arith import int_set
from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.bounds import ConstIntBound
from tilewright.core.base.diagnostics import TVMError
from tilewright.core.ir.expr import Expr, IntImm, Range, Var
from tilewright.core.ir.relax import Function
from tilewright.core.ir.relax_symbols import symbols
from tilewright.core.ir.walk import walk

_FAR = ConstIntBound.POS_INF


class SizeBounds:
    """The bounds of one function's sizes."""

    def __init__(self, function: Function) -> None:
        self.analyzer = Analyzer()
        self._domains: dict[Var, Range] = {}
        upper = _bounds(function, "tir_var_upper_bound")
        lower = _bounds(function, "tir_var_lower_bound")
        natural = _names(function, "tir_non_negative_var")
        signature = (*(param.struct_info_ for param in function.params), function.ret_struct_info)
        for variable in symbols(signature):
            name = variable.name
            if name in upper:
                self._bind(variable, lower.get(name, 0), upper[name])
            elif name in lower or name in natural:
                self.analyzer.update(variable, ConstIntBound(lower.get(name, 0), _FAR))

    def _bind(self, variable: Var, low: int, high: int) -> None:
        if low > high:
            raise TVMError(f"`{variable.name}` is said to be at least {low} and at most {high}")
        span = Range.from_min_extent(IntImm("int64", low), IntImm("int64", high - low + 1))
        self.analyzer.bind(variable, span)
        self._domains[variable] = span

    def largest(self, shape: Iterable[Expr]) -> tuple[Expr, ...]:
        """Each size as large as it may be; one without bound stays as it is."""
        return tuple(self._largest(size) for size in shape)

    def _largest(self, size: Expr) -> Expr:
        if isinstance(size, IntImm):
            return size
        most = self.analyzer.const_int_bound(size).max_value
        if most < _FAR:
            return IntImm("int64", most)
        if not any(node in self._domains for node in walk(size) if isinstance(node, Var)):
            return size
        domains = {variable: int_set.from_range(span) for variable, span in self._domains.items()}
        found = int_set.eval_set(size, domains, self.analyzer.facts).high
        return size if found is None else found


def _bounds(function: Function, attribute: str) -> dict[str, int]:
    given = function.attrs.get(attribute) or {}
    if not hasattr(given, "items"):
        raise TVMError(f"the attribute `{attribute}` maps names of sizes to integers, and it is {given!r}")
    found: dict[str, int] = {}
    for name, bound in given.items():
        number = getattr(bound, "value", bound)
        if not isinstance(name, str) or isinstance(number, bool) or not isinstance(number, int) or number <= 0:
            raise TVMError(
                f"the attribute `{attribute}` maps names of sizes to positive integers, and {name!r} to {bound!r}"
            )
        found[name] = number
    return found


def _names(function: Function, attribute: str) -> frozenset[str]:
    given = tuple(function.attrs.get(attribute) or ())
    if not all(isinstance(name, str) for name in given):
        raise TVMError(f"the attribute `{attribute}` lists names of sizes, and it is {given!r}")
    return frozenset(map(str, given))
