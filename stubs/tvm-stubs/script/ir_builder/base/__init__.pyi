# Generated from tilewright.script.ir_builder.base by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.builder.frames import IRBuilder as IRBuilder
from tilewright.script.ir_builder.base import IRBuilderFrame as IRBuilderFrame

def __getattr__(name: _str) -> _Any: ...
