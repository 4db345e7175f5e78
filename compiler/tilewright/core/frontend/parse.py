"""`parse`: the one way from text to IR.  It never raises on what the user wrote."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tilewright.core.base.diagnostics import Diagnostic, Edit, Fix, diagnose
from tilewright.core.base.gc_pause import gc_paused
from tilewright.core.base.source import Source
from tilewright.core.frontend.context import Context, Damage
from tilewright.core.frontend.dispatch import provide
from tilewright.core.frontend.dispatch import statements_of as rules_of
from tilewright.core.frontend.environment import Environment
from tilewright.core.frontend.expressions import EXPRESSIONS
from tilewright.core.frontend.host import Host, visit_host
from tilewright.core.frontend.macro_bodies import record_uncalled
from tilewright.core.frontend.python_around import check_python
from tilewright.core.frontend.recover import Recovered, SyntaxMistake, recover
from tilewright.core.frontend.relax_statements import RELAX_STATEMENTS
from tilewright.core.frontend.reports import Reports
from tilewright.core.frontend.source_map import SourceMap, Symbol, SymbolKind
from tilewright.core.frontend.tir_statements import TIR_STATEMENTS
from tilewright.core.frontend.unknown import HOLE, UNKNOWN

provide("tir", TIR_STATEMENTS)
provide("relax", RELAX_STATEMENTS)


@dataclass(frozen=True)
class Parsed:
    """The result of parsing a source.

    `values` holds the functions and modules it defines, by name, as far as they are whole.  `bindings` are the names it defines at
    its top level, with their values or `UNKNOWN`; `captured` those that it asked of the environment, with what it got (`MISSING` for nothing).
    """

    source: Source
    values: Mapping[str, Any]
    source_map: SourceMap
    diagnostics: tuple[Diagnostic, ...]
    bindings: Mapping[str, Any]
    captured: Mapping[str, Any]


def parse(
    source: Source,
    environment: Environment,
    check: bool = True,
    roles: Mapping[str, tuple[str, dict[str, Any]]] | None = None,
) -> Parsed:
    """Read every definition of the script in `source`.

    Nothing of the source is executed; names it does not define are asked of `environment`, whose host functions the script may call.  With `check`, functions are also
    verified.  `roles` says of top-level definitions what their decorators make of them, where that is known.  The user's mistakes are diagnostics, and a function with one that keeps it from being built is missing from `values`.
    """
    with gc_paused():
        return _parsed(source, environment, check, roles or {})


def _parsed(
    source: Source, environment: Environment, check: bool, roles: Mapping[str, tuple[str, dict[str, object]]]
) -> Parsed:
    recovered = recover(source)
    context = _context(source, environment, recovered)
    host = Host(context, check, roles)
    statements = statements_of(recovered)
    visit_host(host, statements)
    record_uncalled(context)
    if check and environment.recorded and not recovered.mistakes:
        check_python(context, statements)
    bindings = {
        name: binding.value for name in context.scopes.names() if (binding := context.scopes.find(name)) is not None
    }
    bindings.pop(HOLE, None)
    context.recorder.source_map.changed()
    return Parsed(
        source,
        host.values,
        context.recorder.source_map,
        tuple(sorted(context.reports.diagnostics, key=_place)),
        bindings,
        context.recorder.asked(),
    )


def statements_of(recovered: Recovered) -> list[ast.stmt]:
    """The statements of the source, without the line that was put before it."""
    body = recovered.tree.body
    if recovered.shift:
        return [
            inner for statement in body for inner in (statement.body if isinstance(statement, ast.If) else [statement])
        ]
    return body


def _place(diagnostic: Diagnostic) -> tuple[int, int]:
    return diagnostic.span.start, diagnostic.span.end


def _context(source: Source, environment: Environment, recovered: Recovered) -> Context:
    """The context of the source, with its syntax errors reported."""
    reports = Reports(source, recovered.doubtful)
    for mistake in recovered.mistakes:
        reports.add(
            diagnose(
                mistake.code, mistake.message, source.span(mistake.start, mistake.end), (), _fixes(source, mistake)
            )
        )
    broken = (*recovered.doubtful, *((mistake.start, mistake.end) for mistake in recovered.mistakes))
    made = Context.of_source(
        source,
        environment,
        EXPRESSIONS,
        rules_of("tir"),
        recovered.first_line,
        reports,
        Damage(broken, frozenset(recovered.lost_names)),
    )
    made.scopes.bind(HOLE, UNKNOWN, Symbol(SymbolKind.PYTHON, HOLE, -1, -1, (-1, -1)))
    return made


def _fixes(source: Source, mistake: SyntaxMistake) -> tuple[Fix, ...]:
    if mistake.colon_at is None:
        return ()
    return (Fix("Insert `:`", (Edit(source.span(mistake.colon_at, mistake.colon_at), ":"),)),)
