"""Python around the script: module level, and functions and classes in which decorated definitions stand.

Nothing of it is executed.  Imports of ours and constants are understood, other names become `UNKNOWN`, and definitions of the script are read
wherever they stand.  Mistakes in this Python are not ours to report.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from typing import Any

from tilewright.core.base.source import Source
from tilewright.core.builder.namespace import Namespace
from tilewright.core.dialects import HYBRID
from tilewright.core.frontend.changed_values import forget_changed
from tilewright.core.frontend.context import Context, StatementTable
from tilewright.core.frontend.decisions import fails, prefers, quiet_value, require, truth
from tilewright.core.frontend.dialects import in_dialect
from tilewright.core.frontend.dispatch import has_dialects, token_of, visit_definition
from tilewright.core.frontend.environment import FunctionName, Static
from tilewright.core.frontend.expressions import EXPRESSIONS
from tilewright.core.frontend.formulas import Formula, formula
from tilewright.core.frontend.free_uses import path_of, stored_names
from tilewright.core.frontend.imported_files import name_from_file, names_from_file
from tilewright.core.frontend.imports import OTHER_LANGUAGE, ROOTS, imported, of_other_language
from tilewright.core.frontend.limits import limited
from tilewright.core.frontend.macros import defined_macro
from tilewright.core.frontend.module_class import visit_module_class
from tilewright.core.frontend.needed_names import may_demand
from tilewright.core.frontend.positions import name_place
from tilewright.core.frontend.readings import read_in_worlds
from tilewright.core.frontend.relax_function import visit_relax_function
from tilewright.core.frontend.roles import DIALECT, is_checked, macro_hygiene, may_give_role, role, role_of
from tilewright.core.frontend.source_map import SymbolKind
from tilewright.core.frontend.suites import statements_in
from tilewright.core.frontend.targets import target_names, unpack
from tilewright.core.frontend.text_sizes import type_variable
from tilewright.core.frontend.tir_function import definition_place, visit_prim_func
from tilewright.core.frontend.tree_parts import children_of, decorators_of, parameters_in, parts_of
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.frontend.world import World

_SIMPLE = (
    ast.Constant, ast.Name, ast.Tuple, ast.List, ast.Dict, ast.BinOp, ast.UnaryOp, ast.Attribute, ast.Subscript, ast.Call, ast.keyword,
    ast.operator, ast.unaryop, ast.expr_context, ast.Slice, ast.IfExp, ast.Compare, ast.cmpop, ast.BoolOp, ast.boolop, ast.JoinedStr,
    ast.FormattedValue, ast.Starred, ast.ListComp, ast.GeneratorExp, ast.DictComp, ast.comprehension,
)  # fmt: skip


class Host:
    """The result of reading the Python around the script: the values of its definitions by qualified name, and whether to verify them.

    `is_sure` says that what is being read runs for certain: it stands under no condition; `in_class` that it is part of a class of Python's.
    """

    def __init__(self, context: Context, check: bool, roles: Mapping[str, tuple[str, dict[str, object]]]) -> None:
        self.context = context
        self.check = check
        self.roles = roles
        self.values: dict[str, object] = {}
        self.path: tuple[str, ...] = ()
        self.is_sure = True
        self.in_class = False

    def role(self, node: ast.FunctionDef | ast.ClassDef) -> tuple[str | None, dict[str, Any]]:
        """The role that its decorators give a definition."""
        known = None if self.path else self.roles.get(node.name)
        if known is None and not (self.shows_python or any(map(may_give_role, decorators_of(node)))):
            return None, {}
        return known or role(self.context, node)

    @property
    def shows_python(self) -> bool:
        """Whether the places of names in plain Python will be asked for."""
        return self.context.environment.shows_python

    def keep(self, name: str, value: object) -> None:
        """Keep the value of a definition under its qualified name."""
        if value is not None and (self.context.world is None or self.context.world.is_first):
            self.values[".".join((*self.path, name))] = value

    @contextmanager
    def within(self, context: Context) -> Generator[None]:
        """Inside, what is read is read in this context."""
        before, self.context = self.context, context
        try:
            yield
        finally:
            self.context = before


def visit_host(host: Host, statements: Sequence[ast.stmt]) -> bool:
    """Read a suite of Python statements; whether it comes to its end, in a world."""
    world, recorder = host.context.world, host.context.recorder
    recording, since = recorder.recording, 0 if world is None else len(world.trail)
    for position, statement in enumerate(statements):
        if world is not None:
            if world.is_misfit:
                return False
            recorder.recording = world.reach(statement, recording)
        ends = _visit(host, statement) is False
        recorder.recording = recording
        if world is not None and (ends or isinstance(statement, (ast.Return, ast.Raise))):
            world.skip(list(statements[position + 1 :]), since)
            return False
    return True


def _visit(host: Host, statement: ast.stmt) -> object:
    """Read one statement; False when what follows it is not reached."""
    rule = _HOST.get(type(statement))
    if rule is None or not isinstance(statement, _SIMPLE_STATEMENTS):
        return rule and rule(host, statement)
    with limited(host.context, host.context.place(statement), "this statement"):
        return rule(host, statement)
    return None


_SIMPLE_STATEMENTS = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr)


def _define(
    host: Host, name: str, node: ast.AST, statement: ast.stmt, value: object, asked: tuple[str, ...] = ()
) -> None:
    context = host.context
    start, end = context.place(node)
    if isinstance(node, ast.alias) and node.asname is not None:
        start = end - len(node.asname)
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        start, end = name_place(context.place, context.source, node)
    symbol = context.bind(SymbolKind.PYTHON, name, (start, end), context.place(statement), value)
    if asked and context.world is not None:
        context.world.originate(symbol, asked)


def _import(host: Host, node: ast.Import) -> None:
    for alias in node.names:
        first = alias.name.split(".")[0]
        whole = imported(alias.name) if alias.asname is not None else imported(first)
        if whole is UNKNOWN and of_other_language(alias.name, alias.asname):
            whole = OTHER_LANGUAGE
        _define(host, alias.asname or first, alias, node, whole)


def _import_from(host: Host, node: ast.ImportFrom) -> None:
    module = node.module or ""
    for alias in node.names:
        if alias.name == "*":
            _import_all(host, module, alias, node)
            continue
        value = UNKNOWN if node.level else imported(module, alias.name)
        environment = host.context.environment
        is_foreign = environment.recorded and module.split(".")[0] not in ROOTS
        if value is UNKNOWN and is_foreign and environment.may_need(alias.asname or alias.name):
            value = name_from_file(host.context.source.name, module, node.level, alias.name, top_names)
        if value is UNKNOWN and not node.level and of_other_language(f"{module}.{alias.name}", alias.asname):
            value = OTHER_LANGUAGE
        _define(host, alias.asname or alias.name, alias, node, value)


def _import_all(host: Host, module: str, alias: ast.alias, node: ast.ImportFrom) -> None:
    """All names of one of our namespaces; of any other module names that we cannot know."""
    namespace = imported(module) if module.split(".")[0] in ROOTS else UNKNOWN
    members = getattr(namespace, "members", None)
    if members is None:
        environment = host.context.environment
        if environment.recorded and module.split(".")[0] not in ROOTS and environment.may_need("*"):
            names = names_from_file(host.context.source.name, module, node.level, top_names)
            for name, value in names.items():
                if value is not UNKNOWN and name[:1] != "_":
                    _define(host, name, alias, node, value)
        _define(host, "*", alias, node, UNKNOWN)
        return
    for name, member in members.items():
        _define(host, name, alias, node, member.value)


def _assign(host: Host, node: ast.Assign | ast.AnnAssign) -> None:
    context, world = host.context, host.context.world
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    since = 0 if world is None else len(world.trail)
    value = type_variable(node.value) or (UNKNOWN if node.value is None else _assigned_value(context, node, node.value))
    asked = () if world is None else tuple(world.trail[since:])
    forget_changed(context, node)
    for target in targets:
        if host.is_sure and not host.path and isinstance(target, ast.Name):
            _warn_of_shadowing(context, target, value)
        if isinstance(target, (ast.Name, ast.Tuple, ast.List)):
            with context.silence():
                unpack(context, target, value, lambda _, name, part: _define(host, name.id, name, node, part, asked))


def _assigned_value(context: Context, node: ast.Assign | ast.AnnAssign, value: ast.expr) -> object:
    """The value that an assignment gives to its names.  In a world, names on which no script depends ask nothing of it: their values are for editors."""
    world = context.world
    if isinstance(value, ast.Lambda):
        return _assigned_lambda(context, node, value)
    if world is None or _may_matter(world, node):
        return constant(context, _converted(value))
    return constant(context.derived(world=None), _converted(value)) if context.environment.shows_python else UNKNOWN


def _assigned_lambda(context: Context, node: ast.Assign | ast.AnnAssign, value: ast.Lambda) -> object:
    """A lambda that gets a name is a function of that name."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    name = targets[0].id if len(targets) == 1 and isinstance(targets[0], ast.Name) else ""
    if not name or not context.environment.recorded or not _may_need(context, name):
        return UNKNOWN
    result = ast.copy_location(ast.Return(value.body), value.body)
    function = ast.FunctionDef(name=name, args=value.args, body=[result], decorator_list=[])
    return formula(context, ast.copy_location(function, value), True) or UNKNOWN


def _may_matter(world: World, node: ast.Assign | ast.AnnAssign) -> bool:
    """Whether a script may depend on a name that is assigned, or something is demanded of what is assigned."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    names = [name for target in targets for name in target_names(target)]
    return any(name.id in world.needed for name in names) or any(map(may_demand, parts_of(node)))


def _converted(value: ast.expr) -> ast.expr:
    """The `x` of `tvm.runtime.convert(x)`, which makes an expression of a number."""
    called = value.func if isinstance(value, ast.Call) and len(value.args) == 1 and not value.keywords else None
    converts = isinstance(called, ast.Attribute) and called.attr == "convert" and path_of(called.value) in _CONVERTING
    return value.args[0] if converts and isinstance(value, ast.Call) else value


_CONVERTING = ("tvm", "tvm.runtime", "runtime")


def _warn_of_shadowing(context: Context, name: ast.Name, value: object) -> None:
    """Warn when a name that is a namespace of the script gets another meaning."""
    before = context.scopes.find(name.id) or context.captured(name.id)
    if before is not None and isinstance(before.value, Namespace) and not isinstance(value, Namespace):
        notes = context.defined_note(before.symbol, f"`{name.id}` is imported here")
        sentence = (
            f"this assignment hides the namespace `{name.id}`, which decorators and later lines need; use another name"
        )
        context.report("shadowed-namespace", sentence, name, notes=notes)


def constant(context: Context, node: ast.expr) -> Any:
    """The value of an expression of literals and names of ours, `UNKNOWN` for any other; nothing of the user's is called."""
    if not isinstance(node, _SIMPLE) or not all([isinstance(part, _SIMPLE) for part in parts_of(node)]):
        return UNKNOWN
    return quiet_value(context, node)


def _function(host: Host, node: ast.FunctionDef) -> None:
    _in_worlds(host, node, _read_function)


def _in_worlds(host: Host, node: Any, read: Callable[[Host, Any], None]) -> None:
    """Read a definition of the top of the file or of a class, in worlds that give values to what is not known."""
    context = host.context
    if context.world is not None or not context.environment.recorded or not _holds_scripts(node):
        read(host, node)
        return

    def visit(inner: Context) -> None:
        with host.within(inner):
            read(host, node)

    read_in_worlds(context, node, visit)


def _holds_scripts(node: ast.AST) -> bool:
    """Whether definitions of the script may stand in a definition, itself among them."""
    kinds = (ast.FunctionDef, ast.ClassDef)
    return any(
        may_give_role(decorator)
        for part in statements_in((node,))
        if isinstance(part, kinds)
        for decorator in decorators_of(part)
    )


def _read_function(host: Host, node: ast.FunctionDef) -> None:
    context = host.context
    found, keywords = host.role(node)
    if found in ("prim_func", "hybrid"):
        with in_dialect(context, HYBRID if found == "hybrid" else keywords.get(DIALECT)) as inner:
            func = visit_prim_func(inner, node, keywords, host.check and is_checked(keywords))
        host.keep(node.name, func)
        _bind_definition(host, node, UNKNOWN if func is None else func)
    elif found == "relax_function":
        made = visit_relax_function(context, node, keywords, host.check and is_checked(keywords))
        host.keep(node.name, made)
        _bind_definition(host, node, UNKNOWN if made is None else made)
    elif found == "macro":
        _bind_definition(host, node, defined_macro(context, node, macro_hygiene(context, node.decorator_list[0])))
    else:
        _other(host, node)


def _other(host: Host, node: ast.FunctionDef | ast.ClassDef) -> None:
    """A definition that is not of ours: of a dialect that was registered, or Python's."""
    token = token_of(host.context, node) if node.decorator_list and (host.shows_python or has_dialects()) else None
    if token is None:
        _define(host, node.name, node, node, UNKNOWN)
        if host.context.world is not None or host.shows_python or _holds_scripts(node):
            _python_function(host, node)
        _keep_formula(host, node)
        return
    made = visit_definition(host.context, node, token)
    host.keep(node.name, made)
    _define(host, node.name, node, node, UNKNOWN if made is None else made)


def _keep_formula(host: Host, node: ast.FunctionDef | ast.ClassDef) -> None:
    """Know the parameters of a function, and what it gives where its statements are read, as that cannot be found out by calling it."""
    context = host.context
    known = context.scopes.find(node.name)
    if not isinstance(node, ast.FunctionDef) or not host.is_sure or not _may_need(context, node.name):
        return
    if known is not None and context.environment.recorded:
        made = formula(context, node, not host.in_class)
        if made is not None:
            context.scopes.bind(node.name, made, known.symbol)


def _may_need(context: Context, name: str) -> bool:
    """Whether a script may depend on a name of the Python around it."""
    return context.environment.may_need(name) if context.world is None else name in context.world.needed


def top_names(source: Source, body: list[ast.stmt]) -> dict[str, Any]:
    """The names at the top of another file, with the values of constants, helpers and macros; its functions of the script are not read."""
    context = Context.of_source(source, Static(), EXPRESSIONS, StatementTable("tir", {}))
    host = Host(context, False, {})
    with context.silence(), context.recorder.paused():
        for statement in body:
            if not isinstance(statement, ast.FunctionDef):
                if isinstance(statement, (ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign)):
                    visit_host(host, [statement])
            elif host.role(statement)[0] == "macro":
                _read_function(host, statement)
            else:
                _define(host, statement.name, statement, statement, UNKNOWN)
                _keep_formula(host, statement)
    found = {name: context.scopes.find(name) for name in context.scopes.names()}
    return {name: binding.value for name, binding in found.items() if binding is not None}


def _bind_definition(host: Host, node: ast.FunctionDef | ast.ClassDef, value: object) -> None:
    """Let a definition's name mean its value; a function or module has its symbol already."""
    context = host.context
    place = name_place(context.place, context.source, node)
    known = next((s for s in reversed(context.recorder.source_map.symbols) if (s.start, s.end) == place), None)
    symbol = known or context.define(SymbolKind.FUNCTION, node.name, place, definition_place(context, node), value)
    context.scopes.bind(node.name, value, symbol)


def _python_function(host: Host, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
    """Look for definitions of the script inside a Python function or class; its parameters are known where an instantiation was chosen."""
    context = host.context
    context.scopes.enter()
    given = context.environment.instantiation(".".join((*host.path, node.name)))
    for parameter in _parameters(node):
        value = _given_value(context, given.get(parameter.arg, UNKNOWN))
        context.bind(SymbolKind.PYTHON, parameter.arg, context.place(parameter), context.place(parameter), value)
    path, in_class = host.path, host.in_class
    host.path, host.in_class = (*path, node.name), isinstance(node, ast.ClassDef)
    visit_host(host, node.body)
    host.path, host.in_class = path, in_class
    context.scopes.leave()


def _given_value(context: Context, value: object) -> object:
    """The value that a parameter is given; of a function that is given by its name, what the name stands for."""
    if not isinstance(value, FunctionName):
        return value
    known = context.captured(value.name)
    return UNKNOWN if known is None else known.value


def _parameters(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> list[ast.arg]:
    return [] if isinstance(node, ast.ClassDef) else parameters_in(node.args)


def _async_function(host: Host, node: ast.AsyncFunctionDef) -> None:
    context = host.context
    if any(role_of(context, decorator) == "prim_func" for decorator in node.decorator_list):
        place = name_place(context.place, context.source, node)
        context.report(
            "unsupported-statement", f"`{node.name}` cannot be `async`: it is a function of the script", place
        )
    _define(host, node.name, node, node, UNKNOWN)
    _in_worlds(host, node, _python_function)


def _class(host: Host, node: ast.ClassDef) -> None:
    with host.context.recorder.paused(), host.context.silence():
        found, _ = host.role(node)
    if found in ("ir_module", "hybrid"):
        _in_worlds(host, node, _read_class)
    else:
        _other(host, node)


def _read_class(host: Host, node: ast.ClassDef) -> None:
    context = host.context
    found, keywords = host.role(node)
    if found in ("ir_module", "hybrid"):
        with in_dialect(context, HYBRID if found == "hybrid" else None) as inner:
            module = visit_module_class(inner, node, host.check and is_checked(keywords))
        host.keep(node.name, module)
        _bind_definition(host, node, UNKNOWN if module is None else module)
    else:
        _other(host, node)


def _if(host: Host, node: ast.If) -> bool | None:
    """A condition of Python's: in a world it has one outcome, and one of the suites is read."""
    context, world = host.context, host.context.world
    if world is None or not world.knows:
        _compound(host, node)
        return None
    since = len(world.trail)
    test = _without_names(host, node)
    holds = truth(context, world, test, prefers(node.body, node.orelse))
    require(context, world, test, holds and not fails(node.body))
    taken, other = (node.body, node.orelse) if holds else (node.orelse, node.body)
    world.skip(other, since)
    ended = visit_host(host, taken) is False
    if not ended:
        for name in stored_names(other):
            if context.scopes.find_here(name.id) is None:
                _define(host, name.id, name, node, UNKNOWN)
    return False if ended else None


def _without_names(host: Host, node: ast.If) -> ast.expr:
    """The condition with the values themselves where it gives them names, `(rest := n % tile) != 0`; the names are defined."""
    named = [part for part in ast.walk(node.test) if isinstance(part, ast.NamedExpr)]
    if not named:
        return node.test
    for part in reversed(named):
        _define(host, part.target.id, part.target, node, constant(host.context, _Unnamed().visit(deepcopy(part.value))))
    return _Unnamed().visit(deepcopy(node.test))


class _Unnamed(ast.NodeTransformer):
    """Puts values in place of assignments to names in an expression."""

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.AST:
        """The value of an assignment."""
        return self.visit(node.value)


def _assert(host: Host, node: ast.Assert) -> None:
    world = host.context.world
    if world is not None and world.knows:
        require(host.context, world, node.test, True)


def _with(host: Host, node: ast.With | ast.AsyncWith) -> bool | None:
    """A suite that is run whatever it is run with."""
    if host.context.world is None:
        _compound(host, node)
        return None
    _define_in_header(host, node, node)
    return visit_host(host, node.body)


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
    for name in _assigned(node):
        _define(host, name.id, name, node, UNKNOWN)


def _assigned(node: ast.AST) -> Iterator[ast.Name]:
    """The names that a statement assigns in its own scope, not in functions, classes and comprehensions inside of it."""
    pending = [node]
    while pending:
        child = pending.pop()
        if isinstance(child, ast.Name):
            if isinstance(child.ctx, ast.Store):
                yield child
        elif child is node or not isinstance(child, _SCOPES):
            pending += children_of(child)[::-1]


_SCOPES = (
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
)


def _define_in_header(host: Host, part: ast.AST, statement: ast.stmt) -> None:
    """The names that a compound statement, or a part of one, defines before its suite runs: `for x in`, `as x`, `case [x]`, `x :=`."""
    pending = [child for child in children_of(part) if not isinstance(child, _SUITES)]
    name = part.name if isinstance(part, ast.ExceptHandler) else None
    if name is not None:
        _define(host, name, part, statement, UNKNOWN)
    while pending:
        child = pending.pop()
        pending += children_of(child)
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
    forget_changed(host.context, node)


def _delete(host: Host, node: ast.Delete) -> None:
    forget_changed(host.context, node)


def _expression(host: Host, node: ast.Expr) -> None:
    """A mention of a name that the file defines counts as a use of it; a list that the statement changes is not known any more."""
    forget_changed(host.context, node)
    if host.context.world is not None and isinstance(node.value, ast.Call):
        _demand(host.context, node.value)
    for part in parts_of(node):
        if isinstance(part, ast.Name):
            binding = host.context.scopes.find(part.id)
            if binding is not None and host.context.recorder.recording:
                host.context.use(binding, part, "read")


def _demand(context: Context, node: ast.Call) -> None:
    """Keep to what a function of the file demands of its arguments, by `assert` or by raising."""
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    binding = context.scopes.find(name) or context.captured(name)
    if binding is not None and isinstance(binding.value, Formula):
        constant(context, node)


_HOST: dict[type[ast.stmt], Callable[[Host, Any], bool | None]] = {
    ast.Import: _import,
    ast.ImportFrom: _import_from,
    ast.Assign: _assign,
    ast.AnnAssign: _assign,
    ast.AugAssign: _forget,
    ast.Delete: _delete,
    ast.FunctionDef: _function,
    ast.AsyncFunctionDef: _async_function,
    ast.ClassDef: _class,
    ast.Expr: _expression,
    ast.If: _if,
    ast.Assert: _assert,
    ast.With: _with,
    ast.AsyncWith: _with,
    **dict.fromkeys((ast.For, ast.AsyncFor, ast.While, ast.Try, ast.Match), _compound),
}
