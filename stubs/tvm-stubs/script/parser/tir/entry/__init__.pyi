# Generated from tilewright.script.parser.tir.entry by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.builder.values import macro as macro
from tilewright.frontend.live import prim_func as prim_func

def __getattr__(name: _str) -> _Any: ...
