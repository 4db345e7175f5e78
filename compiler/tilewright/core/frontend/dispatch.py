"""Which function reads which kind of syntax node, by dialect: `@dispatch.register(token="tir", type_name="For")`.

The token of a dialect is an attribute `dispatch_token` of its decorator.  Handlers are called as `handler(parser, node)` with a `DialectParser` and a
canonical node of `doc`.  The dialect "tir" is our own table of rules; a registered handler goes before the table's.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from tilewright.core.frontend import doc
from tilewright.core.frontend.context import Context, Rule, StatementTable
from tilewright.core.frontend.evaluate import evaluate
from tilewright.core.frontend.source_map import SymbolKind
from tilewright.core.frontend.statements import visit_suite
from tilewright.core.frontend.unknown import UNKNOWN

ParseMethod = Callable[["DialectParser", Any], Any]
MethodT = TypeVar("MethodT", bound=ParseMethod)

DEFAULT: Final = "default"
_REGISTERED: dict[tuple[str, str], ParseMethod] = {}  # what programs add; written one item at a time
_BUILT_IN: dict[str, Mapping[type, Rule]] = {}


def register(token: str, type_name: str) -> Callable[[MethodT], MethodT]:
    """Let the decorated function read nodes called `type_name` ("For", "FunctionDef", ...) in the dialect `token`."""

    def decorate(method: MethodT) -> MethodT:
        _REGISTERED[token, type_name] = method
        return method

    return decorate


def has_dialects() -> bool:
    """Whether a program has added a dialect."""
    return bool(_REGISTERED)


def get(token: str, type_name: str, default: object = None) -> ParseMethod | Any:
    """The function that reads such nodes in that dialect, or `default`."""
    found = _REGISTERED.get((token, type_name))
    if found is not None:
        return found
    rule = _BUILT_IN.get(token, {}).get(getattr(ast, type_name, type(None)))
    if rule is not None:
        return lambda parser, node: rule(parser.context, doc.from_doc(node))
    return _REGISTERED.get((DEFAULT, type_name), default)


def provide(token: str, rules: Mapping[type, Rule]) -> None:
    """Give a dialect its own table of rules for nodes of `ast`."""
    _BUILT_IN[token] = rules


def statements_of(token: str) -> StatementTable:
    """The rules for statements of a dialect: its own, and those registered for it."""
    return StatementTable(token, _rules_of(token))


def _rules_of(token: str) -> Mapping[type, Rule]:
    own = _BUILT_IN.get(token, {})
    added = [name for known, name in tuple(_REGISTERED) if known in (token, DEFAULT) and hasattr(ast, name)]
    if not added and own:
        return own
    unsupported = {kind: _unsupported for kind in ast.stmt.__subclasses__()}
    return {**unsupported, **own, **{getattr(ast, name): _rule(token, name) for name in added}}


def _rule(token: str, name: str) -> Rule:
    """A registered function as a rule of the parser."""

    def rule(context: Context, node: object) -> Any:
        method = _REGISTERED.get((token, name)) or _REGISTERED[DEFAULT, name]
        return method(DialectParser(context, token), doc.to_doc(node))

    return rule


def _unsupported(context: Context, node: ast.stmt) -> None:
    context.report("unsupported-statement", f"`{type(node).__name__}` cannot be used in this dialect", node)


def token_of(context: Context, node: ast.FunctionDef | ast.ClassDef) -> str | None:
    """The token of the dialect that a decorator gives a definition, None when it is none that was registered."""
    for decorator in node.decorator_list:
        function = decorator.func if isinstance(decorator, ast.Call) else decorator
        with context.silence():
            value = evaluate(context, function) if isinstance(function, (ast.Name, ast.Attribute)) else UNKNOWN
        token = getattr(value, "dispatch_token", None)
        if isinstance(token, str) and (token, type(node).__name__) in _REGISTERED:
            return token
    return None


def visit_definition(context: Context, node: ast.FunctionDef | ast.ClassDef, token: str) -> object:
    """Read a definition of a registered dialect; what its handler returns, else what it built, None when that is nothing."""
    with context.derived(statements=statements_of(token)).building() as inner:
        parser = DialectParser(inner, token)
        try:
            made = _REGISTERED[token, type(node).__name__](parser, doc.to_doc(node))
        except Exception as error:
            context.report("host-error", f"reading `{node.name}` failed: {error}", context.place(node))
            made = None
        return inner.builder.result if made is None else made


class VarTable:
    """The names of the script, as handlers see them: frames of names, innermost last."""

    def __init__(self, context: Context) -> None:
        self._context = context

    @contextmanager
    def with_frame(self) -> Generator[None]:
        """Names added inside are dropped at the end."""
        self._context.scopes.enter()
        try:
            yield
        finally:
            self._context.scopes.leave()

    def add(self, name: str, value: object, allow_shadowing: bool = False) -> None:
        """Let `name` mean `value`; raises `ValueError` when it means something in this frame already."""
        if not allow_shadowing and self._context.scopes.find_here(name) is not None:
            raise ValueError(f"Variable already defined in the current scope: {name}")
        self._context.bind(SymbolKind.PYTHON, name, (-1, -1), (-1, -1), value)

    def get(self) -> dict[str, Any]:
        """Every name with its value."""
        scopes = self._context.scopes
        return {name: binding.value for name in scopes.names() if (binding := scopes.find(name)) is not None}

    def exist(self, value: object) -> bool:
        """Whether a name means `value`."""
        return any(found is value for found in self.get().values())


class DialectParser:
    """The parser as handlers of a dialect see it."""

    def __init__(self, context: Context, token: str) -> None:
        self.context = context
        self.token = token
        self.var_table = VarTable(context)

    def visit(self, node: object) -> Any:
        """Read a node, or each of a list, by the handlers of the dialect."""
        if isinstance(node, list):
            return self.visit_body(node)
        if isinstance(node, (doc.CLASSES["expr"],)):
            return self.eval_expr(node)
        visit_suite(self.context, [doc.from_doc(node)])
        return None

    def visit_body(self, node: list[object]) -> None:
        """Read statements one after another."""
        visit_suite(self.context, doc.from_doc(node))

    def eval_expr(self, node: object, extra_vars: Mapping[str, object] | None = None) -> Any:
        """The value of an expression; `extra_vars` are further names it may use."""
        with self.var_table.with_frame():
            for name, value in (extra_vars or {}).items():
                self.var_table.add(name, value, allow_shadowing=True)
            return evaluate(self.context, doc.from_doc(node))

    @contextmanager
    def with_dispatch_token(self, token: str) -> Generator[None]:
        """The suite inside is read in another dialect."""
        before = self.token, self.context
        self.token, self.context = token, self.context.derived(statements=statements_of(token))
        try:
            yield
        finally:
            self.token, self.context = before

    def report_error(self, node: object, err: Exception | str) -> None:
        """Report a mistake of the user's at `node`."""
        self.context.report("host-error", str(err), doc.from_doc(node))


__all__ = [
    "DEFAULT",
    "DialectParser",
    "ParseMethod",
    "VarTable",
    "get",
    "provide",
    "register",
    "statements_of",
    "token_of",
]
