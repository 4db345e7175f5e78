# Generated from tilewright.tir.layout by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.tir.layout import BijectiveLayout as BijectiveLayout
from tilewright.tir.layout import Layout as Layout
from tilewright.tir.layout import bijective_layout as bijective_layout
from tilewright.tir.layout import layout as layout

def __getattr__(name: _str) -> _Any: ...
