# Generated from tilewright.script.parser.relax.parser by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.script.parser.relax.parser import RELAX_STATEMENTS as RELAX_STATEMENTS

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
