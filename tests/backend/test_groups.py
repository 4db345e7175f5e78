"""Loops over the members of groups, whose number is a quotient, get tiles: convolutions of groups, also where their columns lie apart."""

from __future__ import annotations

import numpy as np
import pytest

import tilewright
from tilewright.core.codegen.llvm import native_stages
from tilewright.core.driver.native import lower
from tilewright.script import from_source
from tilewright.target import Target

PROCESSOR = "llvm -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4"

CONVOLUTION = """
from tvm.script import tir as T

@T.prim_func
def main(X: T.Buffer(({channels}, {rows}, {columns}), "float32"), W: T.Buffer(({filters}, {members}, 3, 3), "float32"), Y: T.Buffer(({filters}, 7, 9), "float32")):
    for f, y, x, c, ry, rx in T.grid({filters}, 7, 9, {members}, 3, 3):
        with T.block("conv"):
            vf, vy, vx, vc, vry, vrx = T.axis.remap("SSSRRR", [f, y, x, c, ry, rx])
            with T.init():
                Y[vf, vy, vx] = T.float32(0)
            Y[vf, vy, vx] += X[vf // {per_group} * {members} + vc, vy * {stride} + vry, vx * {stride} + vrx] * W[vf, vc, vry, vrx]
"""


@pytest.mark.parametrize("stride", [1, 2, 3])
@pytest.mark.parametrize(("groups", "per_group", "members"), [(3, 8, 4), (2, 5, 3), (4, 4, 4), (2, 16, 8)])
def test_convolutions_of_groups_are_tiled_and_right(groups: int, per_group: int, members: int, stride: int) -> None:
    filters, channels = groups * per_group, groups * members
    rows, columns = 6 * stride + 3, 8 * stride + 3
    sizes = {"channels": channels, "rows": rows, "columns": columns, "filters": filters, "members": members}
    function = from_source(CONVOLUTION.format(per_group=per_group, stride=stride, **sizes))
    stages = list(native_stages(lower(function, PROCESSOR), Target(PROCESSOR)))
    assert "tile = T." in stages[-1][1].script()
    built = tilewright.build(function)
    rng = np.random.default_rng(0)
    x = rng.integers(-4, 5, (channels, rows, columns)).astype("float32")
    w = rng.integers(-4, 5, (filters, members, 3, 3)).astype("float32")
    y, expected = np.zeros((filters, 7, 9), "float32"), np.zeros((filters, 7, 9), "float32")
    built["main"](x, w, y)
    for f in range(filters):
        first = f // per_group * members
        for ry in range(3):
            for rx in range(3):
                seen = x[first : first + members, ry : ry + 7 * stride : stride, rx : rx + 9 * stride : stride]
                expected[f] += np.einsum("cyx,c->yx", seen[:, :7, :9], w[f, :, ry, rx])
    np.testing.assert_array_equal(y, expected)
