# Generated from tilewright.transform.reductions.fold by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.transform.reductions.fold import folded as folded

def __getattr__(name: _str) -> _Any: ...
