# Generated from tilewright.tirx.transform by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.transform import Pass as _Pass
from tilewright.tirx.transform import PASSES as PASSES
from tvm.transform import Pass as Pass
from . import transform as transform

def FlattenBuffer() -> _Pass | _Any:
    """Turn accesses with one index a dimension into accesses with one index, and declare the views of flat memory."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
