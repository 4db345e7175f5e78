# Generated from tilewright.rpc by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm import Device as _Device
from typing_extensions import Self as _Self

class LocalSession(_Any):  # type: ignore[misc, unused-ignore]
    """A session whose files lie in a folder of its own, which goes with it, and whose functions are those of this process."""
    def get_function(self, name: _Any) -> _Any:
        """A registered function; raises `ValueError` when there is none of that name."""
    def upload(self, data: _Any, target: _Any = ...) -> _Any:
        """Put a file, or bytes, into the session under the name `target`, by default the file's own."""
    def download(self, path: _Any) -> _Any:
        """The bytes of a file of the session."""
    def download_linked_module(self, path: _Any) -> _Any:
        """A library of the session; of object files, the library that they make."""
    def remove(self, path: _Any) -> _Any:
        """Remove a file, or a folder with all in it."""
    def listdir(self, path: _Any) -> _Any:
        """The names of what is in a folder."""
    def load_module(self, path: _Any) -> _Any:
        """The module in an uploaded file; see `runtime.load_module`."""
    device: _Any
    """A device of this machine."""
    def cpu(self, dev_id: _Any = ...) -> _Device | _Any:
        """The CPU."""
    def __init__(self) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
