# Generated from tilewright.script.parser.ir.entry by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.frontend.live import ir_module as ir_module
from tilewright.builder.module import pyfunc as pyfunc

def __getattr__(name: _str) -> _Any: ...
