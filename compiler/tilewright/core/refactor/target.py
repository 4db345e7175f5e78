"""The loop or block at a place of a file, in the function that was made of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tilewright.core.analyze import Analysis, Definition
from tilewright.core.describe import block_of
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import Block, For
from tilewright.core.ir.walk import walk
from tilewright.core.refactor.intrinsics import own_intrinsics
from tilewright.core.schedule.tensor_intrin import TensorIntrin

_PLACES = (SymbolKind.LOOP, SymbolKind.BLOCK)


@dataclass(frozen=True, eq=False)
class Target:
    """A function of a file with the loop or block in it, None where only the function is meant; `name` is that in `Analysis.functions`, `intrinsics` those that the file registers."""

    definition: Definition
    name: str
    symbol: Symbol
    func: PrimFunc
    stmt: For | Block | None
    intrinsics: Mapping[str, TensorIntrin]

    @property
    def extent(self) -> tuple[int, int]:
        """The range of the function in the file, from its first decorator and the indentation of that."""
        start, end = (each + self.definition.base for each in self.symbol.extent)
        text, begin = self.definition.source.text, self.symbol.extent[0]
        return start - (begin - (text.rfind("\n", 0, begin) + 1)), end

    @property
    def member(self) -> str:
        """The name of the function in a module that holds it: its own, or "main" for one that is in none."""
        outer, _, inner = self.name.rpartition(".")
        return inner if outer else "main"


def target_at(analysis: Analysis, offset: int) -> Target | None:
    """The innermost loop or block at `offset`; of loops in one header that whose variable stands there, or the outermost.  None outside of functions that are whole."""
    definition = analysis.definition_at(offset)
    if definition is None:
        return None
    at = offset - definition.base
    around = [*definition.source_map.enclosing(at)]
    symbol = next((each for each in around if each.kind is SymbolKind.FUNCTION), None)
    name = next(
        (name for name, func in analysis.functions.items() if symbol is not None and func is symbol.value), None
    )
    if symbol is None or name is None or not isinstance(symbol.value, PrimFunc):
        return None
    places = _places(around, at)
    found = (_statement(definition, symbol.value, each) for each in places)
    stmt = next((each for each in found if each is not None), None)
    return Target(definition, name, symbol, symbol.value, stmt, own_intrinsics(analysis))


def _places(around: list[Symbol], at: int) -> Iterator[Symbol]:
    inside = [each for each in around if each.kind in _PLACES]
    named = [each for each in inside if each.kind is SymbolKind.LOOP and each.start <= at <= each.end]
    yield from named
    innermost = [each for each in inside if inside and each.extent == inside[0].extent]
    yield from sorted(innermost, key=lambda each: each.start)


def _statement(definition: Definition, func: PrimFunc, symbol: Symbol) -> For | Block | None:
    if symbol.kind is SymbolKind.BLOCK:
        return block_of(definition, symbol)
    return next((node for node in walk(func) if isinstance(node, For) and node.loop_var is symbol.value), None)
