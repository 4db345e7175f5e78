# Generated from tilewright.contrib.clang by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any


def create_llvm(inputs: _Any, output: _Any = ..., options: _Any = ..., cc: _Any = ...) -> _Any:
    """The LLVM code of C files, or of C text itself, as text, written to `output` too where one is named; `options` go to clang, which is `cc` if given.

    Raises `RuntimeError` without a clang, and with its words when it fails.
    """

def find_clang(required: _Any = ...) -> _Any:
    """The names of clang that are installed, that of LLVM's own version first; raises `RuntimeError` when one is `required` and none is."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
