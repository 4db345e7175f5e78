"""Python around the script: module level, and functions and classes in which decorated definitions stand.

Nothing of it is executed.  Imports of ours and constants are understood, other names become `UNKNOWN`, and definitions of the script are read
wherever they stand.  Mistakes in this Python are not ours to report.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tilewright.core.builder.namespace import Namespace
from tilewright.core.dialects import HYBRID
from tilewright.core.frontend.context import Context
from tilewright.core.frontend.dialects import in_dialect
from tilewright.core.frontend.dispatch import token_of, visit_definition
from tilewright.core.frontend.evaluate import evaluate
from tilewright.core.frontend.formulas import formula
from tilewright.core.frontend.imports import ROOTS, imported
from tilewright.core.frontend.macros import defined_macro
from tilewright.core.frontend.module_class import visit_module_class
from tilewright.core.frontend.positions import name_place
from tilewright.core.frontend.relax_function import visit_relax_function
from tilewright.core.frontend.roles import DIALECT, is_checked, macro_hygiene, role, role_of
from tilewright.core.frontend.source_map import SymbolKind
from tilewright.core.frontend.targets import target_names, unpack
from tilewright.core.frontend.text_sizes import type_variable
from tilewright.core.frontend.tir_function import definition_place, visit_prim_func
from tilewright.core.frontend.unknown import UNKNOWN

_SIMPLE = (
    ast.Constant, ast.Name, ast.Tuple, ast.List, ast.Dict, ast.BinOp, ast.UnaryOp, ast.Attribute, ast.Subscript, ast.Call, ast.keyword,
    ast.operator, ast.unaryop, ast.expr_context, ast.Slice,
)  # fmt: skip


class Host:
    """The result of reading the Python around the script: the values of its definitions by qualified name, and whether to verify them.

    `is_sure` says that what is being read runs for certain: it stands under no condition.
    """

    def __init__(self, context: Context, check: bool, roles: Mapping[str, tuple[str, dict[str, object]]]) -> None:
        self.context = context
        self.check = check
        self.roles = roles
        self.values: dict[str, object] = {}
        self.path: tuple[str, ...] = ()
        self.is_sure = True

    def role(self, node: ast.FunctionDef | ast.ClassDef) -> tuple[str | None, dict[str, Any]]:
        """The role that its decorators give a definition."""
        known = None if self.path else self.roles.get(node.name)
        return known or role(self.context, node)

    def keep(self, name: str, value: object) -> None:
        """Keep the value of a definition under its qualified name."""
        if value is not None:
            self.values[".".join((*self.path, name))] = value


def visit_host(host: Host, statements: Iterable[ast.stmt]) -> None:
    """Read a suite of Python statements."""
    for statement in statements:
        rule = _HOST.get(type(statement))
        if rule is not None:
            rule(host, statement)


def _define(host: Host, name: str, node: ast.AST, statement: ast.stmt, value: object) -> None:
    context = host.context
    start, end = context.place(node)
    if isinstance(node, ast.alias) and node.asname is not None:
        start = end - len(node.asname)
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        start, end = name_place(context.place, context.source, node)
    context.bind(SymbolKind.PYTHON, name, (start, end), context.place(statement), value)


def _import(host: Host, node: ast.Import) -> None:
    for alias in node.names:
        first = alias.name.split(".")[0]
        whole = imported(alias.name) if alias.asname is not None else imported(first)
        _define(host, alias.asname or first, alias, node, whole)


def _import_from(host: Host, node: ast.ImportFrom) -> None:
    module = node.module or ""
    for alias in node.names:
        if alias.name == "*":
            _import_all(host, module, alias, node)
            continue
        value = UNKNOWN if node.level else imported(module, alias.name)
        _define(host, alias.asname or alias.name, alias, node, value)


def _import_all(host: Host, module: str, alias: ast.alias, node: ast.ImportFrom) -> None:
    """All names of one of our namespaces; of any other module names that we cannot know."""
    namespace = imported(module) if module.split(".")[0] in ROOTS else UNKNOWN
    members = getattr(namespace, "members", None)
    if members is None:
        _define(host, "*", alias, node, UNKNOWN)
        return
    for name, member in members.items():
        _define(host, name, alias, node, member.value)


def _assign(host: Host, node: ast.Assign | ast.AnnAssign) -> None:
    context = host.context
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    value = type_variable(node.value) or (UNKNOWN if node.value is None else constant(context, node.value))
    for target in targets:
        if host.is_sure and not host.path and isinstance(target, ast.Name):
            _warn_of_shadowing(context, target, value)
        if isinstance(target, (ast.Name, ast.Tuple, ast.List)):
            with context.silence():
                unpack(context, target, value, lambda _, name, part: _define(host, name.id, name, node, part))


def _warn_of_shadowing(context: Context, name: ast.Name, value: object) -> None:
    """Warn when a name that is a namespace of the script gets another meaning."""
    before = context.scopes.find(name.id) or context.captured(name.id)
    if before is not None and isinstance(before.value, Namespace) and not isinstance(value, Namespace):
        notes = context.defined_note(before.symbol, f"`{name.id}` is imported here")
        sentence = f"`{name.id}` is a namespace of the script, and no longer after this assignment"
        context.report("shadowed-namespace", sentence, name, notes=notes)


def constant(context: Context, node: ast.expr) -> Any:
    """The value of an expression of literals and names of ours, `UNKNOWN` for any other; nothing of the user's is called."""
    if not all(isinstance(part, _SIMPLE) for part in ast.walk(node)):
        return UNKNOWN
    try:
        with context.silence(), context.recorder.paused():
            return evaluate(context.unexecuted(), node)
    except Exception:
        return UNKNOWN


def _function(host: Host, node: ast.FunctionDef) -> None:
    context = host.context
    found, keywords = host.role(node)
    if found in ("prim_func", "hybrid"):
        with in_dialect(context, HYBRID if found == "hybrid" else keywords.get(DIALECT)) as inner:
            func = visit_prim_func(inner, node, keywords, host.check and is_checked(keywords))
        host.keep(node.name, func)
        _bind_definition(host, node, UNKNOWN if func is None else func)
    elif found == "relax_function":
        made = visit_relax_function(context, node, keywords)
        host.keep(node.name, made)
        _bind_definition(host, node, UNKNOWN if made is None else made)
    elif found == "macro":
        _bind_definition(host, node, defined_macro(context, node, macro_hygiene(context, node.decorator_list[0])))
    else:
        _other(host, node)


def _other(host: Host, node: ast.FunctionDef | ast.ClassDef) -> None:
    """A definition that is not of ours: of a dialect that was registered, or Python's."""
    token = token_of(host.context, node) if node.decorator_list else None
    if token is None:
        _define(host, node.name, node, node, UNKNOWN)
        _python_function(host, node)
        _keep_formula(host, node)
        return
    made = visit_definition(host.context, node, token)
    host.keep(node.name, made)
    _define(host, node.name, node, node, UNKNOWN if made is None else made)


def _keep_formula(host: Host, node: ast.FunctionDef | ast.ClassDef) -> None:
    """Know what a function of one `return` gives, where that cannot be found out by calling it."""
    context = host.context
    known = context.scopes.find(node.name)
    if isinstance(node, ast.FunctionDef) and known is not None and host.is_sure and context.environment.recorded:
        made = formula(context, node)
        if made is not None:
            context.scopes.bind(node.name, made, known.symbol)


def _bind_definition(host: Host, node: ast.FunctionDef | ast.ClassDef, value: object) -> None:
    """Let a definition's name mean its value; a function or module has its symbol already."""
    context = host.context
    place = name_place(context.place, context.source, node)
    known = next((s for s in reversed(context.recorder.source_map.symbols) if (s.start, s.end) == place), None)
    symbol = known or context.define(SymbolKind.FUNCTION, node.name, place, definition_place(context, node), value)
    context.scopes.bind(node.name, value, symbol)


def _python_function(host: Host, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
    """Look for definitions of the script inside a Python function or class; its parameters are not known."""
    context = host.context
    context.scopes.enter()
    for parameter in _parameters(node):
        context.bind(SymbolKind.PYTHON, parameter.arg, context.place(parameter), context.place(parameter), UNKNOWN)
    before, host.path = host.path, (*host.path, node.name)
    visit_host(host, node.body)
    host.path = before
    context.scopes.leave()


def _parameters(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> list[ast.arg]:
    if isinstance(node, ast.ClassDef):
        return []
    arguments = node.args
    rest = [item for item in (arguments.vararg, arguments.kwarg) if item is not None]
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *rest]


def _async_function(host: Host, node: ast.AsyncFunctionDef) -> None:
    context = host.context
    if any(role_of(context, decorator) == "prim_func" for decorator in node.decorator_list):
        place = name_place(context.place, context.source, node)
        context.report(
            "unsupported-statement", f"`{node.name}` cannot be `async`: it is a function of the script", place
        )
    _define(host, node.name, node, node, UNKNOWN)
    _python_function(host, node)


def _class(host: Host, node: ast.ClassDef) -> None:
    context = host.context
    found, keywords = host.role(node)
    if found in ("ir_module", "hybrid"):
        with in_dialect(context, HYBRID if found == "hybrid" else None) as inner:
            module = visit_module_class(inner, node, host.check and is_checked(keywords))
        host.keep(node.name, module)
        _bind_definition(host, node, UNKNOWN if module is None else module)
    else:
        _other(host, node)


def _compound(host: Host, node: ast.stmt) -> None:
    """A statement that may or may not run its suites: what they define is read, and then it is not known what was assigned."""
    before, host.is_sure = host.is_sure, False
    _define_in_header(host, node, node)
    for _, value in ast.iter_fields(node):
        for part in value if isinstance(value, list) else ():
            if isinstance(part, ast.stmt):
                visit_host(host, [part])
            elif isinstance(part, (ast.ExceptHandler, ast.match_case)):
                _define_in_header(host, part, node)
                visit_host(host, part.body)
    host.is_sure = before
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            _define(host, part.id, part, node, UNKNOWN)


def _define_in_header(host: Host, part: ast.AST, statement: ast.stmt) -> None:
    """The names that a compound statement, or a part of one, defines before its suite runs: `for x in`, `as x`, `case [x]`, `x :=`."""
    pending = [child for child in ast.iter_child_nodes(part) if not isinstance(child, _SUITES)]
    name = part.name if isinstance(part, ast.ExceptHandler) else None
    if name is not None:
        _define(host, name, part, statement, UNKNOWN)
    while pending:
        child = pending.pop()
        pending += ast.iter_child_nodes(child)
        if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store):
            _define(host, child.id, child, statement, UNKNOWN)
        elif isinstance(child, (ast.MatchAs, ast.MatchStar)) and child.name is not None:
            _define(host, child.name, child, statement, UNKNOWN)
        elif isinstance(child, ast.MatchMapping) and child.rest is not None:
            _define(host, child.rest, child, statement, UNKNOWN)


_SUITES = (ast.stmt, ast.ExceptHandler, ast.match_case)


def _forget(host: Host, node: ast.AugAssign) -> None:
    for name in target_names(node.target):
        _define(host, name.id, name, node, UNKNOWN)


def _expression(host: Host, node: ast.Expr) -> None:
    """A mention of a name that the file defines counts as a use of it."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            binding = host.context.scopes.find(part.id)
            if binding is not None and host.context.recorder.recording:
                host.context.use(binding, part, "read")


_HOST: dict[type[ast.stmt], Callable[[Host, Any], None]] = {
    ast.Import: _import,
    ast.ImportFrom: _import_from,
    ast.Assign: _assign,
    ast.AnnAssign: _assign,
    ast.AugAssign: _forget,
    ast.FunctionDef: _function,
    ast.AsyncFunctionDef: _async_function,
    ast.ClassDef: _class,
    ast.Expr: _expression,
    **dict.fromkeys((ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try, ast.Match), _compound),
}
