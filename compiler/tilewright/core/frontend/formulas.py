"""Python functions of a single `return`, the helpers of many scripts: an editor can tell what they give without running them.

The expression is read where the function is called, with the parameters bound, as a macro's statements are.  What cannot be determined so is `UNKNOWN`, as the
result of any other Python function, and nothing is said about it.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

from tilewright.core.frontend.context import Context
from tilewright.core.frontend.environment import MISSING
from tilewright.core.frontend.evaluate import evaluate
from tilewright.core.frontend.macros import ScriptMacro, bind_parameters, inside, is_too_deep, signature
from tilewright.core.frontend.scope import Binding
from tilewright.core.frontend.unknown import UNKNOWN


@dataclass(frozen=True, eq=False)
class Formula:
    """A Python function as it was defined; the macro's bindings are the names that its expression takes from around it."""

    macro: ScriptMacro
    result: ast.expr

    def __call__(self, *args: object, **kwargs: object) -> Any:
        raise TypeError(f"`{self.macro.name}` was read and not defined; only a script can call it")


def formula(context: Context, node: ast.FunctionDef) -> Formula | None:
    """The formula of a Python function without decorators; None unless its body is one expression."""
    body = node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body
    only = body[0] if len(body) == 1 else None
    if not isinstance(only, ast.Return) or only.value is None or node.decorator_list:
        return None
    macro = ScriptMacro(
        node.name,
        node,
        context.source,
        context.first_line,
        context.environment,
        bindings=tuple(_taken(context, node)),
    )
    return Formula(macro, only.value)


def _taken(context: Context, node: ast.FunctionDef) -> list[tuple[str, Binding]]:
    """The names that are not parameters, with what they mean where the function is defined."""
    own = {part.arg for part in ast.walk(node.args) if isinstance(part, ast.arg)}
    names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)} - own
    found = [(name, context.scopes.find(name) or context.captured(name)) for name in sorted(names)]
    return [(name, binding) for name, binding in found if binding is not None and binding.value is not MISSING]


def call_formula(
    context: Context, node: ast.Call, called: Formula, args: list[object], keywords: dict[str, object]
) -> object:
    """The value of a call."""
    if is_too_deep(context, called.macro):
        return context.unknown()
    try:
        bound = signature(called.macro.node).bind(*args, **keywords)
    except TypeError:
        return context.unknown()
    with inside(context, node, called.macro) as inner, inner.silence():
        bind_parameters(inner, called.macro, bound.arguments)
        value = evaluate(inner, called.result)
    if value is UNKNOWN or inner.gaps.count:
        return context.unknown()
    context.record(node, value)
    return value


def meaning(called: Formula) -> tuple[str, list[tuple[str, object]]]:
    """The text of the function and the values of the names in it: two functions that agree in both give the same."""
    macro = called.macro
    text = ast.get_source_segment(macro.source.text, macro.node) or ast.dump(macro.node)
    return text, [(name, binding.value) for name, binding in macro.bindings]
