# Generated from tilewright.contrib.ndk by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any


def create_shared(output: _Any, objects: _Any, options: _Any = ...) -> _Any:
    """Link object files into a shared library for Android; raises `RuntimeError` unless `TVM_NDK_CC` names the compiler."""

def create_staticlib(output: _Any, inputs: _Any) -> _Any:
    """Put object files, and those of bundles, into a static library; `TVM_NDK_CC` stands beside the archiver that is used."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
