# Generated from tilewright.script.ir_builder by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.builder.frames import IRBuilder as IRBuilder
from tilewright.script.ir_builder import IRBuilderFrame as IRBuilderFrame
from . import base as base
from . import ir as ir
from . import tir as tir

def __getattr__(name: _str) -> _Any: ...
