"""Every analysis has limits of steps, memory and time; where one ends, a diagnostic says so, and everything else is analyzed."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from tests.looks import Looks
from tilewright.core.analyze import analyze
from tilewright.core.base.budget import LOOK, Budget, OutOfBudget, Stopped, spend
from tilewright.core.base.names import nearest
from tilewright.core.ir.expr import Mul

IMPORTS = "from tvm.script import ir as I, relax as R, tir as T\n"
LAST = """
@T.prim_func
def last(A: T.Buffer((8,), "float32")):
    A[8] = 0.0
"""


def codes(text: str, budget: Budget | None = None) -> list[tuple[str, str]]:
    """The code and the text of each diagnostic."""
    return [(found.code, found.span.text) for found in analyze(IMPORTS + text, budget=budget).diagnostics]


def chain(first: str, next_: str, count: int) -> str:
    """`first`, then so many definitions, in each of which `{0}` is its own number and `{1}` that of the one before."""
    return first + "".join(next_.format(at, at - 1) for at in range(1, count))


@pytest.mark.slow
def test_macros_that_call_the_one_before_twice_are_read_up_to_the_limit() -> None:
    macros = chain("@T.macro\ndef m0():\n    T.evaluate(0)\n", "@T.macro\ndef m{0}():\n    m{1}()\n    m{1}()\n", 24)
    text = macros + "@T.prim_func\ndef f():\n    T.evaluate(1)\n    m23()\n"
    assert codes(text + LAST) == [("too-large", "m23()"), ("index-out-of-bounds", "8")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("definitions", "value"),
    [
        (chain("def g0(x):\n    return x\n", "def g{0}(x):\n    return g{1}(x) + g{1}(x)\n", 24), "g23(A[1])"),
        (chain("def g0(x):\n    return x\n", "def g{0}(x):\n    return g{1}(x + x)\n", 40), "g39(A[1])"),
        ("", "(lambda x: x + x)(" * 30 + "A[1]" + ")" * 30),
    ],
    ids=["functions called twice", "arguments used twice", "lambdas"],
)
def test_expressions_made_of_themselves_are_read_up_to_the_limit(definitions: str, value: str) -> None:
    text = f'{definitions}@T.prim_func\ndef f(A: T.Buffer((8,), "float32")):\n    A[0] = {value}\n'
    assert codes(text + LAST) == [("too-large", f"A[0] = {value}"), ("index-out-of-bounds", "8")]


def test_macros_that_pass_on_twice_their_argument_are_read_up_to_the_limit() -> None:
    macros = chain("@T.macro\ndef m0(A, x):\n    A[0] = x\n", "@T.macro\ndef m{0}(A, x):\n    m{1}(A, x + x)\n", 36)
    text = macros + '@T.prim_func\ndef f(A: T.Buffer((8,), "float32")):\n    m35(A, A[1])\n'
    assert codes(text + LAST) == [("too-large", "m35(A, A[1])"), ("index-out-of-bounds", "8")]


@pytest.mark.parametrize(
    "growth",
    ["x = x * x", "x = x + x", "x = (x, x)", "x = [x, x]", "x = {0: x, 1: x}", "x = f'{x}{x}'", "x = x << 15000"],
)
@pytest.mark.parametrize("start", ["3", "'ab'", "(1, 2)"])
def test_python_values_made_of_themselves_become_unknown_when_they_are_too_large(growth: str, start: str) -> None:
    text = f"x = {start}\n" + f"{growth}\n" * 60
    function = '@T.prim_func\ndef f(A: T.Buffer((8,), "float32")):\n    A[x] = 0.0\n'
    assert [found for found in codes(text + function + LAST) if found[0] != "undefined-name"][-1:] == [
        ("index-out-of-bounds", "8")
    ]


@pytest.mark.parametrize(
    "integer", ["1 << 15000", "0x" + "f" * 5000, "3 ** 9000", "int('f' * 5000, 16)", "pow(3, 9000)", "3 * (1 << 13999)"]
)
def test_integers_that_python_does_not_write_out_are_refused(integer: str) -> None:
    function = '@T.prim_func\ndef f(A: T.Buffer((8,), "float32")):\n    A[x] = 0.0\n'
    assert codes(f"x = {integer}\n{function}{LAST}")[-1] == ("index-out-of-bounds", "8")
    inside = f'@T.prim_func\ndef f(A: T.Buffer((8,), "float32")):\n    x = {integer}\n    A[0] = 0.0\n'
    assert [code for code, _ in codes(inside)] == ["too-large"]


def test_too_large_a_collection_is_named_where_it_is_made() -> None:
    body = "    x0 = (1, 2)\n" + chain("", "    x{0} = (x{1}, x{1})\n", 30)
    text = f'@T.prim_func\ndef f(A: T.Buffer((8,), "float32")):\n{body}    A[0] = 0.0\n'
    assert codes(text)[0] == ("too-large", "(x14, x14)")


def test_tuples_of_relax_made_of_themselves_are_read_up_to_the_limit() -> None:
    body = "    x0 = (x, x)\n" + chain("", "    x{0} = (x{1}, x{1})\n", 40)
    text = f'@R.function\ndef f(x: R.Tensor((2,), "float32")):\n{body}    return x39\n'
    found = codes(text + LAST)
    assert [code for code, _ in found] == ["too-large", "index-out-of-bounds"]


@pytest.mark.slow
def test_a_check_that_takes_too_long_is_named_and_the_others_are_made() -> None:
    lets = chain("        x0 = i\n", "        x{0} = x{1} * 3 + x{1} * 5 + x{1} * 7 + x{1} * 9 + x{1}\n", 10)
    text = f'@T.prim_func\ndef f(A: T.Buffer((8,), "float32")):\n    for i in range(8):\n{lets}        A[x9 % 8] = 0.0\n    A[9] = 0.0\n'
    found = codes(text)
    assert ("analysis-limit", "f") in found
    assert ("index-out-of-bounds", "9") in found


def test_values_made_of_themselves_are_written_out_up_to_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = Looks(monkeypatch, Mul, 200_000)
    lets = chain("        x0 = A[i]\n", "        x{0} = x{1} * x{1}\n", 40)
    text = f'@T.prim_func\ndef f(A: T.Buffer((8,), "int32")):\n    for i in range(8):\n{lets}        A[i] = x39\n'
    assert codes(text + LAST)[-1] == ("index-out-of-bounds", "8")
    looks.check()
    assert looks.count > 40


def test_the_rest_of_a_file_is_left_out_when_its_time_is_up() -> None:
    seconds: Iterator[float] = iter(range(1_000_000))
    body = "".join(f"    A[{at % 8}] = 0.0\n" for at in range(2 * LOOK))
    function = f'@T.prim_func\ndef f(A: T.Buffer((8,), "float32")):\n{body}'
    budget = Budget(seconds=1, clock=lambda: next(seconds))
    (found,) = analyze(IMPORTS + function + LAST, budget=budget).diagnostics
    assert found.code == "too-large"
    assert "more than 1 s" in found.message
    assert found.span.text == "@T.prim_func"


def test_the_time_of_a_file_is_that_of_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.monotonic", lambda: next(hours))
    hours = iter(range(0, 10**9, 3600))
    body = "".join(f"    A[{at % 8}] = 0.0\n" for at in range(2 * LOOK))
    assert analyze(f'{IMPORTS}@T.prim_func\ndef f(A: T.Buffer((8,), "float32")):\n{body}').diagnostics == ()


def test_memory_is_limited() -> None:
    sizes = iter([0, 3 << 20])
    budget = Budget(megabytes=2, memory=lambda: next(sizes))
    with pytest.raises(OutOfBudget, match="2 MB"):
        budget.spend(LOOK)


def test_a_part_counts_for_the_whole_too() -> None:
    whole = Budget(steps=1000)
    part = whole.part(600)
    with part.in_force():
        spend(500)
    assert whole.spent == 500
    with whole.part(600).in_force(), pytest.raises(OutOfBudget) as error:
        spend(501)
    assert error.value.budget is whole


def test_nothing_is_spent_where_no_budget_is_in_force() -> None:
    spend(10**12)


def test_another_thread_stops_an_analysis() -> None:
    budget = Budget()
    thread = threading.Thread(target=budget.stop)
    thread.start()
    thread.join()
    body = "".join(f"    A[{at % 8}] = 0.0\n" for at in range(2 * LOOK))
    with pytest.raises(Stopped):
        analyze(IMPORTS + f'@T.prim_func\ndef f(A: T.Buffer((8,), "float32")):\n{body}', budget=budget)


@pytest.mark.parametrize(
    ("name", "known", "expected"),
    [
        ("flaot32", ["float16", "float32"], "float32"),
        ("Float_32", ["float32"], "float32"),
        ("xx", ["xxx", "y"], "xxx"),
        ("aaaaaaaaaaaaaaab", ["aaaaaaaaaaaaaaac"], "aaaaaaaaaaaaaaac"),
        ("größe", ["grösse"], "grösse"),
        ("name", ["name"], None),
        ("abc", ["xyz"], None),
        ("fma", ["max", "fmod"], None),
        ("exq", ["exp"], "exp"),
        ("where", ["power"], None),
    ],
)
def test_the_nearest_name(name: str, known: list[str], expected: str | None) -> None:
    assert nearest(name, known) == expected
