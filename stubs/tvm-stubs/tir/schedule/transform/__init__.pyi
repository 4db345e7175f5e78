# Generated from tilewright.tir.schedule.transform by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir.schedule import LoopRV as _LoopRV

def tile_with_tensor_intrin(sch: _Any, block: _Any, intrin_name: _Any, allow_padding: _Any = ...) -> _LoopRV | _Any:
    """The outermost of new innermost loops that an intrinsic could compute, made by splitting loops of the block; None where none fit."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
