# Generated from tilewright.tir.layouts by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir import BijectiveLayout as BijectiveLayout
from tvm.tir import Layout as Layout
from tvm.tir import BijectiveLayout as _SBijectiveLayout_

SBijectiveLayout = _SBijectiveLayout_
from tvm.tir import Layout as _SLayout_

SLayout = _SLayout_
from tvm.tir import bijective_layout as bijective_layout
from tvm.tir import layout as layout
from tvm.tir import bijective_layout as _sbijective_layout_

sbijective_layout = _sbijective_layout_
from tvm.tir import layout as _slayout_

slayout = _slayout_

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
