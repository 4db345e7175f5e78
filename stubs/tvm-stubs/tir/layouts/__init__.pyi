# Generated from tilewright.tir.layouts by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir.data_layout import BijectiveLayout as BijectiveLayout
from tvm.tir.data_layout import Layout as Layout
from tvm.tir.data_layout import bijective_layout as bijective_layout
from tvm.tir.data_layout import layout as layout

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
