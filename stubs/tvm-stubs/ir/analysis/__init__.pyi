# Generated from tilewright.ir.analysis by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any


def collect_call_map(module: _Any) -> _Any:
    """Which functions of the module each of its functions mentions, in the order of first mention."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
