"""Macros: functions of the script whose statements are read again wherever they are called.

A hygienic macro sees the names around its definition, any other those of its caller.  What it defines ends with the call.  Mistakes inside it are
reported where it is called, with a note at the line of the macro.
"""

from __future__ import annotations

import ast
import inspect
from dataclasses import dataclass
from typing import Any

from tilewright.base.source import Source
from tilewright.frontend.context import Context
from tilewright.frontend.environment import Environment
from tilewright.frontend.scope import Binding
from tilewright.frontend.source_map import SymbolKind
from tilewright.frontend.statements import visit_suite

_DEEPEST = 40


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

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise TypeError(f"the macro `{self.name}` can only be called inside a script")


def expand(context: Context, node: ast.Call, macro: ScriptMacro, args: list[Any], keywords: dict[str, Any]) -> Any:
    """Read the statements of `macro` here, with its parameters bound to the arguments."""
    if any(outer is macro for outer in context.expanding) or len(context.expanding) >= _DEEPEST:
        return context.report("recursive-macro", f"the macro `{macro.name}` calls itself", node)
    try:
        bound = _signature(macro.node).bind(*args, **keywords)
    except TypeError as error:
        return context.report("missing-argument", f"the call does not fit the macro `{macro.name}`: {error}", node)
    _read(context, node, macro, bound.arguments)
    return None


def _signature(node: ast.FunctionDef) -> inspect.Signature:
    arguments = node.args
    first = len(arguments.args) - len(arguments.defaults)
    parameters = [
        inspect.Parameter(
            item.arg,
            inspect.Parameter.POSITIONAL_OR_KEYWORD,
            default=inspect.Parameter.empty if at < first else None,
        )
        for at, item in enumerate(arguments.args)
    ]
    if arguments.vararg is not None:
        parameters.append(inspect.Parameter(arguments.vararg.arg, inspect.Parameter.VAR_POSITIONAL))
    return inspect.Signature(parameters)


def _read(context: Context, node: ast.Call, macro: ScriptMacro, arguments: dict[str, Any]) -> None:
    """Visit the macro's body in a context of its own, which builds into the caller's frames."""
    inner = Context(context.source, macro.environment, context.expressions, context.statements)
    inner.at_call(context.place(node), macro.name, macro.source, macro.first_line)
    inner.share(context)
    inner.expanding = (*context.expanding, macro)
    if macro.hygienic:
        for name, binding in macro.bindings:
            inner.scopes.bind(name, binding.value, binding.symbol)
    else:
        inner.scopes, inner.environment = context.scopes, context.environment
    inner.scopes.enter()
    try:
        _bind(inner, macro, arguments)
        visit_suite(inner, macro.node.body)
    finally:
        inner.scopes.leave()
    context.holes += inner.holes


def _bind(inner: Context, macro: ScriptMacro, arguments: dict[str, Any]) -> None:
    defaults = dict(zip(reversed(macro.node.args.args), reversed(macro.node.args.defaults)))
    rest = [macro.node.args.vararg] if macro.node.args.vararg is not None else []
    for parameter in (*macro.node.args.args, *rest):
        place = inner.place(parameter)
        if parameter.arg in arguments:
            value = arguments[parameter.arg]
        else:
            value = (
                inner.expressions[type(defaults[parameter])](inner, defaults[parameter])
                if parameter in defaults
                else ()
            )
        inner.bind(SymbolKind.PYTHON, parameter.arg, place, place, value)


def defined_macro(context: Context, node: ast.FunctionDef, hygienic: bool) -> ScriptMacro:
    """The macro that a definition in this source makes."""
    visible = tuple(
        (name, binding) for name in context.scopes.names() if (binding := context.scopes.find(name)) is not None
    )
    return ScriptMacro(node.name, node, context.source, context.first_line, context.environment, hygienic, visible)
