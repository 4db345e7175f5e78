# Generated from tilewright.te.index_dtype by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.te.index_dtype import with_index_dtype as with_index_dtype

def __getattr__(name: _str) -> _Any: ...
