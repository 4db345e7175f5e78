"""The verifier: every code's example gets it, and programs that are right get nothing."""

from __future__ import annotations

import textwrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.core.analyze import analyze
from tilewright.core.base.codes.code import Code
from tilewright.core.base.codes.semantics import CODES
from tilewright.core.base.diagnostics import Diagnostic
from tilewright.core.base.source import Source
from tilewright.core.frontend.environment import Static
from tilewright.core.frontend.parse import parse
from tilewright.project.fixing import spliced

HEADER = "from tilewright.script import tir as T\n\n"


def diagnostics(text: str) -> tuple[Diagnostic, ...]:
    return parse(Source(HEADER + text), Static()).diagnostics


def said(body: str, parameters: str = "A: T.Buffer((128,), 'float32'), B: T.Buffer((128, 64), 'float32')") -> list[str]:
    """`code: text under the caret: sentence` of each diagnostic of a function with this body."""
    text = f"@T.prim_func\ndef f({parameters}):\n{textwrap.indent(textwrap.dedent(body).strip(), '    ')}\n"
    return [f"{found.code}: {found.span.text}: {found.message}" for found in diagnostics(text)]


@pytest.mark.parametrize("code", [code for code in CODES if code.example], ids=lambda code: code.name)
def test_example_of_the_catalogue_gets_its_code(code: Code) -> None:
    assert {found.code for found in diagnostics(code.example)} == {code.name}


@pytest.mark.parametrize("code", [code for code in CODES if code.fixed], ids=lambda code: code.name)
def test_mended_example_is_clean(code: Code) -> None:
    assert diagnostics(code.fixed) == ()


def test_out_of_bounds_names_the_point() -> None:
    assert said("for i in range(128):\n    A[i + 1] = 0.0") == [
        "index-out-of-bounds: i + 1: `A[i + 1]` reaches 128 when i = 127, and `A` has 128 elements"
    ]
    assert said("for i, j in T.grid(128, 64):\n    B[i, j] = B[i, j - 1]") == [
        "index-out-of-bounds: j - 1: `B[i, j - 1]` reaches -1 when j = 0, and dimension 1 of `B` has 64 elements"
    ]
    assert said("A[200] = 0.0") == ["index-out-of-bounds: 200: `A[200]` reaches 200, and `A` has 128 elements"]


@pytest.mark.parametrize(
    ("jump", "sentences"),
    [("continue", 0), ("break", 0), ("T.continue_loop()", 0), ("T.evaluate(0)", 1)],
)
def test_what_stands_behind_a_jump_is_guarded(jump: str, sentences: int) -> None:
    body = f"for i in range(256):\n    if i >= 128:\n        {jump}\n    A[i] = 0.0"
    assert len(said(body)) == sentences
    other = f"for i in range(256):\n    if i < 128:\n        A[i] = 1.0\n    else:\n        {jump}\n    A[i] = 0.0"
    assert len(said(other)) == sentences


def test_out_of_bounds_through_a_block_axis() -> None:
    body = """
        for i, j in T.grid(16, 8):
            with T.block("b"):
                vi = T.axis.spatial(128, i * 8 + j)
                A[vi] = B[vi, 0] + B[vi + 1, 0]
    """
    assert said(body) == [
        "index-out-of-bounds: vi + 1: `B[vi + 1, 0]` reaches 128 when vi = 127, and dimension 0 of `B` has 128 elements"
    ]


def test_out_of_bounds_in_a_vector() -> None:
    assert said("A[T.ramp(120, 1, 16)] = T.broadcast(T.float32(0), 16)") == [
        "index-out-of-bounds: T.ramp(120, 1, 16): `A[T.ramp(120, 1, 16)]` reaches 135, and `A` has 128 elements"
    ]


def test_out_of_bounds_in_symbolic_sizes() -> None:
    symbolic = "a: T.handle, n: T.int32"
    assert said("S = T.match_buffer(a, (n,))\nfor i in range(n):\n    S[i + 1] = 0.0", symbolic) == [
        "index-out-of-bounds: i + 1: `S[i + 1]` reaches n when i = n - 1, and `S` has n elements"
    ]
    assert said("S = T.match_buffer(a, (n,))\nS[n] = 0.0", symbolic) == [
        "index-out-of-bounds: n: `S[n]` reaches n, and `S` has n elements"
    ]
    assert said("S = T.match_buffer(a, (n,))\nfor i in range(n):\n    S[i] = 0.0", symbolic) == []
    assert said("S = T.match_buffer(a, (n,))\nfor i in range(n - 1):\n    S[i + 1] = S[i]", symbolic) == []


def test_a_value_that_the_index_and_its_conditions_share_is_named_once() -> None:
    assert said("A[n % 200] = 0.0", "A: T.Buffer((128,), 'float32'), n: T.int32") == [
        "index-out-of-bounds: n % 200: `A[n % 200]` reaches 128 when n = 128, and `A` has 128 elements"
    ]


def test_impossible_in_every_iteration_even_under_an_unknown_condition() -> None:
    assert said("for i in range(8):\n    if A[i] > 0.0:\n        A[i + 128] = 0.0") == [
        "index-out-of-bounds: i + 128: the index of `A[i + 128]` is at least 128, and `A` has 128 elements"
    ]


@pytest.mark.parametrize(
    "body",
    [
        "for i in range(128):\n    if i < 127:\n        A[i + 1] = 0.0",
        "for i in range(128):\n    if i >= 1:\n        A[i - 1] = 0.0",
        "for i in range(128):\n    if i == 0:\n        A[i] = 0.0\n    else:\n        A[i] = A[i - 1]",
        "for i in range(128):\n    if A[i] > 0.0:\n        A[i + 1] = 0.0",
        "for i in range(128):\n    A[i] = T.if_then_else(i < 127, B[i + 1, 0], T.float32(0))",
        "for i in range(128):\n    A[i] = T.if_then_else(i >= 1 and i < 127, B[i - 1, 0] + B[i + 1, 0], T.float32(0))",
        "for i in range(128):\n    if i > 0 and A[i - 1] > 0.0:\n        A[i] = 0.0",
        "for i in range(12):\n    for j in range(11):\n        if i * 11 + j < 128:\n            A[i * 11 + j] = 0.0",
        "for i in range(128):\n    for j in range(i):\n        A[i - j - 1] = 0.0",
        "for i in range(127, 128):\n    A[i] = 0.0",
        "for i in range(0):\n    A[i + 500] = 0.0",
        "for i in range(16):\n    A[(i * 37) % 128] = B[i // 2, i % 2]",
        "for i in range(256):\n    A[T.min(i, 127)] = 0.0",
        "for i in T.serial(128):\n    k: T.int32 = i // 2\n    A[k] = B[k, 0]",
        "i = T.int32()\nwith T.let(i, 3):\n    A[i] = 0.0",
        "for i in T.parallel(128):\n    A[i] = 0.0",
        "for i in T.parallel(128):\n    s = T.decl_buffer((1,), scope='local')\n    s[0] = A[i]\n    A[i] = s[0]",
        "for i in T.vectorized(64):\n    A[i * 2] = 1.0",
        "for i in T.thread_binding(128, thread='threadIdx.x'):\n    A[i] = 0.0",
        "for i in range(128):\n    with T.block('b'):\n        vi = T.axis.spatial(128, i)\n        A[vi] = A[vi] * T.float32(2)",
        "for i in range(11):\n  for j in range(12):\n    with T.block('b'):\n        T.where(i * 12 + j < 128)\n"
        "        vi = T.axis.spatial(128, i * 12 + j)\n        A[vi] = 0.0",
        "for i in range(128):\n    with T.block('zero'):\n        vi = T.axis.spatial(128, i)\n        A[vi] = 0.0\n"
        "for i, k in T.grid(128, 64):\n    with T.block('sum'):\n        vi, vk = T.axis.remap('SR', [i, k])\n        A[vi] = A[vi] + B[vi, vk]",
        "for i in range(8):\n    with T.block('outer'):\n        vi = T.axis.spatial(8, i)\n        for j in range(16):\n"
        "            with T.block('inner'):\n                vj = T.axis.spatial(128, vi * 16 + j)\n                A[vj] = 0.0",
        "for i in range(1):\n    with T.block('b'):\n        vi = T.axis.spatial(1, i)\n        A[0] = 0.0",
        "with T.block('root'):\n    t = T.alloc_buffer((128,))\n    for i in range(128):\n        with T.block('b'):\n"
        "            vi = T.axis.spatial(128, i)\n            t[vi] = A[vi]\n            A[vi] = t[vi]",
        "for i in range(8):\n    with T.block('b'):\n        vi = T.axis.spatial(8, i)\n        T.reads(A[vi * 16:vi * 16 + 16])\n"
        "        T.writes(B[0:16, vi])\n        S = T.match_buffer(A[vi * 16:vi * 16 + 16], (16,), offset_factor=16)\n"
        "        for j in range(16):\n            B[j, vi] = S[j]",
        "while A[0] > 0.0:\n    A[0] = A[0] - T.float32(1)",
        "tx = T.launch_thread('threadIdx.x', 128)\nA[tx] = 0.0",
        "t = T.allocate([16], 'float32', 'global')\nS = T.Buffer((16,), data=t)\nfor i in range(16):\n    S[i] = A[i]\n    A[i] = S[i]",
        "t = T.decl_buffer((16,))\nfor i in range(16):\n    t[i] = A[i]\n    A[i] = t[i]",
    ],
)
def test_what_is_right_gets_nothing(body: str) -> None:
    assert said(body) == []


def test_axis_that_leaves_its_domain() -> None:
    body = "for i, j in T.grid(11, 12):\n    with T.block('b'):\n        vi = T.axis.spatial(128, i * 12 + j)\n        A[T.min(vi, 127)] = 0.0"
    assert said(body) == [
        "axis-out-of-domain: vi: the axis `vi` is 131 when i = 10, j = 11, outside of its domain 0 to 127"
    ]


AXIS = """@T.prim_func
def f(A: T.Buffer((16,), "float32"), b: T.handle, n: T.int32):
    B = T.match_buffer(b, (n,), "float32")
    for i in range({}):
        with T.block("b"):
            v = T.axis.{}
            B[T.min(v, n - 1)] = A[T.min(v, 15)]
"""


@pytest.mark.parametrize(
    ("size", "axis", "end", "fixed"),
    [
        ("16", "spatial(i, 16)", "its arguments are exchanged: the domain comes first", "spatial(16, i)"),
        ("12", "opaque(i, 16)", "its arguments are exchanged: the domain comes first", "opaque(16, i)"),
        ("n", "spatial(i, n)", "its arguments are exchanged: the domain comes first", "spatial(n, i)"),
        ("16", "spatial(16, i + 16)", "not below its end in any iteration", None),
        ("n", "spatial(n, i + n)", "not below its end in any iteration", None),
        ("17", "spatial(16, i)", "outside of its domain 0 to 15", "spatial(16, i)\n            T.where(i < 16)"),
    ],
)
def test_the_fix_of_an_axis_outside_of_its_domain_leaves_iterations_to_run(
    size: str, axis: str, end: str, fixed: str | None
) -> None:
    text = HEADER + AXIS.format(size, axis)
    found = next(each for each in analyze(text).diagnostics if each.code == "axis-out-of-domain")
    assert found.message.endswith(end)
    after = spliced(text, [edit for each in found.fixes for edit in each.edits])
    assert after == (text if fixed is None else HEADER + AXIS.format(size, fixed))


def test_guarded_race_is_none() -> None:
    assert said("for i in T.parallel(128):\n    if i == 3:\n        A[0] = B[i, 0]") == []
    assert [text.split(":")[0] for text in said("for i in T.parallel(128):\n    A[0] = B[i, 0]")] == ["parallel-race"]


def test_reduction_over_a_parallel_loop_is_a_race() -> None:
    body = """
        for i in range(128):
            for k in T.parallel(64):
                with T.block("sum"):
                    vi, vk = T.axis.remap("SR", [i, k])
                    with T.init():
                        A[vi] = T.float32(0)
                    A[vi] = A[vi] + B[vi, vk]
    """
    assert [text.split(":")[0] for text in said(body)] == ["parallel-race"]


@settings(max_examples=60, deadline=None)
@given(
    st.tuples(st.integers(1, 5), st.integers(1, 5)),
    st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.integers(-4, 12)),
    st.sampled_from(["", "i + j < 4", "i > 1", "j % 2 == 0", "i * 3 < j", "A[i] > T.float32(0)"]),
    st.sampled_from(["{}", "({}) // 2", "({}) % 7", "T.max({}, 0)"]),
)
def test_out_of_bounds_is_said_exactly_of_programs_that_are(
    extents: tuple[int, int], factors: tuple[int, int, int], guard: str, shape: str
) -> None:
    """Never of a program that stays inside; an unguarded sum that leaves is always found."""
    index = shape.format(f"i * {factors[0]} + j * {factors[1]} + {factors[2]}")
    store = f"A[{index}] = T.float32(0)"
    inner = f"        if {guard}:\n            {store}" if guard else f"        {store}"
    found = said(
        f"for i in range({extents[0]}):\n    for j in range({extents[1]}):\n{inner}", "A: T.Buffer((10,), 'float32')"
    )
    scope = {"T": type("T", (), {"max": staticmethod(max)})}
    points = [{"i": i, "j": j, **scope} for i in range(extents[0]) for j in range(extents[1])]
    if "A[" not in guard:
        points = [point for point in points if not guard or eval(guard, dict(point))]
    leaves = any(not 0 <= eval(index, dict(point)) < 10 for point in points)
    if any(text.startswith("index-out-of-bounds") for text in found):
        assert leaves
    elif not guard and shape == "{}":
        assert not leaves


def races(body: str) -> list[str]:
    return [text.split(": ", 2)[2] for text in said(body) if text.startswith("parallel-race")]


def test_race_between_neighbours_names_two_iterations() -> None:
    assert races("for i in T.parallel(127):\n    A[i + 1] = A[i]") == [
        "iteration i = 0 writes `A[1]`, which iteration i = 1 reads"
    ]
    assert races("for i in T.parallel(127):\n    A[i] = A[i + 1] + T.float32(1)") == [
        "iteration i = 1 writes `A[1]`, which iteration i = 0 reads"
    ]
    assert races("for i in T.parallel(64):\n    A[i // 2] = B[i, 0]") == [
        "iteration i = 0 writes `A[0]`, which iteration i = 1 writes too"
    ]
    assert races("for i in T.parallel(64):\n    for j in range(64):\n        A[i + j] = B[i, j]") == [
        "iteration i = 1 writes `A[1]`, which iteration i = 0 writes too"
    ]
    assert races("for i in T.parallel(64):\n    if i < 2:\n        A[0] = B[i, 0]") == [
        "iteration i = 0 writes `A[0]`, which iteration i = 1 writes too"
    ]


def test_race_under_a_condition_on_data() -> None:
    assert races("for i in T.vectorized(16):\n    if A[i] > 0.0:\n        B[0, 0] = A[i]") == [
        "the iterations of the vectorized loop `i` for which the condition holds write the same `B[0, 0]`"
    ]


@pytest.mark.parametrize(
    "body",
    [
        "for i in T.parallel(126):\n    B[i, 0] = A[i] + A[i + 1] + A[i + 2]",
        "for i in T.parallel(64):\n    A[i * 2 + 1] = A[i * 2]",
        "for i in T.parallel(64):\n    A[i] = A[i + 64]",
        "for i in T.parallel(8):\n    for j in range(16):\n        A[i * 16 + j] = A[i * 16 + j] + T.float32(1)",
        "for i in T.parallel(8):\n    for j in range(15):\n        A[i * 16 + j + 1] = A[i * 16 + j]",
        "for i in T.parallel(128):\n    for j in range(63):\n        B[i, j + 1] = B[i, j]",
        "for i in range(127):\n    for j in T.parallel(64):\n        B[i + 1, j] = B[i, j]",
        "for i in T.parallel(128):\n    if i % 2 == 1:\n        A[i] = A[i - 1]",
        "for i in T.parallel(64):\n    if A[i] == 3.0:\n        B[0, 0] = A[i]",
        "for i in T.parallel(127):\n    A[i + 1] = T.if_then_else(i == 0, A[0], B[i, 0])",
        "for i in T.vectorized(127):\n    A[i] = A[i + 1]",
        "for i in T.vectorized(64):\n    A[i + 1] = T.float32(1)\n    B[i, 0] = A[i]",
        "for i in T.parallel(1):\n    A[i + 1] = A[i]",
    ],
)
def test_iterations_that_never_meet_are_no_race(body: str) -> None:
    assert races(body) == []


def test_break_out_of_a_parallel_loop() -> None:
    assert said("for i in T.parallel(16):\n    if A[i] > 1.0:\n        break\n    A[i] = 0.0") == [
        "break-at-once: break: `break` leaves the parallel loop `i`, whose iterations run at the same time: later ones may have run already; use a serial loop, or a condition"
    ]
    inner = "for i in T.parallel(16):\n    for j in range(8):\n        if B[i, j] > 1.0:\n            break\n        B[i, j] = 0.0"
    assert said(inner) == []


SUM = """
    for i, j in T.grid(128, 64):
        with T.block("b"):
            vi, vj = T.axis.remap("{}", [i, j])
            with T.init():
                A[vi] = T.float32(0)
            A[vi] += B[vi, vj]
"""


def test_spatial_axis_that_is_summed_over() -> None:
    assert said(SUM.format("SS")) == [
        "spatial-sum: A[vi]: `T.init` sets `A[vi]` again in every iteration of the axis `vj`; "
        "to sum over it, make it a reduction axis"
    ]
    assert said(SUM.format("SR")) == []


def test_axis_of_a_matched_part_is_used() -> None:
    body = """
        for i in range(128):
            with T.block("b"):
                vi = T.axis.spatial(128, i)
                M = T.match_buffer(B[vi, 0:64], (1, 64), "float32", strides=["s0", "s1"], offset_factor=1)
                for j in range(64):
                    M[0, j] = 0.0
    """
    assert said(body) == []


def test_reads_of_what_nothing_wrote() -> None:
    assert said("C = T.alloc_buffer((128,))\nfor i in range(128):\n    A[i] = C[i]") == [
        "unwritten-buffer: C[i]: `C[i]` is read, but nothing stores to `C`"
    ]
    filled = "C = T.alloc_buffer((128,))\nT.evaluate(T.call_extern('int32', 'fill', C.data))\nfor i in range(128):\n    A[i] = C[i]"
    assert said(filled) == []


NUMBERS = "N: T.Buffer((16,), 'int32'), L: T.Buffer((16,), 'int64')"


def test_shifts_by_the_width_and_more() -> None:
    assert said("N[0] = N[0] << 40\nN[1] = N[1] >> 31\nL[0] = L[0] << 40\nN[2] = N[2] >> -1", NUMBERS) == [
        "shift-range: N[0] << 40: int32 has 32 bits, and is shifted left by 40",
        "shift-range: N[2] >> -1: int32 has 32 bits, and is shifted right by -1",
    ]


def test_loops_that_end_before_they_begin() -> None:
    assert said("for i in range(-4):\n    A[i] = 0.0") == [
        "backward-loop: i: the loop `i` never runs: it begins at 0 and ends before -4"
    ]
    assert said("for i in range(4, 4):\n    A[i] = 0.0") == []


def test_values_that_nothing_takes() -> None:
    assert said("A[0] + 1.0") == ["discarded-value: A[0] + 1.0: the value of `A[0] + 1.0` is computed but not used"]
    assert said("T.evaluate(A[0] + 1.0)\nT.call_extern('int32', 'rand')\n0") == []


def test_function_that_never_returns_what_it_says() -> None:
    head = "@T.prim_func\ndef f(n: T.int32) -> T.int32:\n"
    assert [(found.code, found.span.text) for found in diagnostics(head + "    T.evaluate(n)\n")] == [
        ("missing-return", "f")
    ]
    assert diagnostics(head + "    if n > 0:\n        return n\n    return 0\n") == ()


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ("if n > 0:\n    return n", "if n > 0"),
        ("if n > 0:\n    return n\nelse:\n    T.evaluate(n)", "T.evaluate(n)"),
        ("if n > 0:\n    return n\nelif n == 0:\n    return 0", "elif n == 0"),
        ("for i in range(n):\n    return i", "for i in range(n)"),
        ("while n > 0:\n    return n", "while n > 0"),
        ("if n > 0:\n    return n\nelse:\n    return 0", None),
        ("for i in range(4):\n    return i", None),
        ("T.evaluate(n)\nreturn n", None),
        ("x: T.int32 = n + 1\nif x > 0:\n    return x\nT.evaluate(T.ret(n))", None),
        ("with T.block('b'):\n    T.reads()\n    T.writes()\n    return n", None),
    ],
)
def test_ways_to_the_end_without_a_return(body: str, place: str | None) -> None:
    program = "@T.prim_func\ndef f(n: T.int32) -> T.int32:\n" + textwrap.indent(body, "    ")
    found = [each.span.text for each in diagnostics(program) if each.code == "missing-return"]
    assert found == ([] if place is None else [place])
