# Generated from tilewright.transform.reductions by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.transform.reductions import tile_reductions as tile_reductions
from tilewright.transform.reductions import vector_bytes as vector_bytes
from . import fold as fold
from . import pack as pack
from . import tile as tile

def __getattr__(name: _str) -> _Any: ...
