# Generated from tilewright.tir.layouts by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.tir.layouts import BijectiveLayout as BijectiveLayout
from tilewright.tir.layouts import Layout as Layout
from tilewright.tir.layouts import bijective_layout as bijective_layout
from tilewright.tir.layouts import layout as layout

def __getattr__(name: _str) -> _Any: ...
