"""The values that the integer expressions of a function can take, from its loops, axes and bindings."""

from __future__ import annotations

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.describe.text import range_text
from tilewright.core.frontend.source_map import SourceMap, Symbol, SymbolKind
from tilewright.core.ir.expr import Expr, IntImm, IterVar, Range, Var

# Bounds at or beyond these say no more than that the type is 32 or 64 bits wide.
_LARGE = (1 << 31) - 1


def analyzer_of(source_map: SourceMap) -> Analyzer:
    """An analyzer that knows the range of every loop variable and axis of the source, and what its variables stand for."""
    analyzer = Analyzer()
    around = source_map.around.symbols if source_map.around is not None else []
    for symbol in (*around, *source_map.symbols):
        _tell(analyzer, symbol)
    return analyzer


def _tell(analyzer: Analyzer, symbol: Symbol) -> None:
    domain = domain_of(symbol)
    if domain is not None:
        variable = symbol.value.var if isinstance(symbol.value, IterVar) else symbol.value
        analyzer.bind(variable, domain, allow_override=True)
    elif symbol.kind is SymbolKind.SCALAR and isinstance(symbol.value, Var) and _is_index(symbol.binding):
        analyzer.bind(symbol.value, symbol.binding, allow_override=True)


def domain_of(symbol: Symbol) -> Range | None:
    """The range that a loop variable or axis runs over."""
    if isinstance(symbol.value, IterVar):
        return symbol.value.dom
    if symbol.kind is SymbolKind.LOOP and isinstance(symbol.value, Var) and isinstance(symbol.binding, tuple):
        low, extent, *_ = symbol.binding
        return Range.from_min_extent(low, extent)
    return None


def domain_text(symbol: Symbol) -> str | None:
    """The range that a loop variable or axis runs over, `[0, 128)`."""
    domain = domain_of(symbol)
    return range_text(domain) if domain is not None else None


def bounds_text(analyzer: Analyzer, value: Expr) -> str | None:
    """ "0 to 127", "at least 0", or None when nothing is known beyond the type."""
    if not _is_index(value) or isinstance(value, IntImm):
        return None
    bound = analyzer.const_int_bound(value)
    low, high = int(bound.min_value), int(bound.max_value)
    if low == high:
        return f"always {low}"
    if -_LARGE < low and high < _LARGE:
        return f"{low} to {high}"
    if -_LARGE < low:
        return f"at least {low}"
    return f"at most {high}" if high < _LARGE else None


def _is_index(value: Expr) -> bool:
    return isinstance(value, Expr) and value.dtype.is_integer and not value.dtype.is_vector and not value.dtype.is_bool
