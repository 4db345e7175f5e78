"""The bodies of macros for editors: each is read once where it stands, silently, so that its names have values there.

A macro is read with the arguments of its first call in the source; one that nothing calls with what its annotations and its own text say of its parameters.
What is built on the way is dropped.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final

from tilewright.core.base.budget import Budget, OutOfBudget, current_budget
from tilewright.core.base.dtype import INT32
from tilewright.core.builder.functions import prim_func
from tilewright.core.frontend.context import Context
from tilewright.core.frontend.evaluate import evaluate
from tilewright.core.frontend.frames import open_suite
from tilewright.core.frontend.free_uses import UsesIn
from tilewright.core.frontend.limits import EXPANDED
from tilewright.core.frontend.macros import ScriptMacro, given_parameters, is_too_deep, signature
from tilewright.core.frontend.positions import positions
from tilewright.core.frontend.scope import Scopes
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright.core.frontend.statements import visit_suite
from tilewright.core.frontend.suites import statements_in
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.frontend.world import World
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr, Var

# Steps for the macros that a body calls, besides those for its own statements.
_STEPS: Final = 20_000


def record_call(context: Context, macro: ScriptMacro, args: list[object], keywords: Mapping[str, object]) -> None:
    """Read the body of a macro of this source with the arguments of a call, if it was not read before."""
    recorder = context.recorder
    if not recorder.recording or macro.source is not context.source or macro.node in recorder.read_bodies:
        return
    if not context.environment.recorded or is_too_deep(context, macro):
        return
    try:
        given = signature(macro.node).bind(*args, **keywords).arguments
    except TypeError:
        return
    _read(context, macro, given)


def record_uncalled(context: Context) -> None:
    """Read the bodies of the macros of a source that nothing in it has called."""
    for around, macro in context.recorder.macros:
        if macro.node not in context.recorder.read_bodies:
            world = World(UsesIn(macro.node), is_first=True, index=lambda: INT32)
            _read(around.derived(world=world, scopes=Scopes()), macro, {})


def _read(context: Context, macro: ScriptMacro, given: Mapping[str, object]) -> None:
    """Read a body within a budget of its own."""
    context.recorder.read_bodies.add(macro.node)
    steps = _STEPS + EXPANDED * sum(1 for _ in statements_in(macro.node.body))
    around = current_budget()
    own = Budget(steps) if around is None else around.part(steps)
    try:
        with context.building(_symbol(macro)) as inner, inner.silence(), own.in_force():
            _read_body(inner, macro, given)
    except OutOfBudget as error:
        if error.budget is not own:
            raise


def _symbol(macro: ScriptMacro) -> Symbol:
    start, end = positions(macro.source, macro.first_line)(macro.node)
    return Symbol(SymbolKind.FUNCTION, macro.name, start, start, (start, end), macro)


def _read_body(context: Context, macro: ScriptMacro, given: Mapping[str, object]) -> None:
    place = positions(macro.source, macro.first_line)
    environment, scopes = (macro.environment, Scopes()) if macro.hygienic else (context.environment, context.scopes)
    inner = context.at_call(place(macro.node), macro, environment, scopes).derived(
        place=place, recorder=context.recorder.of_bodies()
    )
    if not given:  # names that nobody knows have values in the world, as around the script
        inner = inner.derived(expansion=None)
    for name, binding in macro.bindings if macro.hygienic else ():
        scopes.bind(name, binding.value, binding.symbol)
    open_suite(inner, prim_func(False), place(macro.node))
    scopes.enter()
    try:
        for parameter, value in given_parameters(inner, macro, given):
            if value is UNKNOWN:
                value = _guess(inner, parameter)
                shown = value if isinstance(value, (Expr, Buffer)) else UNKNOWN
                _bind(inner, parameter, value, shown)
            else:
                _bind(inner, parameter, value, value)
        visit_suite(inner, macro.node.body)
    finally:
        scopes.leave()


def _bind(context: Context, parameter: ast.arg, value: object, shown: object) -> None:
    """Let a parameter mean its value, which is shown as `shown`."""
    start, _ = whole = context.place(parameter)
    kind = SymbolKind.PARAMETER if isinstance(shown, Expr) else SymbolKind.PYTHON
    if isinstance(shown, Buffer):
        kind = SymbolKind.BUFFER
    binding = shown if isinstance(shown, Expr) and not isinstance(shown, Var) else None
    name = start, start + len(parameter.arg)
    symbol = context.define(kind, parameter.arg, name, whole, shown, binding)
    context.scopes.bind(parameter.arg, value, symbol)


def _guess(context: Context, parameter: ast.arg) -> object:
    """A value that a parameter may have: of the type of its annotation, else what its uses say."""
    if parameter.annotation is not None:
        declared = _made(evaluate(context, parameter.annotation))
        if isinstance(declared, (Var, Buffer)):
            return declared
    world = context.world
    return UNKNOWN if world is None else world.value(parameter.arg)


def _made(annotation: object) -> object:
    """The variable or buffer that an annotation declares: `T.int64` and `T.int64()` are the same."""
    if isinstance(annotation, (Var, Buffer)) or not callable(annotation):
        return annotation
    try:
        return annotation()
    except Exception:
        return UNKNOWN
