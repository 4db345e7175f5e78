"""The functions of a file that can be explored: those that its text says, and those that its Python functions make for the values of a call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, cast

from tilewright.core.analyze import Analysis, Definition, analyze
from tilewright.core.describe.instantiations import (
    Call,
    Factory,
    Plain,
    all_factories,
    call_of,
    held_call,
    makers,
    results,
    returned,
    signature,
)
from tilewright.core.frontend.environment import Given
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.relax import Function as Graph
from tilewright.explore import shapes
from tilewright.explore.programs import values

# How many calls of one factory are offered.
_MOST: Final = 12


@dataclass(frozen=True)
class Choice:
    """A function of a file, `make.kernel`, and the call of the Python function around it that says for which values, if there is one."""

    name: str
    call: Call | None = None

    @property
    def given(self) -> dict[str, dict[str, object]]:
        """The values for the parameters of the Python function."""
        return {} if self.call is None else {self.call.factory: dict(self.call.values)}


def functions(analysis: Analysis) -> list[shapes.Function]:
    """The functions of a file in order: those of modules, those that stand on their own, and those in Python functions, `make.kernel`, each with its calls."""
    calls = {factory.name: _calls(factory) for factory in all_factories(analysis)}
    known = values(analysis)
    return [each for definition in analysis.definitions for each in _of(analysis, definition, known, calls)]


def _of(
    analysis: Analysis, definition: Definition, known: Mapping[str, object], calls: Mapping[str, list[str]]
) -> Iterator[shapes.Function]:
    around = makers(definition)
    maker = around[0] if len(around) == 1 else ""
    for symbol in definition.source_map.symbols:
        if symbol.kind is SymbolKind.FUNCTION and symbol.start >= 0 and _is_outer(symbol):
            name = _name(definition, symbol, maker, known)
            first, last = (analysis.source.line_of(offset + definition.base) for offset in symbol.extent)
            shown = calls.get(maker, [])
            yield {
                "name": name,
                "kind": kind_of(known.get(name)),
                "first": first,
                "last": last,
                "factory": signature(definition, maker) if maker in calls else "",
                "calls": shown,
            }


def _is_outer(symbol: Symbol) -> bool:
    return symbol.parent is None or symbol.parent.kind is SymbolKind.MODULE


def _name(definition: Definition, symbol: Symbol, maker: str, known: Mapping[str, object]) -> str:
    """The name of a function with those of the module, class or Python function around it."""
    short = symbol.name if symbol.parent is None else f"{symbol.parent.name}.{symbol.name}"
    if maker:
        return f"{maker}.{short}"
    outside = (name for name in definition.values if name.endswith(f".{short}") and name in known)
    return short if short in known else next(outside, short)


def kind_of(value: object) -> shapes.Kind:
    """The kind of a function; "unread" for what its text alone does not say."""
    return "tensor_ir" if isinstance(value, PrimFunc) else "relax" if isinstance(value, Graph) else "unread"


def _calls(factory: Factory) -> list[str]:
    """The calls of a factory, by the text that shows them."""
    return [*factory.instantiations][:_MOST]


def chosen(
    analysis: Analysis,
    found: list[shapes.Function],
    name: str,
    line: int = 0,
    call: str = "",
    given: Given | None = None,
) -> Choice:
    """The function asked for by name, else the one around the line, else the first one behind it, else the last one, for the values of the call, else those `given`, else those of the first call of the file.

    The name may also be a variable of the file that holds one, `k = make(16)`, the name of a function without what stands around it, or a call.
    """
    known = {each["name"]: each for each in found}
    held = held_call(analysis, name) or call_of(analysis, name)
    if name not in known and held is not None:
        return Choice(_made_by(analysis, found, held.factory), held)
    if name not in known:
        name = _inner(found, name) or _at(found, line)
    factory = known[name]["factory"].partition("(")[0] if name in known else ""
    return Choice(name, _wanted(analysis, factory, call, given or {}, known[name]["calls"]) if factory else None)


def _wanted(analysis: Analysis, factory: str, call: str, given: Given, offered: list[str]) -> Call | None:
    """The call of a factory that is asked for, the one whose values are given, the first one of the file, or the one without arguments."""
    asked = call_of(analysis, call) if call else None
    if asked is not None and asked.factory == factory:
        return asked
    if given.get(factory):
        return Call(factory, {name: _plain(value) for name, value in given[factory].items()})
    return call_of(analysis, offered[0] if offered else f"{factory}()")


def _plain(value: object) -> Plain:
    """A value after its way through JSON, in which tuples are lists."""
    return tuple(_plain(each) for each in value) if isinstance(value, (list, tuple)) else cast(Plain, value)


def _inner(found: list[shapes.Function], name: str) -> str | None:
    """The function whose name ends so, where there is only one."""
    inside = [each["name"] for each in found if name and each["name"].endswith(f".{name}")]
    return inside[0] if len(inside) == 1 else None


def _at(found: list[shapes.Function], line: int) -> str:
    after = [each for each in found if each["last"] >= line]
    return after[0]["name"] if after else found[-1]["name"] if found else ""


def _made_by(analysis: Analysis, found: list[shapes.Function], factory: str) -> str:
    """The function that a factory returns, else its first one."""
    definition = next(each for each in analysis.definitions if factory in makers(each))
    inside = [each["name"] for each in found if each["name"].startswith(f"{factory}.")]
    name = f"{factory}.{returned(definition, factory)}"
    return next((each for each in inside if each == name or each.startswith(f"{name}.")), inside[0])


def read_for(analysis: Analysis, choice: Choice) -> Analysis:
    """The analysis of the file with the values of the call that is chosen."""
    if choice.call is None or not choice.call.values:
        return analysis
    return analyze(analysis.source.text, analysis.source.name, analysis, given=choice.given)


def is_known(analysis: Analysis, name: str) -> bool:
    """Whether the text of a file says the function that a name stands for: its own, that of a variable which holds it, or a call of what makes it."""
    found = functions(analysis)
    if any(each["name"] == name for each in found) or _inner(found, name) is not None:
        return True
    return (held_call(analysis, name) or call_of(analysis, name)) is not None


def executed_only(analysis: Analysis) -> list[str]:
    """The variables of a file that hold functions which only executing it makes."""
    return [name for name in results(analysis) if not is_known(analysis, name)]


__all__ = ["Choice", "chosen", "executed_only", "functions", "is_known", "kind_of", "read_for"]
