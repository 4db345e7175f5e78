# Generated from tilewright.transform.reductions.pack by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.transform.reductions.pack import Panel as Panel
from tilewright.transform.reductions.pack import panels as panels

def __getattr__(name: _str) -> _Any: ...
