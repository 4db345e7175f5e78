# Generated from tilewright.script.parser by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.frontend.live import from_source as from_source
from tilewright.frontend.live import ir_module as ir_module
from tilewright.script.parser import parse as parse
from . import core as core
from . import ir as ir
from . import relax as relax
from . import tir as tir
from . import tirx as tirx

def __getattr__(name: _str) -> _Any: ...
