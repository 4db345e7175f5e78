"""Tiles of windows that overlap: convolutions of each channel by itself, and sums of neighbours, of many shapes; each vector is loaded once for all rows."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import tilewright
from tests.transform.programs import program
from tilewright.core.codegen.llvm import native_stages, translated
from tilewright.core.driver.build import build
from tilewright.core.driver.native import lower
from tilewright.transform import PassContext

Array = np.ndarray[Any, Any]
PROCESSORS = {
    32: "llvm -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 -num-cores=1",
    64: "llvm -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4 -num-cores=1",
}
DEPTHWISE = """
@T.prim_func
def main(A: T.Buffer((5, {rows}, {columns}), "{t}"), W: T.Buffer((5, {r}, {s}), "{t}"), C: T.Buffer((5, {h}, {w}), "{t}")):
    for c, y, x, r, s in T.grid(5, {h}, {w}, {r}, {s}):
        with T.block("C"):
            vc, vy, vx, vr, vs = T.axis.remap("SSSRR", [c, y, x, r, s])
            with T.init():
                C[vc, vy, vx] = T.{t}(0)
            C[vc, vy, vx] = C[vc, vy, vx] + A[vc, vy * {by} + vr * {apart}, vx * {across} + vs] * W[vc, vr, vs]
"""


def depthwise(
    h: int, w: int, r: int = 3, s: int = 3, by: int = 1, apart: int = 1, across: int = 1, t: str = "float32"
) -> str:
    rows, columns = (h - 1) * by + (r - 1) * apart + 1, (w - 1) * across + s
    return DEPTHWISE.format(h=h, w=w, r=r, s=s, by=by, apart=apart, across=across, t=t, rows=rows, columns=columns)


def convolved(a: Array, w: Array, h: int, by: int, apart: int, across: int) -> Array:
    columns = a.shape[2] - w.shape[2] + 1
    parts = [
        a[:, r * apart : r * apart + (h - 1) * by + 1 : by, s : s + columns : across].astype("float64")
        * w[:, r, s, None, None]
        for r in range(w.shape[1])
        for s in range(w.shape[2])
    ]
    return sum(parts[1:], parts[0])


def reasons(text: str, target: str) -> list[str]:
    """What was chosen for the registers."""
    stages = native_stages(lower(program(text), target), tilewright.target.Target(target))
    return next(said for name, _, said in stages if name == "RegisterTiling")


@pytest.mark.parametrize("target", ["llvm", "llvm -mattr=-avx512f", "llvm -mcpu=x86-64"])
@pytest.mark.parametrize(
    "form",
    [
        {},
        {"by": 2},
        {"apart": 2},
        {"by": 2, "across": 2},
        {"across": 2, "t": "int32"},
        {"r": 5, "s": 2},
        {"r": 9, "s": 1},
        {"t": "float64"},
        {"t": "int32"},
    ],
)
def test_windows_of_every_shape(form: dict[str, Any], target: str) -> None:
    for h, w in ((56, 56), (7, 33), (13, 8), (2, 70), (31, 17)):
        text = depthwise(h, w, **form)
        func = program(text)["main"]
        shapes = [tuple(int(size) for size in func.buffer_map[param].shape) for param in func.params]
        kind = str(form.get("t", "float32"))
        a, k = ((np.random.default_rng(h).standard_normal(shape) * 9).astype(kind) for shape in shapes[:2])
        c = np.full(shapes[2], 7, kind)
        build(program(text), target)["main"](a, k, c)
        wanted = convolved(a, k, h, form.get("by", 1), form.get("apart", 1), form.get("across", 1))
        np.testing.assert_allclose(c, wanted, 1e-4, 1e-3)


@pytest.mark.parametrize(("size", "tile"), [(32, "8 x 8"), (64, "4 x 56")])
def test_rows_share_what_they_load(size: int, tile: str) -> None:
    target, text = PROCESSORS[size], depthwise(56, 56)
    assert reasons(text, target) == [f"`C`: tiles of {tile} elements in registers, whose windows overlap along `r`"]
    assembly = translated(lower(program(text), target), tilewright.target.Target(target)).assembly
    loops = re.findall(r"^\.LBB\d+_\d+:(.*?)\bj\w+\s", assembly, re.MULTILINE | re.DOTALL)
    inner = next(loop for loop in loops if "vfmadd" in loop)
    loads = len(re.findall(r"(?:vmovups|vfmadd231ps)\s+-?\d*\(%r", inner))
    assert inner.count("vfmadd") >= 2 * loads
    assert "rsp" not in inner


def test_rows_of_which_every_second_element_is_read_share_their_vectors() -> None:
    for size, target in PROCESSORS.items():
        assert "whose windows overlap along `r`" in reasons(depthwise(28, 28, by=2, across=2), target)[0]
        text = depthwise(28, 28, by=2, across=2)
        assembly = translated(lower(program(text), target), tilewright.target.Target(target)).assembly
        assert "gather" not in assembly
        assert f"%{'ymm' if size == 32 else 'zmm'}" in assembly


def test_ordered_sums_keep_their_order() -> None:
    with PassContext(config={"tir.ordered_reductions": True}):
        assert not any("overlap" in said for said in reasons(depthwise(56, 56), PROCESSORS[32]))
    assert not any("overlap" in said for said in reasons(depthwise(56, 56, by=3), PROCESSORS[32]))
