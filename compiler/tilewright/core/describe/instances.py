"""The kernels that a file makes by calls that its text shows, `make(32, 3, 2)`: each factory is read again with these values, and what is wrong there is added.

Nothing is executed.  What reading with unknown parameters found already is not said again, and each place is named once, with the first call that shows it.
"""

from __future__ import annotations

import ast
import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace

from tilewright.core.analyze import Analysis, Definition, in_file, read_instance
from tilewright.core.base.budget import Budget, OutOfBudget, current_budget
from tilewright.core.base.catalogue import CATALOGUE
from tilewright.core.base.diagnostics import Diagnostic, Severity
from tilewright.core.base.gc_pause import gc_paused
from tilewright.core.describe.instantiations import (
    Call,
    Factory,
    Values,
    all_factories,
    call_in,
    returned,
    statements_of,
)
from tilewright.core.frontend.array_calls import made_call_mistakes
from tilewright.core.frontend.array_values import Scope
from tilewright.core.frontend.environment import Given
from tilewright.core.frontend.reading import key_of, says_in_numbers
from tilewright.core.whole_file import calls_kernels

# How many calls of one factory are read; seconds of processor time for all of a file.
_MOST = 3
_SECONDS = 10.0
# What runs into something wrong, whatever the program was meant to compute.
_WRONG = frozenset(
    CATALOGUE[code].name
    for code in (
        *("index-out-of-bounds", "axis-out-of-domain", "division-by-zero", "zero-divisor", "shift-range"),
        *("rank-mismatch", "region-too-narrow", "uninitialized-read", "missing-init", "index-overflow"),
        *("missing-sync", "divided-sync", "thread-race", "parallel-race", "late-widening", "view-too-large"),
        *("late-clip", "narrow-accumulator", "dependent-points", "unwritten-element", "axis-domain-not-covered"),
        *("missing-argument", "unexpected-argument", "index-type", "value-type", "dtype-mismatch", "implicit-cast"),
        *("constant-range", "relax-shape", "relax-dtype", "relax-call", "call-tir", "annotation-mismatch"),
    )
)

# What is not said of values that a factory has by default, which no call shows: kernels are also written for passes that insert synchronisations.
_OF_THREADS = frozenset(CATALOGUE[code].name for code in ("missing-sync", "divided-sync", "thread-race"))


def with_instances(analysis: Analysis, previous: Analysis | None = None, given: Given | None = None) -> Analysis:
    """The analysis with what is wrong in the kernels that the calls of the file make; factories for which values are `given` are left as they are."""
    made: list[Definition] = []
    found: list[Diagnostic] = []
    kernels: dict[str, tuple[str, object]] = {}
    try:
        limits = current_budget() or Budget(seconds=_SECONDS, processor=time.process_time)
        with limits.in_force(), gc_paused():
            for factory in all_factories(analysis):
                if factory.name not in (given or {}):
                    found += _of_factory(analysis, factory, previous, made, kernels)
            found += _of_array_calls(analysis, kernels)
    except OutOfBudget:  # what was read with unknown parameters stands
        pass
    return replace(analysis, extra=(*analysis.extra, *found), instances=tuple(made))


def _of_factory(
    analysis: Analysis,
    factory: Factory,
    previous: Analysis | None,
    made: list[Definition],
    kernels: dict[str, tuple[str, object]],
) -> Iterator[Diagnostic]:
    """The mistakes in the instances of a factory, each place once; `kernels` gets what each call returns, with its name."""
    definition = next(each for each in analysis.definitions if each.base <= factory.start < each.end)
    known = {key_of(found) for found in definition.diagnostics}
    doubts = [each for each in definition.diagnostics if each.severity is not Severity.HINT]
    wrong = _WRONG if factory.instantiations or factory.with_functions else _WRONG - _OF_THREADS
    for values in _values(analysis, factory):
        instance = read_instance(analysis, definition, {factory.name: values}, previous)
        made.append(instance)
        name = returned(definition, factory.name)
        value = instance.values.get(f"{factory.name}.{name}")
        if name is not None and value is not None:
            kernels[Call(factory.name, values).text] = name, value
        moved = replace(analysis, definitions=(instance,), extra=()).diagnostics
        for found, there in zip(_by_place(instance), moved):
            doubted = any(says_in_numbers(found, each) for each in doubts)
            if found.code in wrong and not doubted and key_of(found) not in known:
                known.add(key_of(found))
                yield there


def _of_array_calls(analysis: Analysis, kernels: Mapping[str, tuple[str, object]]) -> Iterator[Diagnostic]:
    """The calls of compiled kernels from plain Python that do not fit what the factories of the file have made."""
    if not kernels or not calls_kernels(analysis.source.text):
        return

    def made(call: ast.Call, scope: Scope) -> tuple[str, object] | None:
        factory = scope.find(call.func.id) if isinstance(call.func, ast.Name) else None
        if factory is None or not isinstance(factory[1], ast.FunctionDef) or factory[0].parent is not None:
            return None
        found = call_in(analysis, call, scope)
        return None if found is None else kernels.get(found.text)

    for number, found in made_call_mistakes([each.source for each in analysis.definitions], made):
        yield in_file(found, analysis, analysis.definitions[number])


def _by_place(definition: Definition) -> list[Diagnostic]:
    return sorted(definition.diagnostics, key=lambda each: (each.span.start, each.span.end, each.code))


def _values(analysis: Analysis, factory: Factory) -> list[Values]:
    """The values with which a factory is called; those it has by default where it is never called."""
    expected = _expected_to_fail(analysis, factory.name)
    shown = [*factory.instantiations.values(), *factory.with_functions.values()]
    called = [] if expected else shown[:_MOST]
    if called or expected or _is_called(analysis, factory.name):
        return called
    return [factory.defaults] if factory.defaults else []


def _is_called(analysis: Analysis, name: str) -> bool:
    """Whether the file mentions a factory after its definition: it may be called with values that only running it would tell."""
    mention = re.compile(rf"(?<!def )\b{re.escape(name)}\b")
    return any(mention.search(each.source.text) for each in analysis.definitions)


def _expected_to_fail(analysis: Analysis, name: str) -> bool:
    """Whether a call of a factory stands where an exception is expected: its kernel may be wrong on purpose."""
    return any(
        name in _names_in(suite)
        for definition in analysis.definitions
        if name in definition.source.text and _MAY_FAIL.search(definition.source.text)
        for statement in statements_of(definition)
        for suite in _failing(statement)
    )


def _failing(tree: ast.AST) -> Iterator[ast.AST]:
    """The statements in which an exception is expected or handled."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Try) and node.handlers:
            yield from node.body
        elif isinstance(node, ast.With) and any(_FAILS.search(ast.unparse(item)) for item in node.items):
            yield from node.body
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)) and any(
            "xfail" in ast.unparse(each) for each in node.decorator_list
        ):
            yield from node.body


def _names_in(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


_MAY_FAIL = re.compile(r"\btry\b|raises|rror|xfail|fail")
_FAILS = re.compile(r"raises|rror|[Ff]ail|suppress|check")
