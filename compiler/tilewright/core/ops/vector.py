"""Rows for parts of vectors, and vectors whose length the target decides."""

from __future__ import annotations

from tilewright.core.ops.memory import DTYPE
from tilewright.core.ops.op import Op, Param, Special

_VECTOR = Param("vec", doc="A vector with an even number of lanes.")


def _part(name: str, doc: str, params: tuple[Param, ...]) -> Op:
    return Op(
        f"tir.{name}",
        name,
        (DTYPE, *params),
        doc,
        "dtype",
        lower=Special(name),
        dtype_position="first",
        group="vectors",
    )


ROWS = (
    _part("vectorlow", "The first half of a vector.", (_VECTOR,)),
    _part("vectorhigh", "The second half of a vector.", (_VECTOR,)),
    _part(
        "vectorcombine",
        "The lanes of `vec1`, then those of `vec2`.",
        (Param("vec1", doc="The first half."), Param("vec2", doc="The second half.")),
    ),
    _part(
        "get_active_lane_mask",
        "For each lane k whether `base` + k is below `limit`: the mask of the last, partial vector of a loop.",
        (Param("base", doc="Index of the first lane."), Param("limit", doc="The end of the loop.")),
    ),
    Op(
        "tir.vscale",
        "vscale",
        (),
        "How many times longer the target's scalable vectors are than the smallest; known only when the program runs.",
        "int32",
        lower=Special("vscale"),
        group="vectors",
    ),
)
