"""Python functions, the helpers of many scripts: an editor can tell what they give without running them.

The statements are read where the function is called, with the parameters bound, as a macro's are: assignments, conditions that can be decided, loops over what is known, and
the `return` that is reached.  What cannot be determined so is `UNKNOWN`, as the result of any other Python function, and nothing is said about it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from tilewright.core.base.budget import spend
from tilewright.core.base.catalogue import CATALOGUE
from tilewright.core.base.diagnostics import Note
from tilewright.core.base.source import Span
from tilewright.core.builder.frames import Frame
from tilewright.core.frontend.context import Context
from tilewright.core.frontend.decisions import fails, of_unknowns, prefers, require, truth
from tilewright.core.frontend.environment import MISSING
from tilewright.core.frontend.evaluate import evaluate, iterate
from tilewright.core.frontend.free_names import kept
from tilewright.core.frontend.lambdas import count_step
from tilewright.core.frontend.limits import EXPANDED
from tilewright.core.frontend.macros import ScriptMacro, bind_parameters, inside, is_too_deep, signature
from tilewright.core.frontend.misfits import report_misfit
from tilewright.core.frontend.names_of_pieces import is_bound_once
from tilewright.core.frontend.operations import apply_binary
from tilewright.core.frontend.positions import name_place, positions
from tilewright.core.frontend.scope import Binding
from tilewright.core.frontend.source_map import SymbolKind
from tilewright.core.frontend.suites import statements_in
from tilewright.core.frontend.targets import unpack
from tilewright.core.frontend.tree_parts import parts_of
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.operators import EqualOp


@dataclass(frozen=True, eq=False)
class Formula:
    """A Python function as it was defined; the macro's bindings are the names that its statements take from around it.

    There is no `body` where only the parameters are known.  `is_only` says that its name stands for nothing else in the file.
    """

    macro: ScriptMacro
    body: Sequence[ast.stmt]
    is_only: bool

    def __call__(self, *args: object, **kwargs: object) -> Any:
        raise TypeError(f"`{self.macro.name}` was read and not defined; only a script can call it")


def formula(context: Context, node: ast.FunctionDef, is_visible: bool) -> Formula | None:
    """The formula of a Python function, None when decorators may have changed it; of one with statements that are not read, or without a result, the parameters alone.

    `is_visible` says that functions further inside see it under its name: those of a class do not.
    """
    if node.decorator_list:
        return None
    is_only = is_visible and is_bound_once(node.name, context.source.text)
    parts = parts_of(node)
    body = node.body
    if not _is_readable(body) or any(isinstance(part, _UNREADABLE) for part in parts):
        parts, body = (), ()
    macro = ScriptMacro(
        node.name,
        node,
        context.source,
        context.first_line,
        context.environment,
        bindings=tuple(_taken(context, node, parts)),
    )
    return Formula(macro, body, is_only)


def seen_among(several: Container[str], name: str, value: object) -> object:
    """The value of a name at the top of a file in which the names of `several` may stand for more than one thing: a helper knows whether its own does."""
    if not isinstance(value, Formula) or not value.is_only or name not in several:
        return value
    return replace(value, is_only=False)


def _is_readable(body: Sequence[ast.stmt]) -> bool:
    """Whether all statements are of kinds that are read, and one of them gives a result or demands something of the parameters."""
    gives = False
    for statement in statements_in(body):
        if type(statement) not in _STEPS:
            return False
        demands = isinstance(statement, (ast.Raise, ast.Assert))
        gives = gives or demands or (isinstance(statement, ast.Return) and statement.value is not None)
    return gives


def _taken(context: Context, node: ast.FunctionDef, parts: Sequence[ast.AST]) -> list[tuple[str, Binding]]:
    """The names among the parts of a function that are not its parameters, with what they mean where it is defined."""
    own = {part.arg for part in parts_of(node.args) if isinstance(part, ast.arg)}
    names = {part.id for part in parts if isinstance(part, ast.Name)} - own
    found = [(name, context.scopes.find(name) or context.captured(name)) for name in sorted(names)]
    return [
        (name, kept(context, name, binding))
        for name, binding in found
        if binding is not None and binding.value is not MISSING
    ]


def fits(context: Context, node: ast.Call, called: Formula, args: list[object], keywords: dict[str, object]) -> bool:
    """Whether a call may fit the parameters; one that cannot is reported, with a note at the definition."""
    spread = any(isinstance(arg, ast.Starred) for arg in node.args) or any(each.arg is None for each in node.keywords)
    if spread or not called.is_only or not _is_certain(context, node, called):
        return True
    parameters = signature(called.macro.node)
    try:
        parameters.bind(*args, **keywords)
    except TypeError:
        macro = called.macro
        place = name_place(positions(macro.source, macro.first_line), macro.source, macro.node)
        notes = (Note(f"`{macro.name}` is defined here", Span(macro.source, *place)),)
        report_misfit(context, context.text(node.func), parameters, args, keywords, node, node, notes)
        return False
    return True


def _is_certain(context: Context, node: ast.Call, called: Formula) -> bool:
    """Whether it is known that this function is called so: under another name, what is unknown may have chosen it, and may choose among the calls."""
    named = isinstance(node.func, ast.Name) and node.func.id == called.macro.name
    return named or context.world is None or not context.world.asked


def call_formula(
    context: Context, node: ast.Call, called: Formula, args: list[object], keywords: dict[str, object]
) -> object:
    """The value of a call."""
    if is_too_deep(context, called.macro):
        return context.unknown()
    spend(EXPANDED)
    try:
        bound = signature(called.macro.node).bind(*args, **keywords)
    except TypeError:
        return context.unknown()
    with inside(context, node, called.macro) as inner, context.reports.only(_told_of(context, called)):
        bind_parameters(inner, called.macro, bound.arguments)
        value = _run(inner, called.body)
    if value is UNKNOWN or value is _GOES_ON or inner.gaps.count:
        return context.unknown()
    context.record(node, value)
    return value


def _told_of(context: Context, called: Formula) -> frozenset[str]:
    """The codes of what is reported at a call; of a function in the same definition as the script, names and members are reported where they stand, see `python_around`."""
    return _OF_VALUES if called.macro.source is context.source else _OF_FORMULAS


# What no condition that is not read makes right.
_OF_VALUES: Final = frozenset(CATALOGUE[code].name for code in ("rank-mismatch", "index-type", "unknown-attribute"))
_OF_FORMULAS: Final = _OF_VALUES.union(
    CATALOGUE[code].name for code in ("undefined-name", "unknown-member", "missing-argument", "unexpected-argument")
)


def _run(context: Context, body: Sequence[ast.stmt]) -> object:
    """The result that a suite returns, `_GOES_ON` when it comes to its end; `UNKNOWN` when that cannot be told."""
    for statement in body:
        count_step(context)
        result = _STEPS[type(statement)](context, statement)
        if result is not _GOES_ON:
            return result
    return _GOES_ON


def _return(context: Context, node: ast.Return) -> object:
    return None if node.value is None else evaluate(context, node.value)


def _assign(context: Context, node: ast.Assign | ast.AnnAssign) -> object:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    if node.value is None:
        return _GOES_ON
    if not all(isinstance(target, (ast.Name, ast.Tuple, ast.List)) for target in targets):
        return UNKNOWN
    value = evaluate(context, node.value)
    for target in targets:
        unpack(context, target, value, _bind)
    return _GOES_ON


def _bind(context: Context, name: ast.Name, value: object) -> None:
    place = context.place(name)
    context.bind(SymbolKind.PYTHON, name.id, place, place, value)


def _augment(context: Context, node: ast.AugAssign) -> object:
    if not isinstance(node.target, ast.Name):
        return UNKNOWN
    load = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
    value = apply_binary(
        context, node.op, evaluate(context, load), evaluate(context, node.value), load, node.value, node
    )
    _bind(context, node.target, value)
    return _GOES_ON


def _if(context: Context, node: ast.If) -> object:
    holes = context.gaps.count
    condition = evaluate(context, node.test)
    world = context.world
    if world is not None and (condition is UNKNOWN or of_unknowns(world, condition)):
        context.gaps.count = holes
        condition = truth(context, world, node.test, prefers(node.body, node.orelse))
    if world is not None and (fails(node.body) or fails(node.orelse)):
        require(context, world, node.test, not fails(node.body))
    if condition is UNKNOWN or isinstance(condition, (Expr, EqualOp)):
        return UNKNOWN
    return _run(context, node.body if condition else node.orelse)


def _for(context: Context, node: ast.For) -> object:
    values = iterate(context, evaluate(context, node.iter), node.iter)
    if values is UNKNOWN or node.orelse:
        return UNKNOWN
    for value in values:
        unpack(context, node.target, value, _bind)
        result = _run(context, node.body)
        if result is not _GOES_ON:
            return result
    return _GOES_ON


def _expression(context: Context, node: ast.Expr) -> object:
    value = evaluate(context, node.value)
    return UNKNOWN if value is UNKNOWN or isinstance(value, Frame) else _GOES_ON


def _assert(context: Context, node: ast.Assert) -> object:
    if context.world is not None:
        require(context, context.world, node.test, True)
    return _GOES_ON


def _nothing(context: Context, node: ast.stmt) -> object:
    return _GOES_ON


def _raise(context: Context, node: ast.Raise) -> object:
    return UNKNOWN


_GOES_ON: Final = object()
_UNREADABLE = (ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr, ast.Break, ast.Continue, ast.Global, ast.Nonlocal)
_STEPS: Mapping[type[ast.stmt], Callable[[Context, Any], object]] = {
    ast.Return: _return,
    ast.Assign: _assign,
    ast.AnnAssign: _assign,
    ast.AugAssign: _augment,
    ast.If: _if,
    ast.For: _for,
    ast.Expr: _expression,
    ast.Raise: _raise,
    ast.Assert: _assert,
    ast.Pass: _nothing,
}


def meaning(called: Formula) -> tuple[str, list[tuple[str, object]]]:
    """The text of the function and the values of the names in it: two functions that agree in both give the same."""
    macro = called.macro
    if not called.body:
        return f"def {macro.name}({ast.unparse(macro.node.args)}){called.is_only}", []
    start, end = positions(macro.source, macro.first_line)(macro.node)
    text = macro.source.text[start:end] or ast.dump(macro.node)
    return f"{text}{called.is_only}", [(name, binding.value) for name, binding in macro.bindings]
