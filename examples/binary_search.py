"""Data-dependent control: a `while` loop finds where each value belongs in a sorted list."""

import numpy as np

import tilewright
from tilewright.script import tir as T


@T.prim_func
def search(
    sorted_values: T.Buffer((1000,), "float64"), wanted: T.Buffer((64,), "float64"), place: T.Buffer((64,), "int32")
):
    low = T.alloc_buffer((1,), "int32")
    high = T.alloc_buffer((1,), "int32")
    for i in range(64):
        low[0] = 0
        high[0] = 1000
        while low[0] < high[0]:
            middle: T.int32 = (low[0] + high[0]) // 2
            if sorted_values[middle] < wanted[i]:
                low[0] = middle + 1
            else:
                high[0] = middle
        place[i] = low[0]


def check() -> None:
    """Build, run, and compare with numpy."""
    rng = np.random.default_rng(0)
    values, wanted = np.sort(rng.random(1000)), rng.random(64)
    place = np.empty(64, np.int32)
    tilewright.build(search)(values, wanted, place)
    np.testing.assert_array_equal(place, np.searchsorted(values, wanted))


if __name__ == "__main__":
    check()
    print("search equals numpy")
