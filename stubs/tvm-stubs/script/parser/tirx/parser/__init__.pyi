# Generated from tilewright.script.parser.tirx.parser by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.script.parser.tirx.parser import TIR_STATEMENTS as TIR_STATEMENTS

def assign_cell(context: _Any, name: _Any, value: _Any, statement: _Any) -> _Any:
    """`name = value`: a store into the cell of that name, or a new cell."""

def new_cell(context: _Any, name: _Any, dtype: _Any, value: _Any, statement: _Any) -> _Any:
    """A new cell called `name` for values of `dtype`, holding `value` unless that is None."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
