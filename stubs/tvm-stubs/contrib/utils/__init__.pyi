# Generated from tilewright.contrib.utils by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self

class TempDirectory(_Any):  # type: ignore[misc, unused-ignore]
    """A folder that is removed with this object; `temp_dir` is its path."""
    def relpath(self, name: _Any) -> _Any:
        """The path of `name` in the folder."""
    @property
    def path(self) -> _Any:
        """The folder."""
    def listdir(self) -> _Any:
        """The names of what is in the folder."""
    def remove(self) -> _Any:
        """Remove the folder and all that is in it."""
    def __truediv__(self, other: _Any) -> _Any: ...
    def __init__(self, custom_path: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def tempdir(custom_path: _Any = ...) -> TempDirectory | _Any:
    """A new temporary folder, or the one at `custom_path`."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
