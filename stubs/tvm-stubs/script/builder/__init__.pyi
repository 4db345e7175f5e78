# Generated from tilewright.script.builder by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.script.builder import Builder as Builder
from tilewright.script.builder import def_ as def_
from tilewright.script.builder import def_many as def_many

def __getattr__(name: _str) -> _Any: ...
