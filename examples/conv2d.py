"""Two-dimensional convolution, stride 1, padding 1: a padded copy inside the function, then a reduction over three axes."""

import numpy as np

import tilewright
from tilewright.script import tir as T


@T.prim_func
def conv2d(
    X: T.Buffer((1, 8, 14, 14), "float32"),
    W: T.Buffer((16, 8, 3, 3), "float32"),
    Y: T.Buffer((1, 16, 14, 14), "float32"),
):
    padded = T.alloc_buffer((1, 8, 16, 16), "float32")
    for n, c, h, w in T.grid(1, 8, 16, 16):
        with T.block("pad"):
            vn, vc, vh, vw = T.axis.remap("SSSS", [n, c, h, w])
            padded[vn, vc, vh, vw] = T.if_then_else(
                1 <= vh and vh < 15 and 1 <= vw and vw < 15, X[vn, vc, vh - 1, vw - 1], T.float32(0)
            )
    for n, o, h, w, c, r, s in T.grid(1, 16, 14, 14, 8, 3, 3):
        with T.block("conv"):
            vn, vo, vh, vw, vc, vr, vs = T.axis.remap("SSSSRRR", [n, o, h, w, c, r, s])
            with T.init():
                Y[vn, vo, vh, vw] = T.float32(0)
            Y[vn, vo, vh, vw] = Y[vn, vo, vh, vw] + padded[vn, vc, vh + vr, vw + vs] * W[vo, vc, vr, vs]


def reference(x: np.ndarray, w: np.ndarray) -> np.ndarray:
    """The convolution in numpy."""
    padded = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
    windows: np.ndarray = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), axis=(2, 3))
    return np.einsum("nchwrs,ocrs->nohw", windows, w)


def check() -> None:
    """Build, run, and compare with numpy."""
    rng = np.random.default_rng(0)
    x = rng.standard_normal((1, 8, 14, 14), dtype=np.float32)
    w = rng.standard_normal((16, 8, 3, 3), dtype=np.float32)
    y = np.empty((1, 16, 14, 14), np.float32)
    tilewright.build(conv2d)(x, w, y)
    np.testing.assert_allclose(y, reference(x, w), rtol=1e-4, atol=1e-4)


if __name__ == "__main__":
    check()
    print("conv2d equals numpy")
