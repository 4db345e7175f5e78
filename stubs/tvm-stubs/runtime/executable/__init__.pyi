# Generated from tilewright.vm.executable by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax import VMExecutable as VMExecutable

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
