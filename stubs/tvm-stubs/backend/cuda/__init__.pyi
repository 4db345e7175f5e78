# Generated from tilewright.backend.cuda by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from . import op as op
from . import tile_primitive as tile_primitive

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
