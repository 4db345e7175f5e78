# Generated from tilewright.script.parser.core.entry by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.script import from_source as from_source
from tvm.script import from_source as _parse_

parse = _parse_

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
