"""Another mistake in the function does not hide what is found out about races, bounds and initialisation."""

from __future__ import annotations

import textwrap

import pytest

from tilewright.core.analyze import analyze

HEAD = "from tvm.script import tir as T\n\n\n"
BUFFERS = "A: T.Buffer((8,), 'float32'), s: T.Buffer((1,), 'float32'), t: T.Buffer((8,), 'float32')"
PROOFS = """
for k in range(8):
    with T.block('sum'):
        vk = T.axis.reduce(8, k)
        s[0] = s[0] + t[vk]
for i in T.parallel(9):
    t[0] = t[0] + t[i]
"""
FOUND = ["index-out-of-bounds", "missing-init", "parallel-race"]


def codes(body: str, parameters: str = BUFFERS) -> list[str]:
    text = f"{HEAD}@T.prim_func\ndef f({parameters}):\n{textwrap.indent(body.strip(), '    ')}\n"
    return sorted(found.code for found in analyze(text).diagnostics)


OTHERS = {
    "an unknown name": ("undefined-name", "A[0] = C[0]"),
    "an unknown loop": ("unknown-member", "for i in T.foo(8):\n    A[i] = 0.0"),
    "an unknown condition": ("undefined-name", "if C[0] > 0:\n    A[0] = 1.0"),
    "a block whose condition is not known": (
        "undefined-name",
        "for i in range(16):\n    with T.block('b'):\n        vi = T.axis.spatial(16, i)\n        T.where(q < 8)\n        A[vi] = 0.0",
    ),
    "a syntax error": ("syntax-error", "A[0] = = 1.0"),
    "a misplaced allocation": (
        "misplaced-allocation",
        "for i in range(8):\n    B = T.alloc_buffer((8,))\n    B[i] = A[0]",
    ),
    "a second definition": ("duplicate-name", "x = A[0]\nx = A[1]\nA[2] = x"),
    "a wrong attribute": ("wrong-argument", "T.func_attr(3)"),
    "a block that uses a pointer": (
        "opaque-access",
        "for i in range(4):\n    with T.block('b'):\n        vi = T.axis.spatial(4, i)\n        T.evaluate(T.call_extern('int32', 'fill', A.data, vi))",
    ),
}


@pytest.mark.parametrize("title", OTHERS)
def test_another_mistake_hides_nothing(title: str) -> None:
    code, body = OTHERS[title]
    assert codes(f"{body}\n{PROOFS.strip()}") == sorted([code, *FOUND])


def test_a_wrong_parameter_hides_nothing() -> None:
    assert codes(PROOFS, BUFFERS.replace("T.Buffer", "T.Bufer", 1)) == sorted(["unknown-member", *FOUND])


def test_an_unknown_assertion_speaks_of_what_follows_it() -> None:
    assert codes("A[8] = 1.0\nassert q < 8, 'q'\nA[9] = 1.0") == ["index-out-of-bounds", "undefined-name"]


@pytest.mark.parametrize(
    "body",
    [
        "s[0] = C\nfor k in range(8):\n    with T.block('sum'):\n        vk = T.axis.reduce(8, k)\n        s[0] = s[0] + t[vk]",
        "for k in range(8):\n    with T.block('sum'):\n        vk = T.axis.reduce(8, k)\n        with T.init():\n            s[0] = C\n        s[0] = s[0] + t[vk]",
        "B = T.alloc_buffer((8,))\nT.evaluate(C(B.data))\nA[0] = B[0]",
        "for i in range(8):\n    with T.block('b'):\n        vi = T.axis.spatial(8, i)\n        A[0] = C(vi)",
    ],
)
def test_what_the_missing_statement_may_make_right_is_not_said(body: str) -> None:
    assert codes(body) == ["undefined-name"]
