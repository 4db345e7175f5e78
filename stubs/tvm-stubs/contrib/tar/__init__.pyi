# Generated from tilewright.contrib.tar by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any


def normalize_file_list_by_unpacking_tars(temp: _Any, file_list: _Any) -> _Any:
    """The files, and in place of each bundle those in it, unpacked into folders of `temp`."""

def tar(output: _Any, files: _Any) -> _Any:
    """Write files into a compressed bundle, all at its top; raises `ValueError` when two have one name."""

def untar(tar_file: _Any, directory: _Any) -> _Any:
    """Unpack a bundle into a folder; what would lie outside of it is refused."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
