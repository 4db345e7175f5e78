# Generated from tilewright.te.stages by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.te.stages import Stages as Stages

def __getattr__(name: _str) -> _Any: ...
