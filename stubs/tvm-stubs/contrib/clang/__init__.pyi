# Generated from tilewright.contrib.clang by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any


def create_llvm(inputs: _Any, output: _Any = ..., options: _Any = ..., cc: _Any = ...) -> _Any:
    """The LLVM IR of texts or files in C or LLVM IR, as text, written to `output` too where one is named.

    C is compiled by clang, which is `cc` if given and takes `options`; LLVM IR alone (text, `.ll` or `.bc`) is read and linked without any compiler. Raises `RuntimeError`
    for C without a clang, and with the words of clang or LLVM when one refuses an input.
    """

def find_clang(required: _Any = ...) -> _Any:
    """The names of clang that are installed, that of LLVM's own version first; raises `RuntimeError` when one is `required` and none is."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
