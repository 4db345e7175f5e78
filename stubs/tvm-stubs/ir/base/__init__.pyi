# Generated from tilewright.ir.structural by `make stubs`; do not edit.
from typing import Any

from tilewright.ir.structural import assert_structural_equal as assert_structural_equal
from tilewright.ir.structural import get_first_structural_mismatch as get_first_structural_mismatch
from tilewright.ir.structural import plain as plain
from tilewright.ir.structural import structural_equal as structural_equal

def __getattr__(name: str) -> Any: ...
