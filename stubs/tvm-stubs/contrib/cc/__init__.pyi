# Generated from tilewright.contrib.cc by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any


def create_executable(output: _Any, objects: _Any, options: _Any = ..., cc: _Any = ..., cwd: _Any = ..., ccache_env: _Any = ...) -> _Any:
    """Link object or source files into the program `output`; raises `RuntimeError` with the compiler's words when it fails."""

def create_shared(output: _Any, objects: _Any, options: _Any = ..., cc: _Any = ..., cwd: _Any = ..., ccache_env: _Any = ...) -> _Any:
    """Link object or source files into the shared library `output`; raises `RuntimeError` with the compiler's words when it fails."""

def create_staticlib(output: _Any, inputs: _Any, ar: _Any = ...) -> _Any:
    """Put object files into the static library `output`; raises `RuntimeError` with the archiver's words when it fails."""

def get_cc() -> _Any:
    """The compiler's path: what `CXX` or `CC` in the environment names, else the first of c++, g++, clang++, cc, gcc and clang; None without any."""

def run_command(command: _Any, output: _Any, cwd: _Any = ...) -> _Any:
    """Run a compiler that makes `output`; raises `RuntimeError` with its words when it fails."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
