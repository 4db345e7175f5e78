# Generated from tilewright.topi.image by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.topi.image.resize import resize2d as resize2d

def __getattr__(name: _str) -> _Any: ...
