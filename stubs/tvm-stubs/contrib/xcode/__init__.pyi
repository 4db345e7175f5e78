# Generated from tilewright.contrib.xcode by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any


def compile_metal(code: _Any, path_target: _Any = ..., sdk: _Any = ..., min_os_version: _Any = ...) -> _Any:
    """The library of a program in Metal."""

def create_dylib(output: _Any, objects: _Any, arch: _Any, sdk: _Any = ..., min_os_version: _Any = ...) -> _Any:
    """Link object files into a dynamic library for an architecture of Apple's."""

def xcrun(cmd: _Any) -> _Any:
    """The output of a tool of Xcode; raises `RuntimeError` where Xcode is not installed, or the tool fails."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
