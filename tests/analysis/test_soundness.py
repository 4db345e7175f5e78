"""What a checked run catches the analysis has reported, and what it reports with a counter-example fails there.

Programs are drawn at random: tiles, conditions, blocks with predicates and inits, memory of their own, sizes known and unknown.
"""

from __future__ import annotations

import re
import textwrap
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.analysis.test_verify import HEADER
from tilewright.core.base.diagnostics import Diagnostic
from tilewright.core.base.source import Source
from tilewright.core.frontend.environment import Static
from tilewright.core.frontend.parse import parse
from tilewright.core.interpret import UninitializedRead, run_checked
from tilewright.core.ir.function import PrimFunc

OUTSIDE = {"index-out-of-bounds", "axis-out-of-domain"}
UNSET = {"uninitialized-read", "unwritten-buffer", "missing-init"}
SIZES = range(1, 10)


@st.composite
def nests(draw: st.DrawFn, size: str, number: int) -> str:
    """One loop nest that stores to `t` or `B` what it reads from `A` or `t`."""
    tile = draw(st.integers(2, 4))
    extent = st.sampled_from([size, f"{size} - 1", f"{size} + 1"])
    if draw(st.booleans()):
        parts = draw(
            st.sampled_from([f"({size} + {tile - 1}) // {tile}", f"{size} // {tile}", f"({size} + {tile}) // {tile}"])
        )
        head, index = f"for o, i in T.grid({parts}, {tile}):", f"o * {tile} + i"
    else:
        first = draw(st.sampled_from(["", "", "1, "]))
        head, index = f"for i in range({first}{draw(extent)}):", "i"
    guard = draw(
        st.sampled_from(
            [
                "",
                f"{index} < {size}",
                f"{index} <= {size}",
                f"{index} >= 1 and {index} < {size}",
                f"i < 2 or {index} == {size} - 1",
            ]
        )
    )
    target, source = draw(st.sampled_from(["t", "t", "B"])), draw(st.sampled_from(["A", "t"]))
    place, other = (
        index,
        draw(st.sampled_from(["{}", "{}", "{} - 1", "{} + 1", f"{size} - 1 - ({{}})", "({}) // 2", "T.min({}, 2)"])),
    )
    if draw(st.booleans()):
        place, body = "v", [f"with T.block('b{number}'):"]
        body += [f"    T.where({guard})"] if guard else []
        body += [f"    v = T.axis.spatial({draw(extent)}, {index})"]
        lines = [*body, *[f"    {line}" for line in stores(draw, target, source, place, other)]]
    else:
        lines = stores(draw, target, source, place, other)
        lines = [f"if {guard}:", *[f"    {line}" for line in lines]] if guard else lines
    return "\n".join([head, *[f"    {line}" for line in lines]])


def stores(draw: st.DrawFn, target: str, source: str, place: str, other: str) -> list[str]:
    shape = draw(st.sampled_from(["{t}[{p}] = {s}[{o}] + 1", "{t}[{p}] = {t}[{p}] + {s}[{o}]", "{t}[{p}] = 0"]))
    return [shape.format(t=target, s=source, p=place, o=other.format(place))]


@st.composite
def sums(draw: st.DrawFn, size: str, number: int) -> str:
    """A reduction with an init, which may be of another element, over axes that may be of the wrong kind."""
    kinds = draw(st.sampled_from(["SR", "SR", "RR", "SS"]))
    zero, to = draw(st.sampled_from([("vi", "vi"), ("vi", "vi"), ("vi + 1", "vi"), ("0", "vi")]))
    init = [f"        with T.init():\n            t[{zero}] = 0"] if draw(st.integers(0, 3)) else []
    update = f"        t[{to}] = t[{to}] + A[vk]"
    return "\n".join(
        [f"for i, k in T.grid({size}, {draw(st.sampled_from([size, '3']))}):", f"    with T.block('b{number}'):",
         f"        vi, vk = T.axis.remap('{kinds}', [i, k])", *init, update]
    )  # fmt: skip


@st.composite
def programs(draw: st.DrawFn) -> str:
    """The text of a function over `A` and `B` of one size, a number or the variable `n`."""
    number = draw(st.integers(1, 9))
    size = draw(st.sampled_from([str(number), "n"]))
    body = [draw(nests(size, count) | sums(size, count)) for count in range(draw(st.integers(1, 3)))]
    room = draw(st.sampled_from([size, size, f"{size} + 1"]))
    head = ["n = T.int32()"] if size == "n" else []
    head += [f"A = T.match_buffer(a, ({size},), 'int32')", f"B = T.match_buffer(b, ({size},), 'int32')"]
    lines = [*head, f"t = T.alloc_buffer(({room},), 'int32')", *body]
    return "@T.prim_func\ndef f(a: T.handle, b: T.handle):\n" + textwrap.indent("\n".join(lines), "    ") + "\n"


def analysed(text: str) -> tuple[PrimFunc | None, tuple[Diagnostic, ...]]:
    found = parse(Source(HEADER + text), Static())
    func: Any = found.values.get("f")
    return func, found.diagnostics


def failure(func: PrimFunc, size: int) -> str | None:
    """How a checked run with arrays of this size fails."""
    try:
        run_checked(func, np.ones(size, "int32"), np.ones(size, "int32"))
    except IndexError:
        return "outside"
    except UninitializedRead:
        return "unset"
    return None


def sizes_of(func: PrimFunc) -> tuple[int, ...]:
    extents = [buffer.shape[0] for buffer in func.buffer_map.values()]
    known = getattr(extents[0], "value", None)
    return tuple(SIZES) if known is None else (known,)


def judge(text: str) -> None:
    func, diagnostics = analysed(text)
    if func is None:
        return
    codes = {found.code for found in diagnostics}
    sizes = sizes_of(func)
    failures = {size: failure(func, size) for size in sizes}
    if "outside" in failures.values():
        assert codes & OUTSIDE, text
    if "unset" in failures.values():
        assert codes & (OUTSIDE | UNSET), text
    for found in diagnostics:
        if found.code in {"index-out-of-bounds", "uninitialized-read"}:
            named = re.search(r"\bn = (\d+)", found.message)
            tried = [int(named[1])] if named else sizes
            assert any(failures.get(size, failure(func, size)) for size in tried), f"{found.message}\n{text}"


@settings(max_examples=150, deadline=None, derandomize=True)
@given(programs())
def test_analysis_and_checked_run_agree(text: str) -> None:
    judge(text)


@st.composite
def counters(draw: st.DrawFn) -> str:
    """The text of a function with a counter in memory that a loop moves, and that may be set back under a condition."""
    number, small = draw(st.integers(3, 9)), st.integers(0, 3)
    limit = draw(st.sampled_from([number - 1, number, number + 1]))
    in_while = draw(st.booleans())
    head = f"while c[0] {draw(st.sampled_from(['<', '<=']))} {limit}:" if in_while else f"for i in range({limit * 2}):"
    store = f"B[c[0]{draw(st.sampled_from(['', '', ' + 1', ' - 1']))}] = A[0]"
    step = f"c[0] = c[0] + {draw(st.integers(1, 2))}"
    back = [
        f"c[0] {draw(st.sampled_from(['>', '>=', '==']))} {limit}",
        f"i % {draw(st.integers(2, 9))} == {draw(small)}",
    ]
    reset = [] if in_while else [f"if {draw(st.sampled_from(back))}:\n        c[0] = {draw(small)}"]
    body = draw(st.permutations([store, step, *reset]))
    lines = [
        f"A = T.match_buffer(a, ({number},), 'int32')",
        f"B = T.match_buffer(b, ({number},), 'int32')",
        "c = T.alloc_buffer((1,), 'int32')",
        f"c[0] = {draw(small)}",
        head,
        *[f"    {line}" for line in body],
        *draw(st.sampled_from([[], ["B[c[0]] = 0"]])),
    ]
    return "@T.prim_func\ndef f(a: T.handle, b: T.handle):\n" + textwrap.indent("\n".join(lines), "    ") + "\n"


@settings(max_examples=150, deadline=None, derandomize=True)
@given(counters())
def test_analysis_and_checked_run_agree_about_counters(text: str) -> None:
    judge(text)


@st.composite
def searches(draw: st.DrawFn) -> str:
    """The text of a function that looks through `A` from some place on while its elements are positive, and asks for the ends of it in some order."""
    number, step = draw(st.integers(3, 9)), draw(st.sampled_from([-1, 1]))
    parts = [f"A[c[0]{draw(st.sampled_from(['', '', ' + 1', ' - 1']))}] > 0"]
    low = f"c[0] >= {draw(st.integers(-1, 1))}"
    high = f"c[0] {draw(st.sampled_from(['<', '<=']))} {number + draw(st.integers(-1, 1))}"
    parts += draw(st.sampled_from([[low, high], [low, high], [low], [high]]))
    lines = [
        f"A = T.match_buffer(a, ({number},), 'int32')",
        f"B = T.match_buffer(b, ({number},), 'int32')",
        "c = T.alloc_buffer((1,), 'int32')",
        f"c[0] = {draw(st.integers(1, number - 2))}",
        f"while {' and '.join(draw(st.permutations(parts)))}:",
        f"    c[0] = c[0] + {step}",
        "B[0] = c[0]",
    ]
    return "@T.prim_func\ndef f(a: T.handle, b: T.handle):\n" + textwrap.indent("\n".join(lines), "    ") + "\n"


@settings(max_examples=150, deadline=None, derandomize=True)
@given(searches())
def test_conditions_that_are_asked_late_are_reported_where_they_fail(text: str) -> None:
    func, diagnostics = analysed(text)
    assert func is not None
    (size,) = sizes_of(func)
    reported = [found for found in diagnostics if found.code == "index-out-of-bounds"]
    fails = failure(func, size) == "outside"
    assert fails or not reported, text
    asked = re.search(r"while (.*):", text)
    assert asked is not None
    is_late = re.match(r"A\[c\[0\]\] > 0 and (c\[0\] >= 0|c\[0\] < " + str(size) + ")$", asked[1])
    assert reported or not (fails and is_late), text


@st.composite
def choices(draw: st.DrawFn) -> str:
    """The text of a function that reads a neighbour of elements where floating-point data say so."""
    number = draw(st.integers(3, 9))
    read = f"A[i{draw(st.sampled_from(['', ' + 1', ' - 1', ' + 2']))}]"
    guard = f"X[i] {draw(st.sampled_from(['>', '<', '>=']))} T.float32({draw(st.integers(-1, 1))})"
    more = draw(st.sampled_from(["", "i > 0 and ", f"i < {number - 1} and "]))
    form = draw(st.sampled_from(["if {g}:\n        B[i] = {r}", "B[i] = T.if_then_else({g}, {r}, T.int32(0))"]))
    lines = [
        f"X = T.match_buffer(x, ({number},), 'float32')",
        f"A = T.match_buffer(a, ({number},), 'int32')",
        f"B = T.match_buffer(b, ({number},), 'int32')",
        f"for i in range({number - draw(st.integers(0, 1))}):",
        f"    {form.format(g=more + guard, r=read)}",
    ]
    head = "@T.prim_func\ndef f(x: T.handle, a: T.handle, b: T.handle):\n"
    return head + textwrap.indent("\n".join(lines), "    ") + "\n"


@settings(max_examples=150, deadline=None, derandomize=True)
@given(choices())
def test_reads_that_data_lead_outside_are_those_that_are_reported(text: str) -> None:
    func, diagnostics = analysed(text)
    assert func is not None
    (size, *_) = sizes_of(func)
    fails = any(_leaves(func, np.full(size, value, "float32")) for value in (-5, 5))
    assert fails == any(found.code == "index-out-of-bounds" for found in diagnostics), text


def _leaves(func: PrimFunc, data: np.ndarray[Any, Any]) -> bool:
    try:
        run_checked(func, data, np.ones(len(data), "int32"), np.zeros(len(data), "int32"))
    except IndexError:
        return True
    return False


@pytest.mark.slow
@settings(max_examples=4000, deadline=None)
@given(programs())
def test_analysis_and_checked_run_agree_on_many_programs(text: str) -> None:
    judge(text)


@pytest.mark.slow
@settings(max_examples=1000, deadline=None)
@given(counters())
def test_analysis_and_checked_run_agree_about_many_counters(text: str) -> None:
    judge(text)
