# Generated from tilewright.script.parser.tirx.entry by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any


def prim_func(func: _Any = ..., private: _Any = ..., check_well_formed: _Any = ..., s_tir: _Any = ..., persistent: _Any = ..., capture: _Any = ...) -> _Any:
    """Make a Python function that is written in tirx a TensorIR function: `@T.prim_func`, or `@T.prim_func(s_tir=True)` for one with blocks.

    The other options and the errors are those of the classic `prim_func`.
    """

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
