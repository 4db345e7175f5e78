# Generated from tilewright.ir.global_info by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ir import DummyGlobalInfo as DummyGlobalInfo
from tvm.ir import GlobalInfo as GlobalInfo
from tvm.ir import VDevice as VDevice

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
