"""`explore`: everything that the page shows of one function of a file, from its text alone: the file is read, compiled and never run."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from tilewright.core.analyze import Analysis, analyze
from tilewright.core.base.diagnostics import Severity
from tilewright.core.describe.instantiations import call_of
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.json import load_json
from tilewright.core.ir.program import Program
from tilewright.core.ir.recursion import deep_recursion
from tilewright.core.ir.relax import Function as Graph
from tilewright.core.target import Target
from tilewright.explore import access, shapes
from tilewright.explore.functions import Choice, chosen, executed_only, functions, kind_of, read_for
from tilewright.explore.lines import File
from tilewright.explore.programs import as_module, members, values, with_callees
from tilewright.explore.question import Question
from tilewright.explore.stages import Stages


@dataclass(frozen=True)
class Explored:
    """An answer; `analysis` makes the next one of the same file quick, and each call of `rest` works out the next part of what takes longer."""

    answer: shapes.Answer
    analysis: Analysis
    rest: Callable[[], shapes.Rest]


def explore(question: Question, previous: Analysis | None = None) -> Explored:
    """Everything about one function at once, but for what `rest` gives."""
    began = time.perf_counter()
    analysis = analyze(question.text, question.path, previous)
    found = functions(analysis)
    executed = executed_only(analysis)
    choice = chosen(analysis, found, question.name, question.line, question.call, question.given)
    if question.name in executed:
        choice = Choice(question.name)
    read = read_for(analysis, choice)
    known: Mapping[str, Program] = values(read)
    if question.program:
        choice, known = _executed(question)
    value = known.get(choice.name)
    made: shapes.Answer = {
        "path": question.path,
        "functions": found,
        "executed": executed,
        "name": choice.name,
        "call": "" if choice.call is None else choice.call.text,
        "call_problem": _call_problem(analysis, question, choice, found),
        "given": choice.given,
        "kind": kind_of(value) if choice.name else "",
        "problems": [*_problems(read)],
        "stages": [],
        "accesses": [],
        "cost": None,
        "milliseconds": 0.0,
    }
    rest: Callable[[], shapes.Rest] = _nothing
    if value is not None and not _has_errors(read, choice.name):
        with deep_recursion():
            rest = _fill(made, File(read, bool(question.program)), choice.name, known, Target(question.target))
    made["milliseconds"] = (time.perf_counter() - began) * 1000
    return Explored(made, analysis, rest)


def _executed(question: Question) -> tuple[Choice, Mapping[str, Program]]:
    """The function that executing the file has made, the first one of a module, among those that belong to it."""
    outer = question.name.partition(".")[0]
    value = load_json(question.program)
    assert isinstance(value, (PrimFunc, Graph, IRModule))
    known = members(outer, value)
    inside = [name for name, each in known.items() if not isinstance(each, IRModule)]
    return Choice(question.name if question.name in inside else (inside or [outer])[0]), known


def _call_problem(analysis: Analysis, question: Question, choice: Choice, found: list[shapes.Function]) -> str:
    """The reason why the function is not read for the call that was asked for, or for any; "" where it is."""
    signature = next((each["factory"] for each in found if each["name"] == choice.name), "")
    if not signature or question.program:
        return ""
    if question.call and call_of(analysis, question.call) is None:
        return f"`{question.call}` is no call of `{signature}` whose values the text says"
    return "" if choice.call is not None else f"say for which values: a call of `{signature}`"


def _nothing() -> shapes.Rest:
    return {"stages": [], "graph": None, "milliseconds": 0.0, "more": False}


def _problems(analysis: Analysis) -> Iterator[shapes.Problem]:
    for each in analysis.diagnostics:
        yield {
            "line": analysis.source.line_of(each.span.start),
            "place": each.span.place.words,
            "severity": each.severity.name.lower(),
            "code": each.code,
            "message": each.message,
        }


def _has_errors(analysis: Analysis, name: str) -> bool:
    return any(each.severity is Severity.ERROR for each in analysis.diagnostics_of(name))


def _fill(
    made: shapes.Answer, file: File, name: str, known: Mapping[str, Program], target: Target
) -> Callable[[], shapes.Rest]:
    """Add the stages of a function that has no errors; gives what works out the rest."""
    value = known[name]
    outer, program = with_callees(known, name, value)
    module = as_module(program, name)
    shown_as = outer.rpartition(".")[2] if isinstance(program, IRModule) else None
    stages = Stages(file, shown_as, made["stages"])
    if isinstance(value, PrimFunc):
        made["accesses"], made["cost"] = access.accesses(value, file), access.cost(value)
    stages.first(module)
    kernels = stages.of_graph(module) if isinstance(value, Graph) else module
    ready = stages.lower(kernels, target) if kernels.functions and not stages.failed else None

    def schedule() -> shapes.Graph | None:
        if ready is not None and not stages.failed:
            stages.schedule(ready, target)
        return None

    def machine() -> shapes.Graph | None:
        picture = stages.picture(name.rpartition(".")[2], module) if isinstance(value, Graph) else None
        if ready is not None and not stages.failed:
            stages.native(ready, target)
        return picture

    return _one_by_one(stages, [schedule, machine])


def _one_by_one(stages: Stages, parts: list[Callable[[], shapes.Graph | None]]) -> Callable[[], shapes.Rest]:
    """A function whose each call does the next part of the work and gives the stages that it makes."""

    def rest() -> shapes.Rest:
        if not parts:
            return _nothing()
        began = time.perf_counter()
        stages.made = []
        with deep_recursion():
            picture = parts.pop(0)()
        took = (time.perf_counter() - began) * 1000
        return {"stages": stages.made, "graph": picture, "milliseconds": took, "more": bool(parts)}

    return rest
