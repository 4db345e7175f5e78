# Generated from tilewright.hybrid by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self
from tilewright.hybrid import script as script
from tilewright.hybrid import tir as tir
from tilewright.hybrid import ty as ty
from . import registry as registry

class HybridClass(_Any):  # type: ignore[misc, unused-ignore]
    """A class in hybrid script: calling it parses it, `mod = Module()`."""
    def __init__(self, name: _Any, parse: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def ashybrid(input_ir: _Any, show_meta: _Any = ...) -> _Any:
    """The script of a function or module, which `from_source` reads back; with `show_meta` the metadata that it refers to stand above it.

    What hybrid script has no form for is in the classic dialect.
    """

from_source: _Any
"""The function or module that a text in hybrid script, or a Python function or class, defines.

Raises `DiagnosticError` when the script is wrong.
"""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
