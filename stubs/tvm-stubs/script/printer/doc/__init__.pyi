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
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class ExprDoc(Doc):
    """An expression."""
    def attr(self, name: _Any) -> AttrAccessDoc | _Any:
        """`self.name`"""
    def call(self, *args: _Any, **kwargs: _Any) -> CallDoc | _Any:
        """`self(args, key=value)`"""
    __init__: _Any

class StmtBlockDoc(Doc):
    """Statements one below the other."""
    __init__: _Any

class StmtDoc(Doc):
    """A statement."""
    comment: _Any
    __init__: _Any

class AssertDoc(StmtDoc):
    """`assert test, msg`"""
    __init__: _Any

class AssignDoc(StmtDoc):
    """`lhs: annotation = rhs`; raises `ValueError` where that would be no statement of Python."""
    __init__: _Any

class AttrAccessDoc(ExprDoc):
    """`value.name`"""
    __init__: _Any

class CallDoc(ExprDoc):
    """`callee(args, key=value)`"""
    __init__: _Any

class ClassDoc(StmtDoc):
    """`class name: body` below its decorators."""
    __init__: _Any

class CommentDoc(StmtDoc):
    """Lines of comment that stand for themselves."""
    __init__: _Any

class DictDoc(ExprDoc):
    """`{key: value}`"""
    __init__: _Any

class DocStringDoc(StmtDoc):
    """A documentation string."""
    __init__: _Any

class ExprStmtDoc(StmtDoc):
    """An expression as a statement."""
    __init__: _Any

class ForDoc(StmtDoc):
    """`for lhs in rhs: body`"""
    __init__: _Any

class FunctionDoc(StmtDoc):
    """`def name(args) -> return_type: body` below its decorators; each parameter is an assignment."""
    __init__: _Any

class IdDoc(ExprDoc):
    """A name."""
    __init__: _Any

class IfDoc(StmtDoc):
    """`if predicate: then_branch else: else_branch`; raises `ValueError` when both are empty."""
    __init__: _Any

class IndexDoc(ExprDoc):
    """`value[indices]`"""
    __init__: _Any

class LambdaDoc(ExprDoc):
    """`lambda args: body`"""
    __init__: _Any

class ListDoc(ExprDoc):
    """`[a, b]`"""
    __init__: _Any

class LiteralDoc(ExprDoc):
    """None, a string, a number or a truth value; raises `TypeError` for anything else."""
    __init__: _Any

class OperationDoc(ExprDoc):
    """An operator and its operands; those of `IfThenElse` are the condition, the value where it holds, and the other."""
    __init__: _Any

class ReturnDoc(StmtDoc):
    """`return value`"""
    __init__: _Any

class ScopeDoc(StmtDoc):
    """`with rhs as lhs: body`"""
    __init__: _Any

class SliceDoc(ExprDoc):
    """`start:stop:step`, which may stand among indices only."""
    __init__: _Any

class TupleDoc(ExprDoc):
    """`(a, b)`"""
    __init__: _Any

class WhileDoc(StmtDoc):
    """`while predicate: body`"""
    __init__: _Any

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
