# Generated from tilewright.contrib.thrust by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any


def can_use_rocthrust(target: _Any, func_name: _Any) -> _Any:
    """Always false."""

def can_use_thrust(target: _Any, func_name: _Any) -> _Any:
    """Always false."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
