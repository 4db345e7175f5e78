# Generated from tilewright.script.parser by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.script import from_source as from_source
from tvm.script import ir_module as ir_module
from tvm.script import from_source as _parse_

parse = _parse_
from . import _core as _core
from . import core as core
from . import ir as ir
from . import relax as relax
from . import tir as tir
from . import tirx as tirx

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
