# Generated from tilewright.tirx.layout by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ir import Node as _Node
from tvm.ir import PrimExpr as _PrimExpr
from tvm.tirx import TileLayout as _TileLayout
from tilewright.tirx.layout import Axis as Axis
from tilewright.tirx.layout import Bank as Bank
from tvm.tirx import ComposeLayout as ComposeLayout
from tilewright.tirx.layout import F as F
from tilewright.tirx.layout import P as P
from tilewright.tirx.layout import R as R
from tilewright.tirx.layout import S as S
from tvm.tirx import SwizzleLayout as SwizzleLayout
from tilewright.tirx.layout import TCol as TCol
from tilewright.tirx.layout import TLane as TLane
from tvm.tirx import TileLayout as TileLayout
from tilewright.tirx.layout import bx as bx
from tilewright.tirx.layout import by as by
from tilewright.tirx.layout import bz as bz
from tilewright.tirx.layout import cbx as cbx
from tilewright.tirx.layout import cby as cby
from tilewright.tirx.layout import cbz as cbz
from tilewright.tirx.layout import laneid as laneid
from tilewright.tirx.layout import m as m
from tilewright.tirx.layout import tid_in_wg as tid_in_wg
from tilewright.tirx.layout import tx as tx
from tilewright.tirx.layout import warpid as warpid
from tilewright.tirx.layout import wgid as wgid
from tilewright.tirx.layout import wid_in_wg as wid_in_wg

class Iter(_Node):
    """A part of an index: it takes `extent` values and moves by `stride` along `axis`."""
    axis: _Any
    extent: _PrimExpr | _Any
    stride: _PrimExpr | _Any
    def __init__(self, extent: _Any, stride: _Any, axis: _Any) -> None: ...

class Layout(_Node):
    """Base of the layouts of buffers."""
    def is_swizzle(self) -> _Any:
        """Whether places in memory are permuted."""
    __init__: _Any

def wg_local_layout(cols: _Any, rows: _Any = ...) -> _TileLayout | _Any:
    """A tile in the registers of a warpgroup: a row for each of its threads."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
