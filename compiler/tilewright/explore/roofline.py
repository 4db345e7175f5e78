"""The roofline of a machine, and where a block, a loop nest or a function stands under it."""

from __future__ import annotations

from tilewright.core.analysis.cost import block_cost, bytes_moved, flops
from tilewright.core.analyze import Definition
from tilewright.core.describe import block_of
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright.core.ir.expr import Expr, IntImm
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import For
from tilewright.runner.machine import Machine
from tilewright.runner.nests import nests_of


def cost_of(definition: Definition, symbol: Symbol) -> tuple[int, int] | None:
    """Operations and bytes of a block, of the loop nest that begins with a loop, or of a function; None where they are no numbers."""
    func = _function_around(symbol)
    if func is None:
        return None
    if symbol.kind is SymbolKind.FUNCTION:
        return _numbers(flops(func), bytes_moved(func))
    if symbol.kind is SymbolKind.BLOCK:
        block = block_of(definition, symbol)
        found = block_cost(func, block) if block is not None else None
        return None if found is None else _numbers(*found)
    return _of_nest(func, symbol) if symbol.kind is SymbolKind.LOOP else None


def _of_nest(func: PrimFunc, symbol: Symbol) -> tuple[int, int] | None:
    """The cost of the nest at the top of the function whose first loop this is."""
    for nest in nests_of(func).parts:
        if isinstance(nest.first, For) and nest.first.loop_var is symbol.value:
            return _numbers(flops(nest.own), bytes_moved(nest.own))
    return None


def _function_around(symbol: Symbol) -> PrimFunc | None:
    while symbol.parent is not None and symbol.kind is not SymbolKind.FUNCTION:
        symbol = symbol.parent
    return symbol.value if isinstance(symbol.value, PrimFunc) else None


def _numbers(work: Expr | None, moved: Expr | None) -> tuple[int, int] | None:
    if isinstance(work, IntImm) and isinstance(moved, IntImm) and work.value > 0 and moved.value > 0:
        return work.value, moved.value
    return None


def said(machine: Machine, work: int, moved: int, seconds: float | None) -> str:
    """The bound that the roofline sets, and the share of it that was reached: `at most 12 GFLOP/s (6 % of the peak): bound by memory`."""
    bound = work / machine.bound(work, moved)
    limit = "arithmetic" if work / machine.peak >= moved / machine.bandwidth else "memory"
    source = "measured" if machine.is_measured else "estimated"
    text = f"roofline of this machine ({source}): at most {bound / 1e9:.3g} GFLOP/s, {_percent(bound / machine.peak)} of the peak, bound by {limit}"
    return text if seconds is None else f"{text}; reached {_percent(work / seconds / bound)} of that"


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"
