# Generated from tilewright.relax.frontend.nn.exporter by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.relax.frontend.nn.exporter import Exporter as Exporter
from tilewright.relax.frontend.nn.exporter import add_extern as add_extern

def __getattr__(name: _str) -> _Any: ...
