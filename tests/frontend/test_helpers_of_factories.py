"""Helpers of plain Python that kernels call, in factories and outside of them: their parameters are in the file, so calls that do not fit are found without running anything."""

from __future__ import annotations

import pytest

from tilewright.core.analyze import analyze
from tilewright.project.inspection import inspect_text

IMPORTS = "import functools\nfrom tvm.script import tir as T\n"
HELPERS = """
def scale(x, by=2):
    return x * T.float32(by)

def search(x, *rest, limit):
    while x:
        x = rest
    return x

"""
KERNEL = """
def make(n, dtype):
    @T.prim_func
    def k(X: T.Buffer((n,), dtype), Y: T.Buffer((n,), dtype)):
        for i in range(n):
            Y[i] = {}
    return k
"""
GIVEN = """
def make(n, op, mode="one"):
    {}
    @T.prim_func
    def k(X: T.Buffer((n,), "float32"), Y: T.Buffer((n,), "float32")):
        for i in range(n):
            Y[i] = {}
    return k

"""


def said(text: str) -> list[tuple[str, str, str]]:
    return [(found.code, found.span.text, found.message) for found in inspect_text(IMPORTS + text, "program.py")[1]]


@pytest.mark.parametrize(
    ("call", "code", "span", "sentence"),
    [
        ("scale()", "missing-argument", "scale()", "`scale` needs the argument `x`"),
        (
            "scale(X[i], 2, X[i])",
            "unexpected-argument",
            "X[i]",
            "`scale` takes 2 arguments by position, and 3 are given",
        ),
        ("scale(X[i], bye=2)", "unexpected-argument", "bye", "`scale` has no parameter `bye`; did you mean `by`?"),
        ("scale(X[i], x=2)", "unexpected-argument", "x=2", "the argument `x` of `scale` is given twice"),
        ("search(X[i])", "missing-argument", "search(X[i])", "`search` needs the argument `limit`"),
        ("scale(unknown(X[i]), 1, 2)", "unexpected-argument", "2", ""),
    ],
)
def test_a_call_that_does_not_fit_is_reported_with_the_definition(
    call: str, code: str, span: str, sentence: str
) -> None:
    text = IMPORTS + "from elsewhere import unknown\n" + HELPERS + KERNEL.format(call)
    (found,) = analyze(text).diagnostics
    assert (found.code, found.span.text) == (code, span)
    assert found.message.startswith(sentence)
    name = call.partition("(")[0]
    assert [(note.message, note.span.text) for note in found.notes] == [(f"`{name}` is defined here", name)]


@pytest.mark.parametrize(
    "call", ["scale(X[i])", "scale(X[i], by=3)", "scale(*[X[i], 1, 2])", "search(X[i], X[i], X[i], limit=n)"]
)
def test_calls_that_fit_and_arguments_that_are_spread_get_nothing(call: str) -> None:
    assert said(HELPERS + KERNEL.format(call)) == []


@pytest.mark.parametrize(
    "other",
    [
        "\ndef scale(x, by, more):\n    return x\n",
        "\nscale = functools.partial(scale, by=2)\n",
        "\nfrom elsewhere import scale\n",
        "\nfrom elsewhere import other, scale\n",
        "\nscale, other = pair()\n",
        "\ntry:\n    from elsewhere import fast as scale\nexcept ImportError:\n    pass\n",
    ],
)
def test_a_name_that_means_something_else_too_is_left_alone(other: str) -> None:
    wrong = KERNEL.format("scale(X[i], 2, 3)")
    assert [code for code, _, _ in said(HELPERS + wrong)] == ["unexpected-argument"]
    assert said(HELPERS + wrong + other) == []
    assert said(HELPERS + other + wrong) == []


def test_a_later_definition_of_the_name_is_seen_by_an_edit() -> None:
    text = IMPORTS + HELPERS + KERNEL.format("scale(X[i], 2, 3)")
    first = analyze(text)
    assert [found.code for found in first.diagnostics] == ["unexpected-argument"]
    second = analyze(f"{text}\ndef scale(a, b, c):\n    return a\n", previous=first)
    assert [found.code for found in second.diagnostics] == []


def test_calls_for_every_number_of_parameters_are_left_alone() -> None:
    text = """
def make(n, op):
    arity = len(signature(op).parameters)
    @T.prim_func
    def k(X: T.Buffer((n,), "float32"), Y: T.Buffer((n,), "float32")):
        for i in range(n):
            if arity == 1:
                Y[i] = op(X[i])
            else:
                Y[i] = op(X[i], X[i], X[i])
    return k
make(8, scale)
"""
    assert said("from inspect import signature\n" + HELPERS + text) == []


def test_methods_and_decorated_functions_are_left_alone() -> None:
    decorated = "@functools.partial\ndef scale(x):\n    return x\n"
    assert said(decorated + KERNEL.format("scale(X[i], 2, 3)")) == []
    of_class = "class Maker:\n    def scale(self, x):\n        return x\n\n    def make(self, n, dtype):\n        {}\n"
    kernel = KERNEL.format("scale(X[i], 2, 3)").split("\n", 2)[2].replace("\n", "\n    ").strip()
    assert said("from elsewhere import *\n" + of_class.format(kernel)) == []


@pytest.mark.parametrize("value", ["max([1, 2], key=search)", "0 if callable(search) else 1", "other(search)"])
def test_a_helper_may_be_given_to_others(value: str) -> None:
    text = f"\ndef make(n):\n    k = {value}\n" + KERNEL.format("X[i]").strip().partition("\n")[2]
    assert (
        said("from elsewhere import other\n" + HELPERS + text.replace("dtype", '"float32"').replace("= X[i]", "= X[k]"))
        == []
    )


def test_what_an_unread_helper_is_given_is_still_checked() -> None:
    found = said(HELPERS + KERNEL.format("search(X[i + 1], limit=1)"))
    assert [(code, span) for code, span, _ in found] == [("index-out-of-bounds", "i + 1")]


@pytest.mark.parametrize(
    ("before", "value", "calls", "expected"),
    [
        ("", "op(X[i], X[i], X[i])", "make(16, scale)", ["unexpected-argument"]),
        ("", "op(X[i])", "make(16, scale)", []),
        ("", "op(X[i])", "make(16, pair)", ["missing-argument"]),
        ("", "op(X[i])", "make(16, scale)\nmake(16, pair)", ["missing-argument"]),
        ("", 'op(X[i]) if mode == "one" else op(X[i], X[i])', 'make(16, scale)\nmake(8, pair, "two")', []),
        # What only running the file tells may fit the function to the call.
        ("count = op.__code__.co_argcount", "op(X[i]) if count == 1 else op(X[i], X[i])", "make(16, pair)", []),
        (
            "count = len(op.__code__.co_varnames)",
            "T.if_then_else(i > 3, X[i], op(X[i]) if count == 1 else op(X[i], X[i], X[i]))",
            "make(16, pair)",
            [],
        ),
        ("op = scale if mode else pair", "op(X[i])", "make(16, elsewhere)", []),
    ],
)
def test_a_helper_that_a_call_of_the_factory_gives(before: str, value: str, calls: str, expected: list[str]) -> None:
    pair = "def pair(x, y):\n    return x + y\n"
    found = said(HELPERS + pair + GIVEN.format(before, value) + calls + "\n")
    assert [code for code, _, _ in found] == expected
    assert all(", in `make(n=16, op=" in message for _, _, message in found)
