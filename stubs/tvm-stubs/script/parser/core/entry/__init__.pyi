# Generated from tilewright.script.parser.core.entry by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.frontend.live import from_source as from_source
from tilewright.script.parser.core.entry import parse as parse

def __getattr__(name: _str) -> _Any: ...
