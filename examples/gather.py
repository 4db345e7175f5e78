"""Rows of a table picked by a list of indices: an access that depends on data."""

import numpy as np

import tilewright
from tilewright.script import tir as T


@T.prim_func
def gather(table: T.Buffer((100, 32), "float32"), index: T.Buffer((17,), "int64"), out: T.Buffer((17, 32), "float32")):
    for i, j in T.grid(17, 32):
        with T.block("gather"):
            vi, vj = T.axis.remap("SS", [i, j])
            out[vi, vj] = table[index[vi], vj]


def check() -> None:
    """Build, run, and compare with numpy."""
    rng = np.random.default_rng(0)
    table = rng.standard_normal((100, 32), dtype=np.float32)
    index = rng.integers(0, 100, 17)
    out = np.empty((17, 32), np.float32)
    tilewright.build(gather)(table, index, out)
    np.testing.assert_array_equal(out, table[index])


if __name__ == "__main__":
    check()
    print("gather equals numpy")
