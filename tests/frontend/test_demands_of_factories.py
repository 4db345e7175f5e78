"""Factories: what helpers, names in conditions and two ways to compare demand of parameters, and what is wrong for sizes that they allow."""

from __future__ import annotations

import textwrap

import pytest

from tilewright.core.analyze import analyze

IMPORTS = "from tilewright.script import tir as T\n"


def found(text: str) -> list[tuple[str, str]]:
    """The code and the sentence of each diagnostic."""
    return [(each.code, each.message) for each in analyze(IMPORTS + textwrap.dedent(text)).diagnostics]


TILED = """
def need(n, tile):
    {check}

def other(n):
    if n % 16 != 0:
        raise ValueError("n")

def make(n, tile):
    {demand}
    @T.prim_func
    def f(A: T.Buffer((n,), "float32"), B: T.Buffer((n,), "float32")):
        for io, ii in T.grid({extent}, tile):
            B[io * tile + ii] = A[io * tile + ii]
    return f
"""
RAISES = "if n % tile != 0:\n        raise ValueError('tile')"
GIVES = f"{RAISES}\n    return n // tile"


@pytest.mark.parametrize(
    ("check", "demand", "extent"),
    [
        (RAISES, "need(n, tile)", "n // tile"),
        ("assert n % tile == 0", "need(n, tile=tile)", "n // tile"),
        (GIVES, "tiles = need(n, tile)", "tiles"),
        ("pass", "if (rest := n % tile) != 0:\n        raise ValueError(rest)", "n // tile"),
    ],
)
def test_what_is_demanded_is_kept_to(check: str, demand: str, extent: str) -> None:
    assert found(TILED.format(check=check, demand=demand, extent=extent)) == []


@pytest.mark.parametrize(
    ("check", "demand"), [("pass", "need(n, tile)"), ("if n < 0:\n        raise ValueError('n')", "n")]
)
def test_what_nothing_demands_is_asked_for(check: str, demand: str) -> None:
    codes = [code for code, _ in found(TILED.format(check=check, demand=demand, extent="n // tile"))]
    assert codes == ["dropped-remainder"]


KINDS = """
import enum

class Kind(enum.Enum):
    PAIRS = 1
    SINGLE = 2

def make(n, kind):
    factor = 2 if kind {first} else 1
    @T.prim_func
    def f(A: T.Buffer((n * factor,), "float32"), B: T.Buffer((n,), "float32")):
        for i in T.serial(n):
            if kind {second}:
                B[i] = A[i * 2] + A[i * 2 + 1]
            else:
                B[i] = A[i]
    return f
"""


@pytest.mark.parametrize(
    ("first", "second", "right"),
    [
        ("is Kind.PAIRS", "== Kind.PAIRS", True),
        ("== Kind.PAIRS", "is Kind.PAIRS", True),
        ("is Kind.SINGLE", "== Kind.PAIRS", False),
        ("is not Kind.PAIRS", "== Kind.PAIRS", False),
    ],
)
def test_identity_and_equality_of_a_member_have_one_outcome(first: str, second: str, right: bool) -> None:
    codes = {code for code, _ in found(KINDS.format(first=first, second=second))}
    assert codes == (set() if right else {"index-out-of-bounds"})


GIVEN = """
def make(n, m, act, keep):
    @T.prim_func
    def f(X: T.Buffer((n,), "float32"), Y: T.Buffer((n,), "float32")):
        for i in T.serial(n):
            {store}
    return f
"""


@pytest.mark.parametrize(
    "store",
    [
        "Y[i] = act(X[i + 1])",
        "Y[i] = X[i] * act(X[i + 1])",
        "Y[i] = T.if_then_else(i < n, act(X[i + 1]), 0.0)",
        "Y[i] += act(act(X[i + 1]))",
        "v = act(X[i + 1])\n            Y[i] = v * v",
    ],
)
def test_what_an_unknown_function_is_given_is_checked(store: str) -> None:
    assert ("index-out-of-bounds" in [code for code, _ in found(GIVEN.format(store=store))]) is True


@pytest.mark.parametrize(
    "store",
    [
        "Y[i] = act(X[i])",
        "v = act(X[i])\n            Y[i] = v * v",
        "Y[i] = keep(i + 1 < n, X[i + 1])",
        "Y[i] = T.if_then_else(i < n - 1, act(X[i + 1]), 0.0)",
        "Y[i] = T.if_then_else(keep(i), act(X[i + 1]), 0.0)",
    ],
)
def test_what_an_unknown_condition_may_leave_out_is_not(store: str) -> None:
    assert found(GIVEN.format(store=store)) == []


def test_what_another_statement_gave_is_not_taken_again() -> None:
    store = "if i < n - 1:\n                v = act(X[i + 1])\n            w = T.max(keep(i), T.float32(0))\n            Y[i] = w"
    assert found(GIVEN.format(store=store)) == []


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("for i in T.serial(n):\n            B[i] = A[i] * M[i // 8]", "dropped-remainder"),
        ("for i in T.serial(n - 1):\n            B[0] += A[i]", "unread-element"),
        ("for io, ii in T.grid(n // 16, 16):\n            B[0] += A[io * 16 + ii]", "dropped-remainder"),
        (
            "for io, ii in T.grid(n // 16, 16):\n            B[io * 16 + ii] = A[io * 16 + ii]\n        for t in T.serial(n % 16):\n            B[n // 16 + t] = A[n // 16 + t]",
            "dropped-remainder",
        ),
        ("for i in T.serial(n):\n            B[i] = A[i] * W[i % 64]", "index-out-of-bounds"),
        ("for i in T.parallel(n - 1):\n            B[i + 1] = B[i] + A[i + 1]", "parallel-race"),
        ("for i in T.serial(n):\n            B[i] = s[i % (stages + 1)]", "index-out-of-bounds"),
    ],
)
def test_sizes_that_do_not_fit_are_shown(body: str, code: str) -> None:
    text = f"""
def make(n, stages, channels, dtype="float32"):
    @T.prim_func
    def f(A: T.Buffer((n,), dtype), M: T.Buffer((n // 8,), dtype), W: T.Buffer((channels,), dtype), B: T.Buffer((n,), dtype)):
        s = T.alloc_buffer((stages,), dtype)
        for k in T.serial(stages):
            s[k] = T.cast(0, dtype)
        B[0] = s[0]
        {body}
    return f
"""
    assert code in [found_code for found_code, _ in found(text)]


@pytest.mark.parametrize(
    ("store", "expected"),
    [
        ("B[i] = A[i] * T.cast(3, dtype)", ["implicit-cast"]),
        ("B[i] = T.cast(A[i], 'int8')", []),
        ("C[i] = C[i] + A[i]", []),
        ("D[i] = A[i]", []),
        ("S[0] = S[0] + T.exp(D[i])", ["narrow-accumulator"]),
    ],
)
def test_types_that_are_wrong_for_nearly_all_are_said(store: str, expected: list[str]) -> None:
    text = f"""
def make(n, dtype):
    @T.prim_func
    def f(A: T.Buffer((n,), dtype), B: T.Buffer((n,), "int8"), C: T.Buffer((n,), "int32"), D: T.Buffer((n,), "float16"), S: T.Buffer((1,), "float16")):
        S[0] = T.float16(0)
        for i in T.serial(n):
            {store}
    return f
"""
    assert [code for code, _ in found(text)] == expected


@pytest.mark.parametrize(
    "body",
    [
        "for i in T.serial(n):\n            B[i] = A[i] * M[i // 8]",
        "for i in T.serial(n):\n            B[0] += A[i]",
        "for io, ii in T.grid(n // 32, 32):\n            B[io * 32 + ii] = A[io * 32 + ii]\n        for t in T.serial(n % 32):\n            B[n // 32 * 32 + t] = A[n // 32 * 32 + t]",
        "for io, ii in T.grid(n // 16, 16):\n            B[0] += A[io * 16 + ii]",
        "for i in T.serial(n):\n            B[i] = s[i % stages]",
    ],
)
def test_sizes_that_fit_are_right(body: str) -> None:
    text = f"""
def make(n, stages, dtype="float32"):
    assert n % 16 == 0
    @T.prim_func
    def f(A: T.Buffer((n,), dtype), M: T.Buffer((n // 8,), dtype), B: T.Buffer((n,), dtype)):
        s = T.alloc_buffer((stages,), dtype)
        for k in T.serial(stages):
            s[k] = T.cast(0, dtype)
        B[0] = s[0]
        {body}
    return f
"""
    assert found(text) == []
