# Generated from tilewright.script by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.frontend.live import from_source as from_source
from tilewright.script.ir import ir_module as ir_module
from tilewright.script import ty as ty
from . import builder as builder
from . import highlight as highlight
from . import ir as ir
from . import ir_builder as ir_builder
from . import parser as parser
from . import relax as relax
from . import tir as tir
from . import tirx as tirx

def __getattr__(name: _str) -> _Any: ...
