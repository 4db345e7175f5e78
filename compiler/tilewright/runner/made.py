"""Functions and modules that only executing their file makes: found by the variable that holds one, or by the name of the function itself.

The text says which names those can be (`may_be_made`), so that no file is executed for a name that it does not have.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Final

from tilewright.core.analyze import Analysis
from tilewright.core.base.diagnostics import Severity
from tilewright.core.base.names import nearest
from tilewright.core.describe.instantiations import makers, results
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.program import Program, is_program
from tilewright.core.ir.relax import Function
from tilewright.runner.request import CannotRun


def may_be_made(analysis: Analysis, name: str) -> bool:
    """Whether executing the file can make what `name` ("f", "Module.f") stands for: the file assigns or imports the name, or defines it inside of a Python function."""
    outer = name.partition(".")[0]
    return analysis.definition_of(name) is not None or outer in _bound(analysis.source.text)


def _bound(text: str) -> set[str]:
    """The names that the top of a file assigns or imports; those of functions and classes are read as text."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    return {name for statement in tree.body for name in _bound_by(statement)}


def _bound_by(node: ast.AST) -> Iterator[str]:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
        return
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    if isinstance(node, ast.alias):
        yield (node.asname or node.name).partition(".")[0]
    for child in ast.iter_child_nodes(node):
        yield from _bound_by(child)


def chosen(analysis: Analysis, values: Mapping[str, object], name: str) -> tuple[str, Program]:
    """The function or module that `name` stands for among the values of an executed file: the name by which it is known, without that of a module, and the function itself or the module that holds it.

    Raises `CannotRun` where there is none, or where several functions have the name.
    """
    outer, _, inner = name.rpartition(".")
    value, module = values.get(name), values.get(outer)
    if is_program(value):
        return name, value
    if isinstance(module, IRModule):
        if inner in module:
            return outer, module
        has = ", ".join(f"`{outer}.{variable.name_hint}`" for variable in module.functions)
        raise CannotRun(f"`{outer}` has no function `{inner}`; it has {has or 'none'}.")
    return inner, _by_own_name(analysis, values, inner)


def _by_own_name(analysis: Analysis, values: Mapping[str, object], name: str) -> Program:
    holding = {variable: value for variable, value in values.items() if _own_name(value) == name}
    found = list({id(value): value for value in holding.values()}.values())
    if len(found) == 1 and is_program(found[0]):
        return found[0]
    if found:
        listed = ", ".join(f"`{variable}`" for variable in holding)
        raise CannotRun(f"Several functions are called `{name}`; name the variable that holds the one: {listed}.")
    if name in values:
        kind = type(values[name]).__name__
        raise CannotRun(f"`{name}` is a value of the type {kind} when the file has been executed, and no function.")
    raise CannotRun(unreachable(analysis, name))


def _own_name(value: object) -> object:
    if isinstance(value, (PrimFunc, Function)):
        return value.attrs.get("global_symbol")
    return value.__name__ if isinstance(value, IRModule) else None


def unreachable(analysis: Analysis, name: str) -> str:
    """The sentence that no variable at the top of a file holds the function, with what makes one hold it."""
    maker = maker_of(analysis, name)
    call = f"{maker}(...)" if maker else "make(...)"
    return (
        f"`{name}` depends on values that are known only while the program runs, and executing the file does not define it at the top level. "
        f"Assign a result to a variable there, such as `{name} = {call}` with the values that you want, and name the variable."
    )


def maker_of(analysis: Analysis, name: str) -> str | None:
    """The Python function of the file in which the function is defined."""
    definition = analysis.definition_of(name)
    return None if definition is None else next(iter(makers(definition)), None)


def missing(analysis: Analysis, name: str) -> str:
    """The sentence that a file has no function of this name, with what it has."""
    said = alternatives(analysis, name, list(analysis.functions))
    return f"There is no function `{name}` in the file. {said[0].upper()}{said[1:]}{'' if said.endswith('?') else '.'}"


def alternatives(analysis: Analysis, name: str, known: list[str]) -> str:
    """A clause to follow that a file has no such function: the nearest of those that it has, or all, or what makes functions in it."""
    known = list(dict.fromkeys([*known, *results(analysis), *analysis.unusable]))
    close = nearest(name, known)
    if close:
        return f"did you mean `{close}`?"
    if known:
        return f"it has {', '.join(f'`{other}`' for other in known)}"
    names = [f"`{maker}`" for definition in analysis.definitions for maker in makers(definition)]
    if not names and any(each.severity is Severity.ERROR for each in analysis.diagnostics):
        return "its errors leave no function that can be read"
    if not names:
        return "it has no TVMScript"
    if f"`{name}`" in names:
        return f"`{name}` is a Python function that makes one: {_WAYS.format(name)}"
    return f"its functions are made by {', '.join(names)}: {_WAYS.format(names[0].strip('`'))}"


# How a function that a Python function makes gets a name.
_WAYS: Final = 'assign a result to a variable at the top level, and name that, or name a call with --call "{}(...)"'
