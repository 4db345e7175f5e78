# Generated from tilewright.contrib.pickle_memoize by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self

class Cache(_Any):  # type: ignore[misc, unused-ignore]
    """The results of one key, by the arguments; with `save_at_exit` they are written when the program ends."""
    @property
    def cache(self) -> _Any:
        """The results, read when they are first asked for."""
    def save(self) -> _Any:
        """Write the results, if there are new ones."""
    def __init__(self, key: _Any, save_at_exit: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def memoize(key: _Any, save_at_exit: _Any = ...) -> _Any:
    """Remember what a function gives for its arguments, which can be hashed; `key` names the results among those of all programs."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
