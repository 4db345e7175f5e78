# Generated from tilewright.transform.tile_reductions by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.transform.tile_reductions import tile_reductions as tile_reductions
from tilewright.transform.tile_reductions import vector_bytes as vector_bytes

def __getattr__(name: _str) -> _Any: ...
