# Generated from tilewright.backend by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from . import cuda as cuda
from . import trn as trn

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
