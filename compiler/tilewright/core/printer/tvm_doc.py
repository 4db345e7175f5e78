"""Pieces of a Python text, by the names TVM gives them: expressions, statements, and blocks of statements.

A piece is compared by identity.  `source_paths` says which parts of an object it was printed for, so that `to_python_script` can underline
those; `comment` of a statement is printed beside it, above it, or as its documentation string.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Any

from tilewright.core.ir.access_path import AccessPath
from tilewright.core.ir.expr import FloatImm, IntImm

__all__ = [
    "AssertDoc",
    "AssignDoc",
    "AttrAccessDoc",
    "CallDoc",
    "ClassDoc",
    "CommentDoc",
    "DictDoc",
    "Doc",
    "DocStringDoc",
    "ExprDoc",
    "ExprStmtDoc",
    "ForDoc",
    "FunctionDoc",
    "IdDoc",
    "IfDoc",
    "IndexDoc",
    "LambdaDoc",
    "ListDoc",
    "LiteralDoc",
    "OperationDoc",
    "OperationKind",
    "ReturnDoc",
    "ScopeDoc",
    "SliceDoc",
    "StmtBlockDoc",
    "StmtDoc",
    "TupleDoc",
    "WhileDoc",
]


class Doc:
    """Any piece."""

    def __init__(self) -> None:
        self._source_paths: tuple[AccessPath, ...] = ()

    @property
    def source_paths(self) -> tuple[AccessPath, ...]:
        """The access paths for which the document was printed."""
        return self._source_paths

    @source_paths.setter
    def source_paths(self, paths: Iterable[AccessPath]) -> None:
        self._source_paths = tuple(paths)


class ExprDoc(Doc):
    """An expression."""

    def attr(self, name: str) -> AttrAccessDoc:
        """`self.name`"""
        return AttrAccessDoc(self, name)

    def call(self, *args: ExprDoc, **kwargs: ExprDoc) -> CallDoc:
        """`self(args, key=value)`"""
        return CallDoc(self, *args, **kwargs)

    def __getitem__(self, indices: tuple[ExprDoc, ...] | ExprDoc) -> IndexDoc:
        return IndexDoc(self, indices if isinstance(indices, tuple) else (indices,))

    def __iter__(self) -> Iterator[Any]:
        raise RuntimeError(f"{type(self)} cannot be used as iterable.")


class StmtDoc(Doc):
    """A statement."""

    def __init__(self) -> None:
        super().__init__()
        self._comment: str | None = None

    @property
    def comment(self) -> str | None:
        """The comment of the statement."""
        return self._comment

    @comment.setter
    def comment(self, comment: str | None) -> None:
        self._comment = comment


class StmtBlockDoc(Doc):
    """Statements one below the other."""

    def __init__(self, stmts: Sequence[StmtDoc]) -> None:
        super().__init__()
        self.stmts = tuple(stmts)


class LiteralDoc(ExprDoc):
    """None, a string, a number or a truth value; raises `TypeError` for anything else."""

    def __init__(self, value: str | float | bool | IntImm | FloatImm | None) -> None:
        super().__init__()
        if not isinstance(value, (str, float, int, IntImm, FloatImm)) and value is not None:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"Unsupported type {type(value)} for LiteralDoc")
        self.value = value


class IdDoc(ExprDoc):
    """A name."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


class AttrAccessDoc(ExprDoc):
    """`value.name`"""

    def __init__(self, value: ExprDoc, name: str) -> None:
        super().__init__()
        self.value = value
        self.name = name


class IndexDoc(ExprDoc):
    """`value[indices]`"""

    def __init__(self, value: ExprDoc, indices: Sequence[ExprDoc]) -> None:
        super().__init__()
        self.value = value
        self.indices = tuple(indices)


class CallDoc(ExprDoc):
    """`callee(args, key=value)`"""

    def __init__(self, callee: ExprDoc, *args: ExprDoc, **kwargs: ExprDoc) -> None:
        super().__init__()
        self.callee = callee
        self.args = args
        self.kwargs_keys = tuple(kwargs)
        self.kwargs_values = tuple(kwargs.values())


class OperationKind(IntEnum):
    """Which operator; members that begin with `_` bound the groups."""

    _UnaryStart = 0
    USub = 1
    Invert = 2
    Not = 3
    _UnaryEnd = 4
    _BinaryStart = 5
    Add = 6
    Sub = 7
    Mult = 8
    Div = 9
    FloorDiv = 10
    Mod = 11
    Pow = 12
    LShift = 13
    RShift = 14
    BitAnd = 15
    BitOr = 16
    BitXor = 17
    Lt = 18
    LtE = 19
    Eq = 20
    NotEq = 21
    Gt = 22
    GtE = 23
    And = 24
    Or = 25
    _BinaryEnd = 26
    _SpecialStart = 27
    IfThenElse = 28
    _SpecialEnd = 29


class OperationDoc(ExprDoc):
    """An operator and its operands; those of `IfThenElse` are the condition, the value where it holds, and the other."""

    def __init__(self, kind: OperationKind, operands: Sequence[ExprDoc]) -> None:
        super().__init__()
        self.kind = kind
        self.operands = tuple(operands)


class LambdaDoc(ExprDoc):
    """`lambda args: body`"""

    def __init__(self, args: Sequence[IdDoc], body: ExprDoc) -> None:
        super().__init__()
        self.args = tuple(args)
        self.body = body


class TupleDoc(ExprDoc):
    """`(a, b)`"""

    def __init__(self, elements: Sequence[ExprDoc]) -> None:
        super().__init__()
        self.elements = tuple(elements)


class ListDoc(ExprDoc):
    """`[a, b]`"""

    def __init__(self, elements: Sequence[ExprDoc]) -> None:
        super().__init__()
        self.elements = tuple(elements)


class DictDoc(ExprDoc):
    """`{key: value}`"""

    def __init__(self, content: Mapping[ExprDoc, ExprDoc]) -> None:
        super().__init__()
        self.keys = tuple(content)
        self.values = tuple(content.values())


class SliceDoc(ExprDoc):
    """`start:stop:step`, which may stand among indices only."""

    def __init__(self, start: ExprDoc | None = None, stop: ExprDoc | None = None, step: ExprDoc | None = None) -> None:
        super().__init__()
        self.start = start
        self.stop = stop
        self.step = step


class AssignDoc(StmtDoc):
    """`lhs: annotation = rhs`; raises `ValueError` where that would be no statement of Python."""

    def __init__(self, lhs: ExprDoc, rhs: ExprDoc | None, annotation: ExprDoc | None = None) -> None:
        super().__init__()
        if rhs is None and annotation is None:
            raise ValueError("AssignDoc needs a value, or an annotation where there is no value.")
        if isinstance(lhs, TupleDoc) and (rhs is None or annotation is not None):
            raise ValueError("AssignDoc to a tuple takes a value and no annotation.")
        self.lhs = lhs
        self.rhs = rhs
        self.annotation = annotation


class IfDoc(StmtDoc):
    """`if predicate: then_branch else: else_branch`; raises `ValueError` when both are empty."""

    def __init__(self, predicate: ExprDoc, then_branch: Sequence[StmtDoc], else_branch: Sequence[StmtDoc]) -> None:
        super().__init__()
        if not then_branch and not else_branch:
            raise ValueError("At least one of the then branch or else branch needs to be non-empty.")
        self.predicate = predicate
        self.then_branch = tuple(then_branch)
        self.else_branch = tuple(else_branch)


class WhileDoc(StmtDoc):
    """`while predicate: body`"""

    def __init__(self, predicate: ExprDoc, body: Sequence[StmtDoc]) -> None:
        super().__init__()
        self.predicate = predicate
        self.body = tuple(body)


class ForDoc(StmtDoc):
    """`for lhs in rhs: body`"""

    def __init__(self, lhs: ExprDoc, rhs: ExprDoc, body: Sequence[StmtDoc]) -> None:
        super().__init__()
        self.lhs = lhs
        self.rhs = rhs
        self.body = tuple(body)


class ScopeDoc(StmtDoc):
    """`with rhs as lhs: body`"""

    def __init__(self, lhs: ExprDoc | None, rhs: ExprDoc, body: Sequence[StmtDoc]) -> None:
        super().__init__()
        self.lhs = lhs
        self.rhs = rhs
        self.body = tuple(body)


class ExprStmtDoc(StmtDoc):
    """An expression as a statement."""

    def __init__(self, expr: ExprDoc) -> None:
        super().__init__()
        self.expr = expr


class AssertDoc(StmtDoc):
    """`assert test, msg`"""

    def __init__(self, test: ExprDoc, msg: ExprDoc | None = None) -> None:
        super().__init__()
        self.test = test
        self.msg = msg


class ReturnDoc(StmtDoc):
    """`return value`"""

    def __init__(self, value: ExprDoc) -> None:
        super().__init__()
        self.value = value


class FunctionDoc(StmtDoc):
    """`def name(args) -> return_type: body` below its decorators; each parameter is an assignment."""

    def __init__(
        self,
        name: IdDoc,
        args: Sequence[AssignDoc],
        decorators: Sequence[ExprDoc],
        return_type: ExprDoc | None,
        body: Sequence[StmtDoc],
    ) -> None:
        super().__init__()
        self.name = name
        self.args = tuple(args)
        self.decorators = tuple(decorators)
        self.return_type = return_type
        self.body = tuple(body)


class ClassDoc(StmtDoc):
    """`class name: body` below its decorators."""

    def __init__(self, name: IdDoc, decorators: Sequence[ExprDoc], body: Sequence[StmtDoc]) -> None:
        super().__init__()
        self.name = name
        self.decorators = tuple(decorators)
        self.body = tuple(body)


class CommentDoc(StmtDoc):
    """Lines of comment that stand for themselves."""

    def __init__(self, comment: str) -> None:
        super().__init__()
        self.comment = comment


class DocStringDoc(StmtDoc):
    """A documentation string."""

    def __init__(self, docs: str) -> None:
        super().__init__()
        self.comment = docs
