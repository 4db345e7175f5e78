"""A step as a schedule: a function behind the one that is scheduled, with the trace of the step, and the import that it takes."""

from __future__ import annotations

import re

from tilewright.core.analyze import Analysis
from tilewright.core.dialects import DIALECTS, default_dialect
from tilewright.core.frontend.source_map import Symbol
from tilewright.core.refactor.target import Target
from tilewright.core.refactor.written import Rewritten
from tilewright.core.schedule.trace import Trace

_IMPORT = re.compile(r"^from[ \t]+(\w+)\.script[ \t]+import[^\r\n]*", re.MULTILINE)


def schedule_text(analysis: Analysis, target: Target, trace: Trace) -> tuple[Rewritten, ...] | None:
    """The changes that add the function; None for a file that imports no script, or a function that is not at the margin of the file."""
    text = analysis.source.text
    imports = [*_IMPORT.finditer(text)]
    outer = _outermost(target.symbol)
    if not imports or outer.name not in target.definition.bindings:
        return None
    ending = "\r\n" if "\r\n" in text else "\n"
    lines = [*_lines(analysis, outer, target, trace)]
    end = re.compile(r"[^\r\n]*").match(text, target.definition.base + outer.extent[1])
    place = len(text) if end is None else end.end()
    made = Rewritten(place, place, "".join(f"{ending}{line}" for line in ("", "", *lines)))
    if "Schedule" in _bound(analysis):
        return (made,)
    home = (default_dialect() if trace.dialect is None else DIALECTS[trace.dialect]).words.schedules
    line = f"{ending}from {imports[0][1]}.{home} import Schedule"
    return (Rewritten(imports[-1].end(), imports[-1].end(), line), made)


def _outermost(symbol: Symbol) -> Symbol:
    return symbol if symbol.parent is None else _outermost(symbol.parent)


def _bound(analysis: Analysis) -> set[str]:
    return {name for definition in analysis.definitions for name in definition.bindings}


def _lines(analysis: Analysis, outer: Symbol, target: Target, trace: Trace) -> list[str]:
    name = f"schedule_{target.symbol.name}"
    taken, number = _bound(analysis), 1
    while name in taken:
        number += 1
        name = f"schedule_{target.symbol.name}_{number}"
    return [
        f"def {name}() -> Schedule:",
        f"    sch = Schedule({outer.name})",
        *(f"    {line}" for line in trace.as_python()),
        "    return sch",
    ]
