# Generated from tilewright.script.builder by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.script.ir_builder import IRBuilder as _Builder_

Builder = _Builder_

def def_(name: _Any, value: _Any) -> _Any:
    """Give `value`, just made, its name; returns it."""

def def_many(names: _Any, values: _Any) -> _Any:
    """Give several values their names; returns them.  Raises `ValueError` when there are not as many of each."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
