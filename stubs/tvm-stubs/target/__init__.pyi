# Generated from tilewright.target by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.target import Target as Target
from tilewright.target import TargetKind as TargetKind

def __getattr__(name: _str) -> _Any: ...
