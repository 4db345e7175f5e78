# Generated from tilewright.target.virtual_device by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.target import VirtualDevice as VirtualDevice

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
