"""Mistakes in the Python around scripts that hold whatever it computes: names that nothing defines, members that a namespace of the script lacks, calls that its functions do not take.

Looked at are the functions and classes of a file that hold scripts; helpers beside them are read where a script calls them, see `formulas`.
The scripts themselves, what a `try` guards, and text that could not be read are left out.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator
from typing import Any, Final

from tilewright.core.base.names import nearest
from tilewright.core.builder.dialects import member_called
from tilewright.core.builder.namespace import IR, TIR, Namespace
from tilewright.core.builder.relax_namespace import RELAX
from tilewright.core.frontend.context import Context
from tilewright.core.frontend.environment import is_ours
from tilewright.core.frontend.evaluate import evaluate
from tilewright.core.frontend.formulas import Formula
from tilewright.core.frontend.macros import signature
from tilewright.core.frontend.misfits import report_misfit_of_text, signature_of
from tilewright.core.frontend.roles import may_give_role
from tilewright.core.frontend.tree_parts import children_of, decorators_of, parameters_in, parts_of
from tilewright.core.frontend.unknown import UNKNOWN

_DEFINITIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
# What makes names that no text defines, or asks whether they are defined.
_UNSEEN: Final = frozenset({"exec", "eval", "globals", "locals", "vars", "hasattr", "setattr"})
# Decorators that leave a function what Python makes of it, by their first name.
_PLAIN: Final = frozenset(
    {"functools", "lru_cache", "cache", "staticmethod", "classmethod", "property", "contextmanager", "dataclass"}
)


def check_python(context: Context, statements: Iterable[ast.stmt]) -> None:
    """Report what is wrong in the plain Python of the statements at the top of a source, which have been read."""
    for statement in statements:
        if isinstance(statement, _DEFINITIONS) and "@" in context.source.text:
            around = _Around(statement)
            if around.has_script and around.loads.keys().isdisjoint(_UNSEEN):
                _check(context, around)
                _check_names(context, around)
                if isinstance(statement, ast.ClassDef):
                    _check_attributes(context, statement)


def _check(context: Context, around: _Around) -> None:
    spaces = {name for name in around.mentioned if name not in around.bound and _is_space(_meaning(context, name))}
    with context.recorder.paused():
        for node in around.members:
            if isinstance(node.value, ast.Name) and node.value.id in spaces:
                _check_member(context, node, _meaning(context, node.value.id))
        for node in around.calls:
            function = node.func
            if isinstance(function, ast.Attribute) and getattr(function.value, "id", None) in spaces:
                _check_call(context, node, function)
            elif isinstance(function, ast.Name) and function.id not in around.bound and spaces:
                called = _meaning(context, function.id)
                if type(called) is Formula and called.is_only:
                    report_misfit_of_text(context, node, signature(called.macro.node))


class _Around:
    """The mentions in a statement of Python outside of the scripts in it: names that are read and where, attributes and calls; `bound` are the names that it binds anywhere."""

    def __init__(self, statement: ast.stmt) -> None:
        self.loads: dict[str, ast.Name] = {}
        self.members: list[ast.Attribute] = []
        self.calls: list[ast.Call] = []
        self.bound: set[str] = set()
        self.has_script = False
        pending: list[tuple[ast.AST, bool]] = [(statement, True)]
        while pending:
            node, is_sure = pending.pop()
            self.bound.update(_bound_by(node))
            pending += self._parts(node, is_sure)

    @property
    def mentioned(self) -> set[str]:
        """The names of which an attribute is asked."""
        return {node.value.id for node in self.members if isinstance(node.value, ast.Name)}

    def _parts(self, node: ast.AST, is_sure: bool) -> Iterator[tuple[ast.AST, bool]]:
        """The parts of a node that are plain Python, and whether a mistake in them is one for certain."""
        if isinstance(node, _DEFINITIONS):
            decorators = decorators_of(node)
            if any(may_give_role(each) and _first_name(each) not in _PLAIN for each in decorators):
                self.has_script = True
                return
            is_sure = is_sure and all(_first_name(each) in _PLAIN for each in decorators)
        if is_sure:
            self._note(node)
        guarded = node.body if isinstance(node, ast.Try) and node.handlers else ()
        annotations = _annotations_of(node)
        for part in children_of(node):
            if part not in annotations:
                yield part, is_sure and part not in guarded

    def _note(self, node: ast.AST) -> None:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            self.loads.setdefault(node.id, node)
        elif isinstance(node, ast.Attribute):
            self.members.append(node)
        elif isinstance(node, ast.Call):
            self.calls.append(node)


def _annotations_of(node: ast.AST) -> tuple[ast.AST | None, ...]:
    """Annotations, which may be left for later."""
    if isinstance(node, (ast.arg, ast.AnnAssign)):
        return (node.annotation,)
    return (node.returns,) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) else ()


def _bound_by(node: ast.AST) -> Iterator[str]:
    """The names that a node itself binds."""
    if isinstance(node, ast.Name):
        if not isinstance(node.ctx, ast.Load):
            yield node.id
    elif isinstance(node, _DEFINITIONS):
        yield node.name
    elif isinstance(node, ast.arguments):
        yield from (parameter.arg for parameter in parameters_in(node))
    elif isinstance(node, ast.alias):
        yield (node.asname or node.name).split(".")[0]
    elif isinstance(node, (ast.Global, ast.Nonlocal)):
        yield from node.names
    else:  # `except E as name`, patterns and parameters of types
        for name in (getattr(node, "name", None), getattr(node, "rest", None)):
            if isinstance(name, str):
                yield name


def _first_name(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _meaning(context: Context, name: str) -> Any:
    """The value of a name at the top of the file, None of one that is not defined there."""
    binding = context.scopes.find(name) or context.captured(name)
    return None if binding is None else binding.value


def _is_space(value: object) -> bool:
    return isinstance(value, Namespace)


def _check_member(context: Context, node: ast.Attribute, space: Namespace) -> None:
    """A member that no namespace of the script has, and that is called almost as one is: Python sees more in the modules than scripts do."""
    spaces = (space, TIR, RELAX, IR)
    known = {name for each in spaces for name in each.members}
    if all(member_called(each, node.attr) is None for each in spaces) and nearest(node.attr, known) is not None:
        evaluate(context, node)


def _check_call(context: Context, node: ast.Call, function: ast.Attribute) -> None:
    with context.silence():
        called = evaluate(context, function)
    if called is not UNKNOWN and is_ours(called):
        report_misfit_of_text(context, node, signature_of(called))


def _check_names(context: Context, around: _Around) -> None:
    for name, node in around.loads.items():
        if name in around.bound or hasattr(builtins, name) or name.startswith("__") or name in _OF_NOTEBOOKS:
            continue
        if context.scopes.find(name) is None and context.captured(name) is None:
            known = {*around.bound, *context.scopes.names(), *context.recorder.names(context.environment)}
            hint, fixes = context.suggestion(name, sorted(known), node)
            context.report("undefined-name", f"`{name}` is not defined here{hint}", node, fixes=fixes)


_OF_NOTEBOOKS: Final = frozenset({"get_ipython", "display", "reveal_type"})


def _check_attributes(context: Context, node: ast.ClassDef) -> None:
    """Attributes of `self` that no method sets, and that are called almost as one that is: nothing but this class gives its instances any."""
    if node.bases or node.keywords or node.decorator_list:
        return
    selves = {each.args.args[0].arg for each in node.body if isinstance(each, ast.FunctionDef) and each.args.args}
    parts = parts_of(node)
    own = [
        part
        for part in parts
        if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id in selves
    ]
    known = {part.attr for part in own if not isinstance(part.ctx, ast.Load)}.union(*map(_bound_by, node.body))
    if any(name.startswith("__") and name not in _HARMLESS for name in known):
        return
    given = known.union(*map(_bound_by, parts))
    told: set[str] = set()
    for part in own:
        if part.attr in given or part.attr in told or part.attr.startswith("__"):
            continue
        _, end = context.place(part)
        hint, fixes = context.suggestion(part.attr, sorted(known), (end - len(part.attr), end))
        if hint:
            told.add(part.attr)
            sentence = f"nothing gives an instance of `{node.name}` the attribute `{part.attr}`{hint}"
            context.report("unknown-attribute", sentence, (end - len(part.attr), end), fixes=fixes)


# Methods that give no attributes.
_HARMLESS: Final = frozenset({"__init__", "__call__", "__repr__", "__str__", "__hash__", "__eq__", "__len__"})
