# Generated from tilewright.tir.schedule._type_checker by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.tir.schedule._type_checker import Function as Function

def type_checked(func: _Any) -> _Any:
    """`func`, raising `TypeError` for an argument that is not what its annotation says; parameters without one take anything."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
