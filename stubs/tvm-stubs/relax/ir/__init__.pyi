# Generated from tilewright.relax.ir by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from . import instrument as instrument

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
