# Generated from tilewright.transform.reductions.tile by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.transform.reductions.tile import tiled as tiled

def __getattr__(name: _str) -> _Any: ...
