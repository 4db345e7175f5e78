# Generated from tilewright.tirx by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self
from tvm.tir import BlockScope as BlockScope
from tvm.tir import BlockScope as _SBlockScope_

SBlockScope = _SBlockScope_
from tvm.tir import Schedule as Schedule
from tvm.tir import ScheduleState as ScheduleState
from tvm.tir import StmtSRef as StmtSRef
from tvm.tir import Trace as Trace
from . import transform as transform

class AllocBuffer(_Any):  # type: ignore[misc, unused-ignore]
    """Memory for a buffer, which what follows uses."""
    @classmethod
    def holds(cls, stmt: _Any) -> _Any: ...
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Bind(_Any):  # type: ignore[misc, unused-ignore]
    """`var` stands for `value` in what follows."""
    @classmethod
    def holds(cls, stmt: _Any) -> _Any: ...
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class DeclBuffer(_Any):  # type: ignore[misc, unused-ignore]
    """A buffer over memory that exists, which what follows uses."""
    @classmethod
    def holds(cls, stmt: _Any) -> _Any: ...
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class SeqStmt(_Any):  # type: ignore[misc, unused-ignore]
    """Statements one after another, of which those that define something hold what follows."""
    @classmethod
    def holds(cls, stmt: _Any) -> _Any: ...
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
