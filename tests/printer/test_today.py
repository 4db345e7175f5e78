"""Programs of today's spelling as TVM 0.27 prints them: sizes that are text, and vectors read with `T.Ramp`."""

from __future__ import annotations

from tilewright.ir.structural import assert_structural_equal
from tilewright.script import from_source


def test_a_size_that_is_text_and_then_made() -> None:
    printed = from_source(
        '@T.prim_func(s_tir=True)\ndef main(A: T.Buffer(("n", "m"), "float32"), B: T.Buffer((n, m), "float32")):\n'
        "    n, m = T.int32(), T.int32()\n    for i in range(n):\n        B[i, 0] = A[i, m - 1]\n"
    )
    classic = from_source(
        "@T.prim_func\ndef main(a: T.handle, b: T.handle):\n    n, m = T.int32(), T.int32()\n"
        "    A = T.match_buffer(a, (n, m))\n    B = T.match_buffer(b, (n, m))\n"
        "    for i in range(n):\n        B[i, 0] = A[i, m - 1]\n"
    )
    assert_structural_equal(printed, classic)


def test_vectors_are_read_with_ramps_and_stored_to_slices() -> None:
    func = from_source('@T.prim_func\ndef main(A: T.Buffer((8,), "float32")):\n    A[0:4] = A[0:4] + A[4:8]\n')
    assert func.script().endswith("    A[0:4] = A[0:4] + A[4:8]")
    today = func.script(spelling="tirx")
    assert today.endswith("    A[0:4] = A[T.Ramp(0, 1, 4)] + A[T.Ramp(4, 1, 4)]")
    assert_structural_equal(from_source(today), func)


def test_a_shift_by_nothing_is_dropped() -> None:
    func = from_source('@T.prim_func\ndef main(A: T.Buffer((8,), "int32")):\n    A[0] = A[1] >> 0\n')
    assert func.script().endswith("    A[0] = A[1]")


def test_vectors_of_any_number_of_lanes() -> None:
    func = from_source(
        '@T.prim_func\ndef main(A: T.Buffer((128,), "int8")):\n    v: T.int8x128 = A[T.Ramp(0, 1, 128)]\n    A[T.Ramp(0, 1, 128)] = v\n'
    )
    today = func.script(spelling="tirx")
    assert "v: T.let[T.int8x128] = " in today
    assert_structural_equal(from_source(today), func)
