# Generated from tilewright.ir.structural by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.ir.structural import assert_structural_equal as assert_structural_equal
from tilewright.ir.structural import get_first_structural_mismatch as get_first_structural_mismatch
from tilewright.ir.structural import plain as plain
from tilewright.ir.structural import structural_equal as structural_equal

def __getattr__(name: _str) -> _Any: ...
