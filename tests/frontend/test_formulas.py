"""Python functions of one `return` are read where a script calls them, and what is not known hides nothing that is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.frontend.carets import IMPORTS, found_in, split_marks
from tilewright.core.analyze import analyze

HELPERS = """\
from elsewhere import foreign, ZERO

FACTOR = 3


def scale(x, by=FACTOR):
    "x, some times"
    return x * by


def guarded(x, holds):
    return T.if_then_else(holds, x, T.float32(0))


def again(x):
    return again(x)


def longer(x):
    y = x
    return y


"""
HEAD = '@T.prim_func\ndef f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):\n'


def codes(body: str, helpers: str = HELPERS) -> list[str]:
    return [found.code for found in analyze(IMPORTS + helpers + HEAD + body).diagnostics]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("    for i in T.parallel(16):\n        B[0] = scale(A[i])\n", ["parallel-race"]),
        ("    B[0] = scale(A[20], by=2)\n", ["index-out-of-bounds"]),
        ("    B[scale(5)] = scale(A[1])\n", []),
        ("    B[scale(6)] = scale(A[1])\n", ["index-out-of-bounds"]),
        ("    for i in range(16):\n        B[i] = guarded(A[i - 1], i > 0)\n", []),
        (
            "    for i in range(16):\n        B[i] = guarded(A[i - 1], i > -1)\n",
            ["index-out-of-bounds", "decided-comparison"],
        ),
        # What is not known is left alone: Python will say it when it runs.
        ("    B[0] = scale(foreign) + again(A[2]) + longer(A[3])\n", []),
        ("    B[0] = scale(A[1], 2, 3)\n", ["unexpected-argument"]),
        ("    B[0] = A[1] + scale(foreign) + scale('text')\n", ["not-an-expression"]),
    ],
)
def test_a_helper_hides_nothing(body: str, expected: list[str]) -> None:
    assert codes(body) == expected


def test_a_helper_means_what_the_names_around_it_mean() -> None:
    inside = "    for i in range(4):\n        B[scale(i)] = A[i]\n"
    assert codes(inside) == []
    text = IMPORTS + HELPERS + HEAD + inside
    before = analyze(text)
    after = analyze(text.replace("FACTOR = 3", "FACTOR = 30"), previous=before)
    assert [found.message.split(" when")[0] for found in after.diagnostics] == ["`B[scale(i)]` reaches 90"]
    moved = analyze(text.replace("return x * by", "return x * by - 1"), previous=before)
    assert [found.code for found in moved.diagnostics] == ["index-out-of-bounds"]


def test_a_helper_is_read_and_not_run(tmp_path: Path) -> None:
    proof = tmp_path / "ran"
    helper = f"def scale(x):\n    return x * len(open({str(proof)!r}, 'w').name)\n\n\n"
    assert codes("    B[0] = scale(A[1])\n", helper) == []
    assert not proof.exists()


def test_a_helper_that_some_condition_defines_is_not_known() -> None:
    helper = "import sys\n\nif sys.flags.dev_mode:\n    def scale(x):\n        return x + 100\n"
    assert codes("    A[scale(0)] = B[0]\n", helper) == []


def test_one_mistake_hides_no_other_that_is_sure() -> None:
    text, marks = split_marks("""
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), C: T.Buffer((16,), "int32")):
    for i in T.parallel(16):
        B[0] = A[i]
        ^^^^ parallel-race
    for i in T.serial(10, 2):
        ^ backward-loop
        B[i] = T.float32(C[i] << 40)
                         ^^^^^^^^^^ shift-range
    B[1] = nothing
           ^^^^^^^ undefined-name
""")
    assert found_in(text)[1] == sorted(marks)


def test_a_value_that_is_not_known_may_be_the_same_for_all() -> None:
    body = "    for i in T.parallel(16):\n        B[0] = ZERO\n"
    assert codes(body) == []
    assert codes(body + "        B[1] = A[i]\n") == ["parallel-race"]
