# Generated from tilewright.script.parser.relax by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.script.parser.relax import function as function
from . import entry as entry
from . import parser as parser

def __getattr__(name: _str) -> _Any: ...
