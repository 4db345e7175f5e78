# Generated from tilewright.runtime.script_printer by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.runtime.script_printer import PrinterConfig as PrinterConfig
from tilewright.runtime.script_printer import Scriptable as Scriptable

def __getattr__(name: _str) -> _Any: ...
