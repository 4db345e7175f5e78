"""`explore`: everything that the page shows of one function of a file, from its text alone: the file is read, compiled and never run."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tilewright.core.analyze import Analysis, analyze
from tilewright.core.base.diagnostics import Severity
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.recursion import deep_recursion
from tilewright.core.ir.relax import Function as Graph
from tilewright.core.target import Target
from tilewright.explore import access, shapes
from tilewright.explore.lines import File
from tilewright.explore.programs import Program, as_module, values, with_callees
from tilewright.explore.stages import Stages


@dataclass(frozen=True)
class Question:
    """The function called `name` ("" for the one at or after `line`, 0-based) of a text, for a target."""

    text: str
    path: str
    name: str = ""
    line: int = 0
    target: str = "llvm"


@dataclass(frozen=True)
class Explored:
    """An answer; `analysis` makes the next one of the same file quick, and `rest` works out what takes longer."""

    answer: shapes.Answer
    analysis: Analysis
    rest: Callable[[], shapes.Rest]


def explore(question: Question, previous: Analysis | None = None) -> Explored:
    """Everything about one function at once, but for what `rest` gives."""
    began = time.perf_counter()
    analysis = analyze(question.text, question.path, previous)
    found = functions(analysis)
    name = _chosen(found, question)
    value = values(analysis).get(name)
    made: shapes.Answer = {
        "path": question.path,
        "functions": found,
        "name": name,
        "kind": next((each["kind"] for each in found if each["name"] == name), ""),
        "problems": [*_problems(analysis)],
        "stages": [],
        "accesses": [],
        "cost": None,
        "milliseconds": 0.0,
    }
    rest: Callable[[], shapes.Rest] = _nothing
    if value is not None and not _has_errors(analysis, name):
        with deep_recursion():
            rest = _fill(made, analysis, name, value, Target(question.target))
    made["milliseconds"] = (time.perf_counter() - began) * 1000
    return Explored(made, analysis, rest)


def _nothing() -> shapes.Rest:
    return {"stages": [], "graph": None, "milliseconds": 0.0}


def functions(analysis: Analysis) -> list[shapes.Function]:
    """The functions of a file in order: those of modules and those that stand on their own."""
    known = values(analysis)
    source = analysis.source
    made: list[shapes.Function] = []
    for definition, symbol in analysis.symbols():
        if symbol.kind is SymbolKind.FUNCTION and symbol.start >= 0 and _is_outer(symbol):
            name = symbol.name if symbol.parent is None else f"{symbol.parent.name}.{symbol.name}"
            first, last = (source.line_of(offset + definition.base) for offset in symbol.extent)
            made.append({"name": name, "kind": _kind(known.get(name)), "first": first, "last": last})
    return made


def _is_outer(symbol: Symbol) -> bool:
    return symbol.parent is None or symbol.parent.kind is SymbolKind.MODULE


def _kind(value: Program | None) -> shapes.Kind:
    return "tensor_ir" if isinstance(value, PrimFunc) else "relax" if isinstance(value, Graph) else "unread"


def _chosen(found: list[shapes.Function], question: Question) -> str:
    """The function asked for by name, else the one around the line, else the first one behind it, else the last one."""
    if any(each["name"] == question.name for each in found):
        return question.name
    after = [each for each in found if each["last"] >= question.line]
    return (after or found[-1:] or [{"name": ""}])[0]["name"]


def _problems(analysis: Analysis) -> Iterator[shapes.Problem]:
    for each in analysis.diagnostics:
        line = analysis.source.line_of(each.span.start)
        yield {"line": line, "severity": each.severity.name.lower(), "code": each.code, "message": each.message}


def _has_errors(analysis: Analysis, name: str) -> bool:
    return any(each.severity is Severity.ERROR for each in analysis.diagnostics_of(name))


def _fill(
    made: shapes.Answer, analysis: Analysis, name: str, value: Program, target: Target
) -> Callable[[], shapes.Rest]:
    """Add the stages of a function that has no errors; gives what works out the rest."""
    file = File(analysis)
    outer, program = with_callees(values(analysis), name, value)
    module = as_module(program, name)
    shown_as = outer.rpartition(".")[2] if isinstance(program, IRModule) else None
    stages = Stages(file, shown_as, made["stages"])
    if isinstance(value, PrimFunc):
        made["accesses"], made["cost"] = access.accesses(value, file), access.cost(value)
    stages.first(module)
    kernels = stages.of_graph(module) if isinstance(value, Graph) else module
    ready = stages.lower(kernels, target) if kernels.functions and not stages.failed else None

    def rest() -> shapes.Rest:
        began = time.perf_counter()
        stages.made = []
        picture = stages.picture(name.rpartition(".")[2], module) if isinstance(value, Graph) else None
        if ready is not None and not stages.failed:
            stages.native(ready, target)
        return {"stages": stages.made, "graph": picture, "milliseconds": (time.perf_counter() - began) * 1000}

    return rest
