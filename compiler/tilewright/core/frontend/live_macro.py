"""Macros of the running program: a decorated Python function, read from its source as a macro of the script."""

from __future__ import annotations

import ast
from types import FunctionType

from tilewright.core.base.diagnostics import UserError
from tilewright.core.builder.values import Macro
from tilewright.core.frontend.environment import Live
from tilewright.core.frontend.macros import ScriptMacro
from tilewright.core.frontend.recover import recover
from tilewright.core.frontend.source_text import NoSourceError, source_of_function

_READ: dict[int, tuple[Macro, ScriptMacro]] = {}


def script_macro(macro: Macro) -> ScriptMacro:
    """The macro of the script that the decorated function of `macro` is; raises `UserError` when its text cannot be read."""
    known = _READ.get(id(macro))
    if known is None:
        known = _READ.setdefault(id(macro), (macro, _read(macro)))  # it keeps the macro, whose `id` no other gets
    return known[1]


def _read(macro: Macro) -> ScriptMacro:
    function: object = macro.function
    if not isinstance(function, FunctionType):
        raise UserError("not-callable", f"the macro `{macro.__name__}` is not a Python function")
    try:
        source = source_of_function(function)
    except NoSourceError as error:
        raise UserError("no-source", str(error)) from error
    recovered = recover(source)
    body = (
        recovered.tree.body[0].body
        if recovered.shift and isinstance(recovered.tree.body[0], ast.If)
        else recovered.tree.body
    )
    definition = next((node for node in body if isinstance(node, ast.FunctionDef)), None)
    if definition is None:
        raise UserError("no-source", f"the source of the macro `{macro.__name__}` holds no function")
    environment = Live((macro.captured, function.__globals__))
    return ScriptMacro(macro.__name__, definition, source, recovered.first_line, environment, macro.hygienic)
