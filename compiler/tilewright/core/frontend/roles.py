"""The role of a decorated definition: a function of the script, a module, a macro, or none of ours."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any, Final

from tilewright.core.builder import tirx
from tilewright.core.builder.namespace import IR, TIR
from tilewright.core.builder.relax_namespace import RELAX
from tilewright.core.dialects import DIALECTS, Dialect
from tilewright.core.frontend.context import Context
from tilewright.core.frontend.dispatch import has_dialects
from tilewright.core.frontend.evaluate import evaluate
from tilewright.core.frontend.imports import OTHER_LANGUAGE
from tilewright.core.frontend.tree_parts import SCRIPT_DECORATORS
from tilewright.core.frontend.unknown import UNKNOWN

# The decorator of each dialect; hybrid script has one of its own, and knows the classic one besides.
_PRIM_FUNCS: Final = {"classic": TIR.members["prim_func"].value, "tirx": tirx.prim_func}
_ROLES: Final[dict[int, str]] = {
    **{id(decorator): "prim_func" for decorator in _PRIM_FUNCS.values()},
    id(TIR): "hybrid",  # `@tvm.script.tir`, the decorator of 0.7
    id(TIR.members["macro"].value): "macro",
    id(RELAX.members["function"].value): "relax_function",
    id(IR.members["ir_module"].value): "ir_module",
    id(RELAX.members["py_module"].value): "ir_module",
    id(RELAX.members["rewriter"].value): "ir_module",
    id(IR.members["pyfunc"].value): "pyfunc",
}
_DIALECTS: Final[dict[int, Dialect]] = {id(decorator): DIALECTS[name] for name, decorator in _PRIM_FUNCS.items()}
# The keyword under which a definition's dialect stands beside the keywords of its decorator.
DIALECT: Final = "dialect"
# Decorators that are known by their name even where what they belong to is not.
_TELLING: Final = {
    "prim_func": "prim_func",
    "ir_module": "ir_module",
    "py_module": "ir_module",
    "function": "relax_function",
}


# The last names of all decorators that give a role, and Python's own that give none.
_DECORATORS: Final = SCRIPT_DECORATORS | {"rewriter", "py_module", "pyfunc", "tir", "script", "hybrid"}
_PYTHONS: Final = frozenset({"classmethod", "staticmethod", "property"})


def may_give_role(decorator: ast.expr) -> bool:
    """Whether a decorator, without the arguments that it is called with, may give a role: one that is called as ours are, or a bare name, which may stand for one of them."""
    if isinstance(decorator, ast.Name):
        return decorator.id not in _PYTHONS
    return isinstance(decorator, ast.Attribute) and (decorator.attr in _DECORATORS or has_dialects())


def role_of(context: Context, decorator: ast.expr) -> str | None:
    """The role that one decorator gives, None when it is nothing of ours.

    `@T.prim_func` with an unknown `T` is taken for what it looks like, and the unknown name is reported.
    """
    function = decorator.func if isinstance(decorator, ast.Call) else decorator
    if not isinstance(function, (ast.Name, ast.Attribute)):
        return None
    looks = function.attr if isinstance(function, ast.Attribute) else function.id
    if looks not in _TELLING or (looks == "function" and not _is_relax(context, function)):
        with context.silence():
            return role_of_value(evaluate(context, function))
    value = evaluate(context, function)
    if value is not UNKNOWN:
        return role_of_value(value)
    return None if _is_of_other_language(context, function) else _TELLING[looks]


def _is_of_other_language(context: Context, function: ast.Name | ast.Attribute) -> bool:
    with context.silence(), context.recorder.paused():
        return isinstance(function, ast.Attribute) and evaluate(context, function.value) is OTHER_LANGUAGE


def _is_relax(context: Context, function: ast.Name | ast.Attribute) -> bool:
    """Whether `function` is written as a member of `R`."""
    return isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and function.value.id == "R"


def role_of_value(value: object) -> str | None:
    """The role that a decorator's value has: ours by identity, those of `live` by what they say of themselves."""
    return _ROLES.get(id(value)) or getattr(value, "script_role", None)


def role(context: Context, node: ast.FunctionDef | ast.ClassDef) -> tuple[str | None, dict[str, Any]]:
    """The role of a definition, from the first decorator that gives one, with the keywords of that decorator and its dialect."""
    for decorator in node.decorator_list:
        found = role_of(context, decorator)
        if found is not None:
            return found, {**_keywords(context, decorator), DIALECT: _dialect(context, decorator)}
    return None, {}


def _dialect(context: Context, decorator: ast.expr) -> Dialect | None:
    """The dialect that a decorator belongs to, None when it does not tell."""
    function = decorator.func if isinstance(decorator, ast.Call) else decorator
    with context.silence(), context.recorder.paused():
        value = evaluate(context, function)
    return _DIALECTS.get(id(value)) or getattr(value, "script_dialect", None)


def is_checked(keywords: Mapping[str, object]) -> bool:
    """Whether the decorator lets the definition be verified: it does unless it says `check_well_formed=False`."""
    return keywords.get("check_well_formed") is not False


def _keywords(context: Context, decorator: ast.expr) -> dict[str, Any]:
    if not isinstance(decorator, ast.Call):
        return {}
    for argument in decorator.args:
        context.report("unexpected-argument", "a decorator of the script takes keyword arguments only", argument)
    return {keyword.arg: evaluate(context, keyword.value) for keyword in decorator.keywords if keyword.arg is not None}


def macro_hygiene(context: Context, decorator: ast.expr) -> bool:
    """Whether `@T.macro` or `@T.macro(hygienic=...)` makes a macro that sees the names around its definition."""
    return bool(_keywords(context, decorator).get("hygienic", True))
