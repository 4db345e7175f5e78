# Generated from tilewright.relax.vm_build by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.relax.vm_build import EXEC_MODES as EXEC_MODES
from tvm import IRModule as IRModule
from tvm.tir import PrimFunc as PrimFunc
from tvm.relax import VMExecutable as VMExecutable
from tvm.relax import build as build

def is_lowered(module: _Any) -> _Any:
    """Whether the functions of Relax are as `VMShapeLower` leaves them: each begins with its shape heap."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
