# Generated from tilewright.te.extern by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.te import extern as extern
from tvm.te import extern_primfunc as extern_primfunc

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
