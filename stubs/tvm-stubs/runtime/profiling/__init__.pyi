# Generated from tilewright.runtime.profiling by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self

class Report(_Any):  # type: ignore[misc, unused-ignore]
    """The result of `VirtualMachine.profile`: `str` of it is the table, `flame` and `svg` are pictures."""
    @property
    def total(self) -> _Any:
        """The seconds of the whole call."""
    @property
    def calls(self) -> _Any:
        """Each call inside in the order in which they were made, as a mapping from the columns."""
    def rows(self, sort: _Any = ..., aggregate: _Any = ...) -> _Any:
        """The lines of the table: longest first, and calls of one name on the same shapes as one line."""
    def table(self, sort: _Any = ..., aggregate: _Any = ..., col_sums: _Any = ...) -> _Any:
        """The table, with what the calls take together and what the whole took below it."""
    def csv(self) -> _Any:
        """The calls as comma-separated values."""
    def json(self) -> _Any:
        """The calls as JSON."""
    def flame(self, width: _Any = ...) -> _Any:
        """The calls as bars of characters: a line for each, as far to the right and as long as it took."""
    def svg(self, width: _Any = ...) -> _Any:
        """The calls as a picture for the browser: the whole at the bottom, each call on the one that made it."""
    def __init__(self, root: _Any, device: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Row(_Any):  # type: ignore[misc, unused-ignore]
    """A line of the table: calls of one name on the same shapes."""
    count: _Any
    microseconds: _Any
    name: _Any
    percent: _Any
    shapes: _Any
    def __init__(self, name: _Any, microseconds: _Any, percent: _Any, count: _Any, shapes: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Timed(_Any):  # type: ignore[misc, unused-ignore]
    """Records calls while they are made."""
    def reset(self) -> _Any:
        """Forget what was recorded."""
    def call(self, name: _Any, function: _Any, args: _Any) -> _Any:
        """Call a function and record it."""
    def __init__(self) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class TimedCall(_Any):  # type: ignore[misc, unused-ignore]
    """A call: its name, what tensors it was given, how many seconds it took, and the calls that it made."""
    @property
    def own(self) -> _Any:
        """The seconds that it took beside the calls that it made."""
    calls: _Any
    name: _Any
    seconds: _Any
    shapes: _Any
    start: _Any
    def __init__(self, name: _Any, shapes: _Any, start: _Any = ..., seconds: _Any = ..., calls: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
