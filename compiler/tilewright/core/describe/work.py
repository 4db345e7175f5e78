"""Facts about the loop or block at the cursor that take work to find out: whether its iterations could run at once, and what a block costs.

They are found for the one thing that is asked about, and remembered as long as its definition stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from weakref import WeakKeyDictionary

from tilewright.core.analysis.checks.at_once import obstacle
from tilewright.core.analysis.cost import block_cost
from tilewright.core.analyze import Definition
from tilewright.core.describe.text import bytes_text, count_text
from tilewright.core.frontend.source_map import SourceMap, Symbol, SymbolKind
from tilewright.core.ir.expr import Expr, IntImm
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import Block, For, ForKind
from tilewright.core.ir.walk import walk

Facts = tuple[str, ...]
_KNOWN: WeakKeyDictionary[SourceMap, dict[int, Facts]] = WeakKeyDictionary()


def loop_facts(definition: Definition, symbol: Symbol) -> Facts:
    """Whether the loop can be parallel or vectorized; the accesses that prevent it if not.  Nothing about a loop that is either already, or of a function that is not whole."""
    return _remembered(definition, symbol, lambda: _loop(definition, symbol))


def block_facts(definition: Definition, symbol: Symbol, block: Block) -> Facts:
    """The operations and bytes of all iterations of a block, and how many operations there are for a byte."""
    return _remembered(definition, symbol, lambda: _block(definition, symbol, block))


def _remembered(definition: Definition, symbol: Symbol, find: Callable[[], Facts]) -> Facts:
    known = _KNOWN.setdefault(definition.source_map, {})
    if symbol.start not in known:
        known[symbol.start] = find()
    return known[symbol.start]


def _function_around(symbol: Symbol) -> PrimFunc | None:
    while symbol.parent is not None and symbol.kind is not SymbolKind.FUNCTION:
        symbol = symbol.parent
    return symbol.value if isinstance(symbol.value, PrimFunc) else None


def _loop(definition: Definition, symbol: Symbol) -> Facts:
    func = _function_around(symbol)
    loops = [node for node in walk(func) if isinstance(node, For) and node.loop_var is symbol.value] if func else []
    if func is None or not loops or loops[0].kind is not ForKind.SERIAL or loops[0].step is not None:
        return ()
    races = {kind: obstacle(func, loops[0], kind) for kind in (ForKind.PARALLEL, ForKind.VECTORIZED)}
    found = [_said(race, word) for race, word in zip(races.values(), ("parallel", "vectorized"))]
    return ("can be parallel or vectorized",) if not any(races.values()) else tuple(found)


def _said(race: str | None, word: str) -> str:
    return f"can be {word}" if race is None else f"cannot be {word}: {race}"


def _block(definition: Definition, symbol: Symbol, block: Block) -> Facts:
    func = _function_around(symbol)
    cost = block_cost(func, block) if func is not None else None
    if cost is None:
        return ()
    work, moved = cost
    facts = [f"{_number(work)} floating-point operations"] if not _is_zero(work) else []
    if moved is not None:
        facts.append(
            f"{bytes_text(moved.value)} moved" if isinstance(moved, IntImm) else f"{_number(moved)} bytes moved"
        )
    if isinstance(work, IntImm) and isinstance(moved, IntImm) and work.value and moved.value:
        facts.append(f"intensity {work.value / moved.value:.3g} operations a byte")
    return (", ".join(facts),) if facts else ()


def _is_zero(value: Expr) -> bool:
    return isinstance(value, IntImm) and value.value == 0


def _number(value: Expr) -> str:
    return f"{value.value:,}" if isinstance(value, IntImm) else f"`{count_text(value)}`"
