# Generated from tilewright.tir.schedule by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self
from tvm.tir import BlockScope as BlockScope
from tilewright.core.schedule.dependence import DepKind as DepKind
from tvm.tir import Dependency as Dependency
from tvm.ir import PrimExpr as _ExprRV_

ExprRV = _ExprRV_
from tvm.tir.schedule import BlockRV as _SBlockRV_

SBlockRV = _SBlockRV_
from tvm.tir import BlockScope as _SBlockScope_

SBlockScope = _SBlockScope_
from tvm.tir import Schedule as Schedule
from tilewright.core.schedule.state import ScheduleDebugMask as ScheduleDebugMask
from tilewright.core.base.errors import ScheduleError as ScheduleError
from tvm.tir import ScheduleState as ScheduleState
from tvm.tir import StmtSRef as StmtSRef
from tvm.tir import Trace as Trace
from . import _type_checker as _type_checker
from . import analysis as analysis
from . import block_scope as block_scope
from . import instruction as instruction
from . import schedule as schedule
from . import state as state
from . import testing as testing
from . import trace as trace
from . import transform as transform

class BlockRV(_Any):  # type: ignore[misc, unused-ignore]
    """A block, as programs that schedule call it."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Instruction(_Any):  # type: ignore[misc, unused-ignore]
    """One call: its kind, the random variables and constants it takes, and the random variables it gives."""
    def as_python(self, names: _Any, decision: _Any = ..., dialect: _Any = ...) -> _Any:
        """The call as a line of Python, random variables under the given names ("_" for those without), methods by those of a dialect: by default that of the release in force."""
    @property
    def gives_one_of_many(self) -> _Any:
        """Whether the one random variable it gives comes in a list."""
    attrs: _Any
    inputs: _Any
    kind: _Any
    outputs: _Any
    def __init__(self, kind: _Any, inputs: _Any, attrs: _Any, outputs: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class InstructionKind(_Any):  # type: ignore[misc, unused-ignore]
    """A method of `Schedule`: which arguments are random variables (`inputs`) and which are constants (`attrs`), and in which `order` they are written.

    An input "*loops" stands for all positional ones, "factors..." for the rest of them as a list. One that is pure changes nothing.
    """
    inputs: _Any
    attrs: _Any
    order: _Any
    is_pure: _Any
    gives_list: _Any
    @staticmethod
    def get(name: _Any) -> InstructionKind | _Any:
        """The kind of that name; raises `ValueError` for one that there is not."""
    def inputs_of(self, given: _Any) -> _Any:
        """The inputs of a call, from its arguments by name."""
    def arguments(self, inputs: _Any, attrs: _Any) -> _Any:
        """The positional and the named arguments of a call."""
    def __init__(self, name: _Any, method: _Any, inputs: _Any = ..., attrs: _Any = ..., order: _Any = ..., is_pure: _Any = ..., gives_list: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class LoopRV(_Any):  # type: ignore[misc, unused-ignore]
    """A loop, as programs that schedule call it."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
