# Generated from tilewright.printer.highlight by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.printer.highlight import cprint as cprint
from tilewright.printer.highlight import show as show

def __getattr__(name: _str) -> _Any: ...
