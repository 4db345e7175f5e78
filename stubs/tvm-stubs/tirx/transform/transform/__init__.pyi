# Generated from tilewright.tirx.transform by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tirx.transform import FlattenBuffer as FlattenBuffer
from tilewright.tirx.transform import PASSES as PASSES
from tvm.transform import Pass as Pass

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
