# Generated from tilewright.script.parser.tir.entry by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.script.parser.relax.entry import macro as macro

def prim_func(func: _Any = ..., private: _Any = ..., check_well_formed: _Any = ..., capture: _Any = ...) -> _Any:
    """Make a Python function a TensorIR function: `@T.prim_func` or `@T.prim_func(private=True)`.

    A private function has no `global_symbol`.  `capture` lists the Python functions and objects that the script may use; without it all that Python
    would see are.  Inside a class that becomes a module the function is left as it is, for the module to read.

    Raises `DiagnosticError` when the script is wrong, `NoSourceError` when its text cannot be found.
    """

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
