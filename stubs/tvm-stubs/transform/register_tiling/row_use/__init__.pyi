# Generated from tilewright.transform.register_tiling.row_use by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self

class Use(_Any):  # type: ignore[misc, unused-ignore]
    """An access: which row it is in of how long ones, from where to where in the row, and what else its place depends on."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def inner_loops(body: _Any) -> _Any:
    """The loops in a body with their first and last values; None when one is not known or empty."""

def same_rows(accesses: _Any) -> _Any:
    """Whether all accesses are in the row of the loop's round, of rows that do not overlap."""

def uses(loop: _Any) -> _Any:
    """The accesses in the loop, by the memory that they are in."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
