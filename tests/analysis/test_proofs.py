"""Proofs of bounds, initialisation and coverage: each kind of mistake at its place with a counter-example, and correct programs that resemble it."""

from __future__ import annotations

import pytest

from tests.analysis.test_verify import said

ONE = "A: T.Buffer((100,), 'float32'), B: T.Buffer((100,), 'float32')"
SYMBOLIC = "a: T.handle, b: T.handle, n: T.int32, m: T.int32"
ROWS = "A: T.Buffer((8, 4), 'float32'), B: T.Buffer((8,), 'float32')"


def block(loops: str, axes: str, *lines: str) -> str:
    inside = "\n        ".join((axes, *lines))
    return f"{loops}\n    with T.block('b'):\n        {inside}"


def reduction(kinds: str, init: str, update: str) -> str:
    lines = ("with T.init():", f"    {init}") if init else ()
    return block("for i, k in T.grid(8, 4):", f"vi, vk = T.axis.remap('{kinds}', [i, k])", *lines, update)


TILE = "for io, ii in T.grid(7, 16):\n    if io * 16 + ii {}:\n        A[io * 16 + ii] = 0.0"
WHERE = block("for io, ii in T.grid(7, 16):", "v = T.axis.spatial({}, io * 16 + ii)", "T.where({})", "A[v] = 0.0")
VECTOR = "S = T.match_buffer(a, (n,))\n"
MATRIX = "S = T.match_buffer(a, (n, m))\nR = T.match_buffer(b, (n, m))\n"


@pytest.mark.parametrize(
    ("body", "parameters", "sentence"),
    [
        (TILE.format("<= 100"), ONE, "io * 16 + ii: `A[io * 16 + ii]` reaches 100 when io = 6, ii = 4, and `A` has 100 elements"),
        (WHERE.format(101, "io * 16 + ii <= 100"), ONE, "v: `A[v]` reaches 100 when v = 100, and `A` has 100 elements"),
        (
            "for i in range(200):\n    if T.likely(i < 102) and not (i < 100):\n        A[i] = 0.0",
            ONE,
            "i: `A[i]` reaches 101 when i = 101, and `A` has 100 elements",
        ),
        ("for i in range(100):\n    if i // 7 == 3 and i % 7 > 4:\n        A[i * 4] = 0.0", ONE, "i * 4: `A[i * 4]` reaches 104 when i = 26, and `A` has 100 elements"),
        (
            "for i in range(100):\n    if i != 3 and A[i] > 0.0:\n        B[T.max(i, 50) + 50] = 0.0",
            ONE,
            "T.max(i, 50) + 50: the index of `B[T.max(i, 50) + 50]` is at least 100, and `B` has 100 elements",
        ),
        (
            VECTOR + "for io, ii in T.grid((n + 31) // 32, 32):\n    S[io * 32 + ii] = 0.0",
            SYMBOLIC,
            "io * 32 + ii: `S[io * 32 + ii]` reaches 1 when io = 0, ii = 1, n = 1, and `S` has n elements",
        ),
        (
            VECTOR + "for io, ii in T.grid((n + 31) // 32, 32):\n    if io * 32 + ii <= n:\n        S[io * 32 + ii] = 0.0",
            SYMBOLIC,
            "io * 32 + ii: `S[io * 32 + ii]` reaches 1 when io = 0, ii = 1, n = 1, and `S` has n elements",
        ),
        (
            MATRIX + "for i, j in T.grid(n, m):\n    S[i, j] = R[j, i]",
            SYMBOLIC,
            "j: `R[j, i]` reaches 1 when j = 1, n = 1, m = 2, and dimension 0 of `R` has n elements",
        ),
        (
            "S = T.match_buffer(a, (n * m,))\nfor i, j in T.grid(n, m):\n    S[i * n + j] = 0.0",
            SYMBOLIC,
            "i * n + j: `S[i * n + j]` reaches 6 when i = 2, n = 3, j = 0, m = 2, and `S` has n * m elements",
        ),
    ],
)  # fmt: skip
def test_an_index_that_leaves_its_buffer_has_a_counter_example(body: str, parameters: str, sentence: str) -> None:
    found = [text for text in said(body, parameters) if text.startswith("index-out-of-bounds")]
    assert found == [f"index-out-of-bounds: {sentence}"]


@pytest.mark.parametrize(
    ("body", "parameters"),
    [
        (TILE.format("< 100"), ONE),
        (WHERE.format(100, "io * 16 + ii < 100"), ONE),
        (VECTOR + "for io, ii in T.grid((n + 31) // 32, 32):\n    if T.likely(io * 32 + ii < n):\n        S[io * 32 + ii] = 0.0", SYMBOLIC),
        (VECTOR + "for i in range(n):\n    S[n - 1 - i] = 0.0", SYMBOLIC),
        (MATRIX + "for i, j in T.grid(n, m):\n    S[i, j] = R[i, m - 1 - j]", SYMBOLIC),
        ("S = T.match_buffer(a, (n * m,))\nfor i, j in T.grid(n, m):\n    S[i * m + j] = 0.0", SYMBOLIC),
        ("S = T.match_buffer(a, (n,))\nR = T.match_buffer(b, (m,))\nT.evaluate(T.assume(n <= m))\nfor i in range(n):\n    S[i] = R[i]", SYMBOLIC),
        ("for i in range(200):\n    if i == 100:\n        break\n    A[i] = 0.0", ONE),
        ("for i in range(0, 101, 3):\n    A[i] = 0.0", ONE),
        ("for i in range(400):\n    A[(i >> 2) & 63] = 0.0", ONE),
        ("for i in range(100):\n    if i < m:\n        A[i] = 0.0", f"{ONE}, m: T.int32"),
    ],
)  # fmt: skip
def test_an_index_that_stays_inside_is_not_accused(body: str, parameters: str) -> None:
    assert said(body, parameters) == []


def test_an_axis_is_compared_with_a_domain_of_unknown_size() -> None:
    body = VECTOR + block("for i in range(n):", "v = T.axis.spatial({}, i)", "S[v] = 0.0")
    assert said(body.format("n - 1"), SYMBOLIC) == [
        "axis-out-of-domain: v: the axis `v` is 0 when i = 0, n = 1, outside of its domain 0 to n - 2"
    ]
    assert said(body.replace("range(n)", "range(n - 1)").format("n"), SYMBOLIC) == [
        "axis-domain-not-covered: v: the axis `v` is never n - 1 when n = 33, but its domain is 0 to n - 1"
    ]
    assert said(body.format("n"), SYMBOLIC) == []


def test_a_predicate_that_leaves_out_the_end_of_a_domain() -> None:
    assert said(WHERE.format(100, "io * 16 + ii < 99"), ONE) == [
        "axis-domain-not-covered: v: the axis `v` is never 99, but its domain is 0 to 99"
    ]


def test_a_block_that_completes_a_result_may_cover_a_part() -> None:
    rest = WHERE.format(100, "io * 16 + ii >= 60 and io * 16 + ii < 100")
    first = block("for i in range(60):", "v = T.axis.spatial(60, i)", "A[v] = 1.0")
    assert said(f"{first}\n{rest}", ONE) == []


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("t = T.alloc_buffer((1,))\nfor i, k in T.grid(8, 4):\n    t[0] = t[0] + A[i, k]\n    B[i] = t[0]", "`t[0]` is read when i = 0, k = 0, and nothing has been stored in `t[0]` before"),
        ("t = T.alloc_buffer((8,))\nfor i in range(7):\n    t[i] = A[i, 0]\nfor i in range(8):\n    B[i] = t[i]", "`t[i]` is read when i = 7, and nothing has been stored in `t[7]` before"),
        ("t = T.alloc_buffer((8,))\nfor i in range(8):\n    B[i] = t[7 - i]\n    t[i] = A[i, 0]", "`t[7 - i]` is read when i = 0, and nothing has been stored in `t[7]` before"),
        ("t = T.alloc_buffer((8,))\nfor i in range(8):\n    if i != 5:\n        t[i] = A[i, 0]\n    B[i] = t[i]", "`t[i]` is read when i = 5, and nothing has been stored in `t[5]` before"),
        (reduction("SR", "B[0] = 0.0", "B[vi] = B[vi] + A[vi, vk]"), "`B[vi]` is read when vi = 1, and nothing has been stored in `B[1]` before"),
        (reduction("RR", "B[vi] = 0.0", "B[vi] = B[vi] + A[vi, vk]"), "`B[vi]` is read when vi = 1, and nothing has been stored in `B[1]` before"),
    ],
)  # fmt: skip
def test_an_element_that_is_read_before_it_is_stored(body: str, sentence: str) -> None:
    found = [text.split(": ", 2) for text in said(body, ROWS) if text.startswith("uninitialized-read")]
    assert [(text, said_of) for _, text, said_of in found] == [(sentence.split("`")[1], sentence)]


def test_an_element_that_only_data_decide_to_store() -> None:
    body = (
        "t = T.alloc_buffer((8,))\nfor i in range(8):\n    if A[i, 0] > 0.0:\n        t[i] = A[i, 0]\n    B[i] = t[i]"
    )
    assert said(body, ROWS) == [
        "uninitialized-read: t[i]: `t[i]` is read when i = 0, and whether anything has been stored in `t[0]` before depends on the data"
    ]


@pytest.mark.parametrize(
    "body",
    [
        reduction("SR", "B[vi] = 0.0", "B[vi] = B[vi] + A[vi, vk]"),
        "t = T.alloc_buffer((1,))\nfor i in range(8):\n    t[0] = 0.0\n    for k in range(4):\n        t[0] = t[0] + A[i, k]\n    B[i] = t[0]",
        "t = T.alloc_buffer((8,))\nfor i in range(8):\n    t[7 - i] = A[i, 0]\nfor i in range(8):\n    B[i] = t[i]",
        "t = T.alloc_buffer((8,))\nfor i in range(8):\n    t[i] = A[i, 0]\n    if i > 0:\n        B[i] = t[i - 1]\n    else:\n        B[i] = 0.0",
        "t = T.alloc_buffer((8,))\nfor i in range(8):\n    if A[i, 0] > 0.0:\n        t[i] = A[i, 0]\n    else:\n        t[i] = 0.0\n    B[i] = t[i]",
        "t = T.alloc_buffer((8,))\nfor i in range(4):\n    t[2 * i] = A[i, 0]\n    t[2 * i + 1] = A[i, 1]\nfor i in range(8):\n    B[i] = t[i]",
    ],
)
def test_memory_that_is_stored_to_first_is_not_accused(body: str) -> None:
    assert said(body, ROWS) == []


@pytest.mark.parametrize(
    ("init", "update", "sentence"),
    [
        ("B[vi] = 0.0", "T.max(B[vi], A[vi, vk])", "`B[vi]` is a maximum that starts from 0: it stays there when all values are smaller; start from `T.min_value`"),
        ("B[vi] = 0.0", "T.min(B[vi], A[vi, vk])", "`B[vi]` is a minimum that starts from 0: it stays there when all values are larger; start from `T.max_value`"),
        ("B[vi] = 1.0", "B[vi] + A[vi, vk]", "`B[vi]` is a sum that starts from 1, which is part of the result; start from 0"),
        ("B[vi] = 0.0", "B[vi] * A[vi, vk]", "`B[vi]` is a product that starts from 0 and stays 0; start from 1"),
    ],
)  # fmt: skip
def test_a_reduction_starts_from_its_identity(init: str, update: str, sentence: str) -> None:
    assert said(reduction("SR", init, f"B[vi] = {update}"), ROWS) == [f"wrong-identity: {init}: {sentence}"]


@pytest.mark.parametrize(
    ("init", "value"),
    [
        ("T.min_value('float32')", "T.max(B[vi], A[vi, vk])"),
        ("T.float32(-50000)", "T.max(B[vi], A[vi, vk])"),
        ("0.0", "T.max(B[vi], T.fabs(A[vi, vk]))"),
        ("0.0", "T.max(B[vi], A[vi, vk] * A[vi, vk])"),
        ("A[vi, 0]", "B[vi] + A[vi, vk]"),
    ],
)
def test_a_start_that_cannot_change_the_result_is_not_accused(init: str, value: str) -> None:
    assert said(reduction("SR", f"B[vi] = {init}", f"B[vi] = {value}"), ROWS) == []


def test_a_plain_loop_that_starts_from_what_the_caller_left() -> None:
    body = "for i in range(8):\n    {}for k in range(4):\n        B[i] = B[i] + A[i, k]"
    assert said(body.format(""), ROWS) == [
        "missing-init: B[i]: `B[i]` is combined over the loop `k` and starts from what the caller left in it; store the starting value before the loop, or where that is meant say so: `# tilewright: ignore[missing-init]`"
    ]
    assert said(body.format("B[i] = 0.0\n    "), ROWS) == []
    assert said("for i in range(8):\n    B[i] = B[i] + A[i, 0]", ROWS) == []


@pytest.mark.parametrize("kinds", ["SS", "plain"])
def test_an_element_that_is_stored_over_and_over(kinds: str) -> None:
    plain = "for i, k in T.grid(8, 4):\n    B[i] = A[i, k]"
    text, where = ("B[i]", "the loop over `k`") if kinds == "plain" else ("B[vi]", "the spatial axis `vk`")
    assert said(plain if kinds == "plain" else reduction(kinds, "", "B[vi] = A[vi, vk]"), ROWS) == [
        f"overwritten-element: {text}: `{text}` is stored in every iteration of {where}, and only the last value stays"
    ]


def test_an_axis_of_the_result_that_is_marked_as_a_reduction() -> None:
    parameters = "A: T.Buffer((8, 4), 'float32'), B: T.Buffer((8, 4), 'float32')"
    assert said(reduction("SR", "", "B[vi, vk] = A[vi, vk]"), parameters) == [
        "reduced-output: B[vi, vk]: each iteration of the reduction axis `vk` stores an element of its own, `B[vi, vk]`; make `vk` a spatial axis"
    ]
    assert said(reduction("SS", "", "B[vi, vk] = A[vi, vk]"), parameters) == []


def test_a_result_of_which_the_loops_leave_out_an_end() -> None:
    assert said("for i in range(99):\n    B[i] = A[i]", ONE) == [
        "unwritten-element: B[i]: nothing is stored in `B[99]`: no iteration of the loops reaches it"
    ]
    assert said("for i in range(1, 100):\n    B[i] = A[i]", ONE) == [
        "unwritten-element: B[i]: nothing is stored in `B[0]`: no iteration of the loops reaches it"
    ]


@pytest.mark.parametrize(
    "body",
    [
        "for i in range(1, 99):\n    B[i] = A[i - 1] + A[i + 1]",
        "for i in range(99):\n    B[i + 1] = A[i]",
        "for i in range(50):\n    B[i * 2] = A[i]",
        "for i in range(99):\n    B[i] = A[i]\nB[99] = 0.0",
        "B[0] = A[0]",
        "for i in range(99):\n    B[i] = B[i] + A[i]",
    ],
)
def test_a_part_of_a_result_that_is_meant_is_not_accused(body: str) -> None:
    assert said(body, ONE) == []


def test_a_function_that_keeps_its_results_to_itself() -> None:
    body = "t = T.alloc_buffer((100,))\nfor i in range(100):\n    t[i] = A[i]"
    assert said(body, ONE) == [
        "no-output: f: `f` stores nothing in its parameters and does not use `B`: a call of it changes nothing"
    ]


def test_a_counter_example_names_the_variables_in_their_order() -> None:
    body = "for i, j in T.grid(n, m):\n    B[i, j] = 100 // (i - j - 3)"
    expected = "zero-divisor: 100 // (i - j - 3): the divisor `i - j - 3` is 0 when i = 3, j = 0, m = 1, n = 4"
    assert said(body, "n: T.int32, m: T.int32, B: T.Buffer((n, m), 'int32')") == [expected]
