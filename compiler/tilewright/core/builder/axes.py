"""The axes of layouts by their names, and what a program that makes layouts in Python imports beside them."""

from __future__ import annotations

from tilewright.core.builder.tile_layouts import AXIS as Axis
from tilewright.core.builder.tile_layouts import R, S
from tilewright.core.ir.tile_layout import axis

bx, by, bz = axis("bx"), axis("by"), axis("bz")
cbx, cby, cbz = axis("cbx"), axis("cby"), axis("cbz")
tx, warpid, laneid = axis("tx"), axis("warpid"), axis("laneid")
wgid, tid_in_wg, wid_in_wg = axis("wgid"), axis("tid_in_wg"), axis("wid_in_wg")
m, P, F = axis("m"), axis("P"), axis("F")
Bank, TCol, TLane = axis("Bank"), axis("TCol"), axis("TLane")

__all__ = [
    "Axis",
    "Bank",
    "F",
    "P",
    "R",
    "S",
    "TCol",
    "TLane",
    "bx",
    "by",
    "bz",
    "cbx",
    "cby",
    "cbz",
    "laneid",
    "m",
    "tid_in_wg",
    "tx",
    "warpid",
    "wgid",
    "wid_in_wg",
]
