# Generated from tilewright.script.printer.doc by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self
from tvm.ffi import AccessPath as AccessPath
from tvm.tir import FloatImm as FloatImm
from tvm.tir import IntImm as IntImm
from tilewright.core.printer.tvm_doc import OperationKind as OperationKind

class Doc(_Any):  # type: ignore[misc, unused-ignore]
    """Any piece."""
    source_paths: _Any
    def __init__(self) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class ExprDoc(Doc):
    """An expression."""
    def attr(self, name: _Any) -> AttrAccessDoc | _Any:
        """`self.name`"""
    def call(self, *args: _Any, **kwargs: _Any) -> CallDoc | _Any:
        """`self(args, key=value)`"""
    def __init__(self) -> None: ...

class StmtBlockDoc(Doc):
    """Statements one below the other."""
    def __init__(self, stmts: _Any) -> None: ...

class StmtDoc(Doc):
    """A statement."""
    comment: _Any
    def __init__(self) -> None: ...

class AssertDoc(StmtDoc):
    """`assert test, msg`"""
    def __init__(self, test: _Any, msg: _Any = ...) -> None: ...

class AssignDoc(StmtDoc):
    """`lhs: annotation = rhs`; raises `ValueError` where that would be no statement of Python."""
    def __init__(self, lhs: _Any, rhs: _Any, annotation: _Any = ...) -> None: ...

class AttrAccessDoc(ExprDoc):
    """`value.name`"""
    def __init__(self, value: _Any, name: _Any) -> None: ...

class CallDoc(ExprDoc):
    """`callee(args, key=value)`"""
    def __init__(self, callee: _Any, *args: _Any, **kwargs: _Any) -> None: ...

class ClassDoc(StmtDoc):
    """`class name: body` below its decorators."""
    def __init__(self, name: _Any, decorators: _Any, body: _Any) -> None: ...

class CommentDoc(StmtDoc):
    """Lines of comment that stand for themselves."""
    def __init__(self, comment: _Any) -> None: ...

class DictDoc(ExprDoc):
    """`{key: value}`"""
    def __init__(self, content: _Any) -> None: ...

class DocStringDoc(StmtDoc):
    """A documentation string."""
    def __init__(self, docs: _Any) -> None: ...

class ExprStmtDoc(StmtDoc):
    """An expression as a statement."""
    def __init__(self, expr: _Any) -> None: ...

class ForDoc(StmtDoc):
    """`for lhs in rhs: body`"""
    def __init__(self, lhs: _Any, rhs: _Any, body: _Any) -> None: ...

class FunctionDoc(StmtDoc):
    """`def name(args) -> return_type: body` below its decorators; each parameter is an assignment."""
    def __init__(self, name: _Any, args: _Any, decorators: _Any, return_type: _Any, body: _Any) -> None: ...

class IdDoc(ExprDoc):
    """A name."""
    def __init__(self, name: _Any) -> None: ...

class IfDoc(StmtDoc):
    """`if predicate: then_branch else: else_branch`; raises `ValueError` when both are empty."""
    def __init__(self, predicate: _Any, then_branch: _Any, else_branch: _Any) -> None: ...

class IndexDoc(ExprDoc):
    """`value[indices]`"""
    def __init__(self, value: _Any, indices: _Any) -> None: ...

class LambdaDoc(ExprDoc):
    """`lambda args: body`"""
    def __init__(self, args: _Any, body: _Any) -> None: ...

class ListDoc(ExprDoc):
    """`[a, b]`"""
    def __init__(self, elements: _Any) -> None: ...

class LiteralDoc(ExprDoc):
    """None, a string, a number or a truth value; raises `TypeError` for anything else."""
    def __init__(self, value: _Any) -> None: ...

class OperationDoc(ExprDoc):
    """An operator and its operands; those of `IfThenElse` are the condition, the value where it holds, and the other."""
    def __init__(self, kind: _Any, operands: _Any) -> None: ...

class ReturnDoc(StmtDoc):
    """`return value`"""
    def __init__(self, value: _Any) -> None: ...

class ScopeDoc(StmtDoc):
    """`with rhs as lhs: body`"""
    def __init__(self, lhs: _Any, rhs: _Any, body: _Any) -> None: ...

class SliceDoc(ExprDoc):
    """`start:stop:step`, which may stand among indices only."""
    def __init__(self, start: _Any = ..., stop: _Any = ..., step: _Any = ...) -> None: ...

class TupleDoc(ExprDoc):
    """`(a, b)`"""
    def __init__(self, elements: _Any) -> None: ...

class WhileDoc(StmtDoc):
    """`while predicate: body`"""
    def __init__(self, predicate: _Any, body: _Any) -> None: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
