"""Macros: functions of the script whose statements are read again wherever they are called.

A hygienic macro sees the names around its definition, any other those of its caller.  What it defines ends with the call.  Mistakes inside it are
reported where it is called, with a note at the line of the macro.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tilewright.core.base.source import Source
from tilewright.core.frontend.context import Context
from tilewright.core.frontend.environment import Environment
from tilewright.core.frontend.free_names import kept
from tilewright.core.frontend.scope import Binding, Scopes
from tilewright.core.frontend.source_map import SymbolKind
from tilewright.core.frontend.statements import visit_suite
from tilewright.core.frontend.unknown import UNKNOWN

DEEPEST = 40


@dataclass(frozen=True, eq=False)
class ScriptMacro:
    """A macro as it was defined: its text, and where its free names come from."""

    name: str
    node: ast.FunctionDef
    source: Source
    first_line: int
    environment: Environment
    hygienic: bool = True
    bindings: tuple[tuple[str, Binding], ...] = ()

    def __call__(self, *args: object, **kwargs: object) -> Any:
        raise TypeError(f"the macro `{self.name}` can only be called inside a script")


def expand(
    context: Context, node: ast.Call, macro: ScriptMacro, args: list[object], keywords: dict[str, object]
) -> object:
    """Read the statements of `macro` here, with its parameters bound to the arguments."""
    if is_too_deep(context, macro):
        return context.report("recursive-macro", f"the macro `{macro.name}` calls itself", node)
    try:
        bound = signature(macro.node).bind(*args, **keywords)
    except TypeError as error:
        return context.report("missing-argument", f"the call does not fit the macro `{macro.name}`: {error}", node)
    return _read(context, node, macro, bound.arguments)


def is_too_deep(context: Context, macro: ScriptMacro) -> bool:
    """Whether so many macros are being read that no more may begin; where names are no cells, a macro that is being read is none to begin with.

    A macro of the tile language may call itself while a condition that is known holds.
    """
    outer = [] if context.expansion is None else list(context.expansion.chain())
    again = not context.dialect.names_are_cells and any(other is macro for other in outer)
    return len(outer) >= DEEPEST or again


def signature(node: ast.FunctionDef | ast.Lambda) -> inspect.Signature:
    """The parameters of a definition, as Python binds them."""
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = defaults_of(node)
    kinds = [
        *((item, inspect.Parameter.POSITIONAL_ONLY) for item in arguments.posonlyargs),
        *((item, inspect.Parameter.POSITIONAL_OR_KEYWORD) for item in positional[len(arguments.posonlyargs) :]),
        *((item, inspect.Parameter.VAR_POSITIONAL) for item in [arguments.vararg] if item is not None),
        *((item, inspect.Parameter.KEYWORD_ONLY) for item in arguments.kwonlyargs),
        *((item, inspect.Parameter.VAR_KEYWORD) for item in [arguments.kwarg] if item is not None),
    ]
    return inspect.Signature(
        [
            inspect.Parameter(item.arg, kind, default=None if item in defaults else inspect.Parameter.empty)
            for item, kind in kinds
        ]
    )


def defaults_of(node: ast.FunctionDef | ast.Lambda) -> dict[ast.arg, ast.expr]:
    """The text of the default value of each parameter that has one."""
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    named = ((item, value) for item, value in zip(arguments.kwonlyargs, arguments.kw_defaults) if value is not None)
    return {**dict(zip(reversed(positional), reversed(arguments.defaults))), **dict(named)}


def _read(context: Context, node: ast.Call, macro: ScriptMacro, arguments: dict[str, object]) -> object:
    """Visit the macro's body; what it returns, None when nothing."""
    with inside(context, node, macro) as inner:
        bind_parameters(inner, macro, arguments)
        visit_suite(inner, macro.node.body)
    context.gaps.count += inner.gaps.count
    context.gaps.unguarded = context.gaps.unguarded or bool(inner.gaps.doubtful)
    context.gaps.holes += inner.gaps.holes
    return None if inner.expansion is None else inner.expansion.returned


@contextmanager
def inside(context: Context, node: ast.Call, macro: ScriptMacro) -> Generator[Context]:
    """A context of the macro's own, which builds into the caller's frames, for reading its text at the call."""
    if macro.hygienic:
        inner = context.at_call(node, macro, macro.environment, Scopes())
        for name, binding in macro.bindings:
            inner.scopes.bind(name, binding.value, binding.symbol)
        if inner.scopes.find(macro.name) is None:
            place = inner.place(macro.node)
            inner.bind(SymbolKind.FUNCTION, macro.name, place, place, macro)
    else:
        inner = context.at_call(node, macro, context.environment, context.scopes)
    inner.scopes.enter()
    try:
        yield inner
    finally:
        inner.scopes.leave()


def bind_parameters(inner: Context, macro: ScriptMacro, arguments: Mapping[str, object]) -> None:
    """Let the parameters mean the arguments, or their defaults."""
    for parameter, value in given_parameters(inner, macro, arguments):
        place = inner.place(parameter)
        inner.bind(SymbolKind.PYTHON, parameter.arg, place, place, value)


def given_parameters(
    inner: Context, macro: ScriptMacro, arguments: Mapping[str, object]
) -> Iterator[tuple[ast.arg, object]]:
    """Each parameter with its argument or its default, `UNKNOWN` without either."""
    defaults = defaults_of(macro.node)
    given = macro.node.args
    rest: dict[ast.arg, object] = {}
    if given.vararg is not None:
        rest[given.vararg] = ()
    if given.kwarg is not None:
        rest[given.kwarg] = {}
    for parameter in (*given.posonlyargs, *given.args, *given.kwonlyargs, *rest):
        if parameter.arg in arguments:
            yield parameter, arguments[parameter.arg]
        elif parameter in defaults:
            yield parameter, inner.expressions[type(defaults[parameter])](inner, defaults[parameter])
        else:
            yield parameter, rest.get(parameter, UNKNOWN)


def defined_macro(context: Context, node: ast.FunctionDef, hygienic: bool) -> ScriptMacro:
    """The macro that a definition in this source makes."""
    used = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    visible = tuple(
        (name, kept(context, name, binding) if name in used else binding)
        for name in context.scopes.names()
        if (binding := context.scopes.find(name)) is not None
    )
    made = ScriptMacro(node.name, node, context.source, context.first_line, context.environment, hygienic, visible)
    if context.recorder.recording:
        context.recorder.macros.append((context, made))
    return made
