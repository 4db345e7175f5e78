# Generated from tilewright.ir.structural by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ir import assert_structural_equal as assert_structural_equal
from tvm.ir import get_first_structural_mismatch as get_first_structural_mismatch
from tvm.ir import structural_equal as structural_equal

def plain(value: _Any) -> _Any:
    """An attribute's value as the Python value that says the same: constants of the default types, lists as tuples."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
