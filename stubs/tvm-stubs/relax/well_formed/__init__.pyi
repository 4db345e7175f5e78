# Generated from tilewright.relax.well_formed by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any


def mistakes(obj: _Any, check_struct_info: _Any = ...) -> _Any:
    """What is wrong with a module or a function, a sentence each; empty where all is well."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
