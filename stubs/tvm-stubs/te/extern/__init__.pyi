# Generated from tilewright.te.extern by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.te.extern import extern as extern
from tilewright.te.extern import extern_primfunc as extern_primfunc

def __getattr__(name: _str) -> _Any: ...
