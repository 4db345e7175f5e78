# Generated from tilewright.ffi.access_path by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ffi import AccessPath as AccessPath
from tvm.ffi.access_path import Step as _AccessStep_

AccessStep = _AccessStep_
from tvm.ffi.access_path import Step as Step

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
