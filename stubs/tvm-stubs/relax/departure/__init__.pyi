# Generated from tilewright.relax.departure by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self

class Agreement(_Any):  # type: ignore[misc, unused-ignore]
    """How many values were compared, all of which agree."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Departure(_Any):  # type: ignore[misc, unused-ignore]
    """The first binding whose value departs: its name, the statement that made it at either stage, and how the values differ."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def first_departure(before: _Any, after: _Any, name: _Any, args: _Any, rtol: _Any = ..., atol: _Any = ...) -> _Any:
    """Run function `name` of both modules on `args`, and compare what their bindings of the same name hold, and the results, in order.

    Floats agree when they differ by no more than `atol + rtol * |before|`; all else must be equal.
    """

def random_arguments(function: _Any, sizes: _Any, seed: _Any, otherwise: _Any = ...) -> _Any:
    """Arguments of a function: normal numbers, small integers, `sizes` for the symbolic ones by name."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
