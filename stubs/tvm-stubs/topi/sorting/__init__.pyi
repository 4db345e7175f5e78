# Generated from tilewright.topi.sorting by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.topi.sorting import argsort as argsort
from tilewright.topi.sorting import order as order
from tilewright.topi.sorting import searchsorted as searchsorted
from tilewright.topi.sorting import sort as sort
from tilewright.topi.sorting import topk as topk

def __getattr__(name: _str) -> _Any: ...
