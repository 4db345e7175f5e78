"""Scripts in mypy's tree of a file give way to calls of `marks`, so that mypy knows what they make and leaves their text to the compiler.

    @T.prim_func(private=True)
    def f(A: T.Buffer((16,), "float32")): ...       ->      f = marks.prim_func()

A function without decorator whose annotations are calls, as tests of passes have them, becomes `f = marks.other()` in a class; elsewhere it is a
Python function, whose parameters may then be anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from mypy.nodes import (
    ARG_POS,
    AssignmentStmt,
    Block,
    CallExpr,
    ClassDef,
    Context,
    Decorator,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    IfStmt,
    Import,
    ImportAll,
    ImportBase,
    ImportFrom,
    IndexExpr,
    MatchStmt,
    MemberExpr,
    MypyFile,
    NameExpr,
    OverloadedFuncDef,
    Statement,
    StrExpr,
    TryStmt,
    WhileStmt,
    WithStmt,
)
from mypy.types import AnyType, CallableType, RawExpressionType, Type, TypeOfAny, UnboundType

from tilewright_checkers.diagnosed import Mistake
from tilewright_checkers.names import Names

MARKS = "tilewright_checkers.marks"
_LOCAL = "__tilewright_marks"


def replace_scripts(file: MypyFile, mistakes_of: Callable[[str], Iterable[Mistake]]) -> bool:
    """Replace the scripts in `file` and plant calls for the mistakes in them; whether there were any."""
    names = _names(file.imports)
    if not names:
        return False
    replacer = _Replacer(names)
    replacer.block(file.defs)
    found = list(mistakes_of(file.path))
    if not replacer.replaced and not found:
        return False
    _insert(file, [_diagnostic(each) for each in found])
    return True


def _names(imports: Iterable[ImportBase]) -> Names:
    names = Names()
    for each in imports:
        if isinstance(each, Import):
            for module, alias in each.ids:
                names.add_import(module, alias)
        elif isinstance(each, ImportFrom):
            for name, alias in each.names:
                names.add_from(each.id, name, alias)
        elif isinstance(each, ImportAll):
            names.add_from(each.id, "*", None)
    return names


class _Replacer:
    """Goes through the blocks of a file; `replaced` says whether it changed anything."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.replaced = False

    def block(self, body: list[Statement], in_class: bool = False) -> None:
        """Replace the scripts among the statements of a block and inside them."""
        body[:] = [self._replaced(statement, in_class) for statement in body]
        for statement in body:
            for inner in _blocks(statement):
                self.block(inner.body, isinstance(statement, ClassDef))

    def _replaced(self, statement: Statement, in_class: bool) -> Statement:
        kind, name = self._kind(statement), _name(statement)
        function = statement.func if isinstance(statement, Decorator) else statement
        if in_class and isinstance(statement, FuncDef) and self._is_bare_script(statement):
            kind = "other"
        elif isinstance(function, FuncDef) and kind is None and self._has_calls(function):
            self._simplify(function)
            return statement
        if kind is None or name is None:
            return statement
        self.replaced = True
        return _bind(name, kind, statement)

    def _kind(self, statement: Statement) -> str | None:
        if isinstance(statement, Decorator):
            return _first(self.names.function_kind, statement.decorators)
        if isinstance(statement, ClassDef):
            kind = _first(self.names.class_kind, statement.decorators)
            return "other" if kind is not None and statement.base_type_exprs else kind
        if isinstance(statement, OverloadedFuncDef):
            kinds = [self._kind(item) for item in statement.items if isinstance(item, Decorator)]
            return next((kind for kind in kinds if kind is not None), None)
        return None

    def _has_calls(self, function: FuncDef) -> bool:
        signature = function.unanalyzed_type
        if not isinstance(signature, CallableType):
            return False
        return any(self._is_call(each) for each in (*signature.arg_types, signature.ret_type))

    def _is_bare_script(self, function: FuncDef) -> bool:
        """Tests of passes have scripts without decorators in their classes: their annotations are calls, or of a script from the first on, or nothing is taken."""
        signature = function.unanalyzed_type
        if not function.arguments:
            return self._uses_script(function.body)
        if not isinstance(signature, CallableType):
            return False
        first = signature.arg_types[0]
        return self._has_calls(function) or (isinstance(first, UnboundType) and self.names.of_script(first.name))

    def _uses_script(self, block: Block) -> bool:
        return any(
            any(self.names.of_script(_dotted(each)) for each in _expressions(statement))
            or any(self._uses_script(inner) for inner in _blocks(statement))
            for statement in block.body
        )

    def _simplify(self, function: FuncDef) -> None:
        """Let mypy believe anything of a parameter whose annotation is a call."""
        for signature in (function.type, function.unanalyzed_type):
            if isinstance(signature, CallableType):
                signature.arg_types = [self._plain(each) for each in signature.arg_types]
                signature.ret_type = self._plain(signature.ret_type)
                self.replaced = True

    def _plain(self, annotation: Type) -> Type:
        return AnyType(TypeOfAny.special_form) if self._is_call(annotation) else annotation

    def _is_call(self, annotation: Type) -> bool:
        """Whether it is `T.Buffer(...)`, or `T.Buffer[...]` as older programs write it.

        All that mypy keeps of a call is its advice to write brackets instead.
        """
        if isinstance(annotation, RawExpressionType):
            advice = re.search(r"use ([\w.]+)\[", annotation.note or "")
            return advice is not None and self.names.of_script(advice[1])
        return isinstance(annotation, UnboundType) and bool(annotation.args) and self.names.of_script(annotation.name)


def _expressions(statement: Statement) -> list[Expression]:
    """The value that a statement of a script computes, or the scope that it opens."""
    if isinstance(statement, ExpressionStmt):
        return [statement.expr]
    if isinstance(statement, WithStmt):
        return statement.expr
    if isinstance(statement, ForStmt):
        return [statement.expr]
    return [statement.rvalue] if isinstance(statement, AssignmentStmt) else []


def _blocks(statement: Statement) -> list[Block]:
    if isinstance(statement, (FuncDef, WithStmt)):
        return [statement.body]
    if isinstance(statement, Decorator):
        return [statement.func.body]
    if isinstance(statement, ClassDef):
        return [statement.defs]
    if isinstance(statement, OverloadedFuncDef):
        return [block for item in statement.items for block in _blocks(item)]
    if isinstance(statement, (ForStmt, WhileStmt)):
        return _present(statement.body, statement.else_body)
    if isinstance(statement, IfStmt):
        return _present(*statement.body, statement.else_body)
    if isinstance(statement, TryStmt):
        return _present(statement.body, *statement.handlers, statement.else_body, statement.finally_body)
    return list(statement.bodies) if isinstance(statement, MatchStmt) else []


def _present(*blocks: Block | None) -> list[Block]:
    return [block for block in blocks if block is not None]


def _first(kind_of: Callable[[str], str | None], decorators: Iterable[Expression]) -> str | None:
    return next((kind for each in decorators if (kind := kind_of(_dotted(each))) is not None), None)


def _dotted(decorator: Expression) -> str:
    """`T.prim_func` of `T.prim_func` and of `T.prim_func(private=True)`; empty for anything else."""
    if isinstance(decorator, CallExpr):
        return _dotted(decorator.callee)
    if isinstance(decorator, IndexExpr):
        return _dotted(decorator.base)
    if isinstance(decorator, MemberExpr):
        before = _dotted(decorator.expr)
        return f"{before}.{decorator.name}" if before else ""
    return decorator.name if isinstance(decorator, NameExpr) else ""


def _name(statement: Statement) -> str | None:
    if isinstance(statement, Decorator):
        return statement.func.name
    if isinstance(statement, (ClassDef, FuncDef)):
        return statement.name
    if isinstance(statement, OverloadedFuncDef):
        first = statement.items[0]
        return first.func.name if isinstance(first, Decorator) else first.name
    return None


def _bind(name: str, kind: str, place: Context) -> Statement:
    """`name = marks.kind()`."""
    target, call = NameExpr(name), _call(kind, [], place)
    assignment = AssignmentStmt([target], call)
    _put(place, target, assignment)
    return assignment


def _diagnostic(mistake: Mistake) -> Statement:
    place = Context(mistake.line, mistake.column)
    place.end_line, place.end_column = mistake.end_line, mistake.end_column
    message = StrExpr(f"{mistake.message} ({mistake.code})")
    statement = ExpressionStmt(_call("diagnostic", [message], place))
    _put(place, message, statement)
    return statement


def _call(function: str, arguments: list[Expression], place: Context) -> CallExpr:
    marks = NameExpr(_LOCAL)
    callee = MemberExpr(marks, function)
    call = CallExpr(callee, arguments, [ARG_POS] * len(arguments), [None] * len(arguments))
    _put(place, marks, callee, call)
    return call


def _put(place: Context, *nodes: Context) -> None:
    for each in nodes:
        each.set_line(place)


def _insert(file: MypyFile, statements: list[Statement]) -> None:
    """At the top, where everything is reached: the import of the marks, then the statements."""
    marks = Import([(MARKS, _LOCAL)])
    marks.set_line(1, 0)
    marks.is_top_level = True
    file.imports.append(marks)
    file.defs[:0] = [marks, *statements]
