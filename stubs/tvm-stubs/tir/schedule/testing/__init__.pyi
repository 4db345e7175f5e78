# Generated from tilewright.tir.schedule.testing by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.tir.schedule.testing import assert_structural_equal_ignore_global_symbol as assert_structural_equal_ignore_global_symbol

def __getattr__(name: _str) -> _Any: ...
