# Generated from tilewright.script.parser.tir by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.frontend.live import prim_func as prim_func
from . import entry as entry
from . import parser as parser

def __getattr__(name: _str) -> _Any: ...
