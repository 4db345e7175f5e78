"""The mistake that a trial has met, found in its local variables when it has ended, and the integers in memory that it depends on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tilewright.core.analysis.survey import loads_in
from tilewright.core.analysis.trial_code import TrialCode
from tilewright.core.analysis.trial_functions import Outside, Repeated, Zero
from tilewright.core.arith.evaluate import evaluate
from tilewright.core.ir.expr import BinaryOp, BufferLoad, Expr, IntImm, Var
from tilewright.core.ir.stmt import BufferStore, While
from tilewright.core.ir.walk import rewrite, variables_of


@dataclass
class Met:
    """A mistake that a trial has met: an access with an index that lies outside, a loop that repeats itself, or a divisor that is 0; `cells` are integers in memory that it depends on, with their values.  `by_data`: conditions on data have led to it, which other data may keep from it; `counted`: an index depends on integers in memory."""

    node: BufferLoad | BufferStore | While | BinaryOp
    position: int = 0
    value: int = 0
    cells: dict[str, int] = field(default_factory=lambda: {})
    by_data: bool = False
    counted: bool = True


def met_in(code: TrialCode, state: Mapping[str, Any]) -> Met | None:
    """The mistake at which a trial has ended with these local variables; None where nothing is known to be wrong."""
    found = state.get("found")
    if isinstance(found, Repeated):
        loop: While = found.args[0]
        return Met(loop, cells=_cells(code, loads_in(loop.condition), state))
    if isinstance(found, Zero):
        loads = loads_in(found.node.b)
        return Met(found.node, cells=_cells(code, loads, state)) if loads else None
    return _outside(code, found, state) if isinstance(found, Outside) else None


def _outside(code: TrialCode, found: Outside, state: Mapping[str, Any]) -> Met | None:
    """An index that lies outside; what data have led to counts for certain where the index is one that a `while` loop limits."""
    index = found.node.indices[found.position]
    sources, limited = code.sources(index), _Limits(code, state)
    if not sources and not state["by_data"]:
        return None
    by_data = state["by_data"] and not (sources and all(limited.holds(each, frozenset()) for each in sources))
    cells = _cells(code, loads_in(index), state)
    known = {var.name: state.get(code.variables[var].name) for var in variables_of(index) if var in code.variables}
    cells |= {name: value for name, value in known.items() if isinstance(value, int)}
    return Met(found.node, found.position, found.value, cells, by_data, bool(sources))


def _cells(code: TrialCode, loads: Sequence[BufferLoad], state: Mapping[str, Any]) -> dict[str, int]:
    """The integers that loads give, by the text of the loads."""
    found = {_text(load): _held(code, load, state) for load in loads}
    return {name: value for name, value in found.items() if value is not None}


def _held(code: TrialCode, load: BufferLoad, state: Mapping[str, Any]) -> int | None:
    point = {var: state[known.name] for var, known in code.variables.items() if isinstance(state.get(known.name), int)}

    def number(inner: BufferLoad) -> Expr:
        value = _held(code, inner, state)
        return inner if value is None else IntImm(inner.dtype, value)

    place = [evaluate(rewrite(index, {BufferLoad: number}), point) for index in load.indices]
    memory: Mapping[Any, Any] = state.get(code.memory.get(load.buffer.data, ""), {})
    value = memory.get(place[0] if len(place) == 1 else tuple(place))
    return value if isinstance(value, int) else None


class _Limits:
    """The memory that `while` loops have limited, and that behind integers in memory, in a trial that ended with these local variables."""

    def __init__(self, code: TrialCode, state: Mapping[str, Any]) -> None:
        self.limited = frozenset[Var]().union(*(each for name, each in code.limits.items() if state[name]))
        self.behind: dict[Var, frozenset[Var]] = {}
        for name, (data, sources) in code.stores.items():
            if state[name]:
                self.behind[data] = self.behind.get(data, frozenset()) | sources

    def holds(self, data: Var, seen: frozenset[Var]) -> bool:
        """Whether a `while` loop limits what is in memory, or all that it was computed from."""
        if data in self.limited or data in seen:
            return True
        others = self.behind.get(data, frozenset()) - {data}
        return bool(others) and all(self.holds(each, seen | {data}) for each in others)


def _text(load: BufferLoad) -> str:
    return load.span.text if load.span is not None else load.buffer.name
