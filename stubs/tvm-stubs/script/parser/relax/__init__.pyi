# Generated from tilewright.script.parser.relax by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from . import entry as entry
from . import parser as parser

def function(f: _Any = ..., pure: _Any = ..., private: _Any = ..., check_well_formed: _Any = ...) -> _Any:
    """Make a Python function a function of Relax: `@R.function`, `@R.function(private=True, pure=False)`.

    A private function has no `global_symbol`; one that is not pure may have side effects.  Inside a class that becomes a module the function is left
    as it is, for the module to read.

    Raises `DiagnosticError` when the script is wrong, `NoSourceError` when its text cannot be found.
    """

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
