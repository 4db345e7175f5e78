# Generated from tilewright.script by `make stubs`; do not edit.
from typing import Any

from tilewright.frontend.live import from_source as from_source
from tilewright.script.ir import ir_module as ir_module
from tilewright.script import ty as ty
from . import highlight as highlight
from . import ir as ir
from . import relax as relax
from . import tir as tir
from . import tirx as tirx

def __getattr__(name: str) -> Any: ...
