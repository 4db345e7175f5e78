# Generated from tilewright.te.blocks by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.te.blocks import compute_statement as compute_statement
from tilewright.te.blocks import extern_statement as extern_statement

def __getattr__(name: _str) -> _Any: ...
