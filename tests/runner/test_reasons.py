"""Why a function could not be run, and what a report says about the values that the runner chose."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_command_line import invoke
from tilewright.runner.request import Outcome, RunRequest
from tilewright.runner.run import run

HEADER = "from tilewright.script import ir as I\nfrom tilewright.script import tir as T\n\n\n"
MODULE = (
    HEADER
    + '@I.ir_module\nclass Mod:\n    @T.prim_func\n    def inc(A: T.Buffer((4,), "int32")):\n        A[0] = 1\n\n'
    '    @T.prim_func\n    def main(A: T.Buffer((4,), "int32")):\n        Mod.inc(A.data)\n'
)
# Python gives the dimension, so that only a run can tell.
DYNAMIC = (
    HEADER
    + "def size():\n    return 4 // 0\n\n\ndef make(n):\n    @T.prim_func\n    def g(A: T.Buffer((n,), 'int32')):\n"
    "        A[0] = 1\n    return g\n\n\nwhole = make(size())\n"
)


def outcome(text: str, name: str, **sizes: int) -> Outcome:
    return run(RunRequest(text, "k.py", name, sizes, repeat=1), lambda *_: None)


def test_a_module_is_answered_with_its_functions() -> None:
    assert outcome(MODULE, "Mod").title == "Mod: `Mod` is a module; name a function of it: `Mod.inc`, `Mod.main`."


def test_an_unknown_name_is_answered_with_those_there_are() -> None:
    assert "It has `Mod.inc`, `Mod.main`." in outcome(MODULE, "something").title
    assert "Did you mean `Mod.inc`?" in outcome(MODULE, "Mod.icn").title


def test_what_cannot_be_built_is_shown_as_diagnostics() -> None:
    text = (
        HEADER
        + '@T.prim_func\ndef f(A: T.Buffer((4,), "int32")):\n    T.evaluate(T.call_extern("int32", "two words", 3))\n'
    )
    found = outcome(text, "f")
    assert not found.ok
    assert found.title.startswith("f: the first argument of `T.call_extern`")
    assert "error[unsupported-on-cpu]" in found.text
    assert "Traceback" not in found.text


def test_a_program_that_gives_up_says_why_in_one_line() -> None:
    text = (
        HEADER
        + '@T.prim_func\ndef f(A: T.Buffer((4,), "int32"), n: T.int32):\n    assert n == 3, "n must be three"\n    A[0] = n\n'
    )
    found = outcome(text, "f", n=4)
    assert (found.title, found.text) == ("f: assertion failed: n must be three",) * 2


def test_an_exception_of_the_program_is_shown_from_its_own_first_line() -> None:
    found = outcome(DYNAMIC, "make.g")
    assert found.title == "make.g: ZeroDivisionError: integer division or modulo by zero"
    lines = found.text.splitlines()
    assert lines[0].startswith("Traceback")
    assert 'File "k.py"' in lines[1]


def test_a_reason_is_printed_once(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text(MODULE)
    result = invoke("run", f"{file}::Mod")
    assert result.exit_code == 1
    assert " ".join(result.output.split()).count("is a module") == 1


def test_a_report_shows_the_numbers_and_the_strides_that_were_chosen() -> None:
    signature = 'a: T.handle, n: T.int32, x: T.float32, B: T.Buffer((4,), "float32")'
    body = (
        "    s = T.int32()\n    A = T.match_buffer(a, (4, n), 'float32', strides=(s, 1))\n"
        "    for i in range(4):\n        B[i] = A[i, 0] * x\n"
    )
    found = outcome(f"{HEADER}@T.prim_func\ndef f({signature}):\n{body}", "f", n=3)
    assert found.ok, found.text
    (scalar,) = found.data["scalars"]
    assert f"scalar   x: float32 = {scalar['value']}" in found.text
    assert -1 <= float(scalar["value"]) < 1
    assert "A: 4×3 float32, strides 3 1" in found.text
    assert "B: 4 float32, min" in found.text


@pytest.mark.parametrize("options", [("--size", "n=0"), ("--repeat", "0")])
def test_bad_numbers_start_nothing(tmp_path: Path, options: tuple[str, str]) -> None:
    file = tmp_path / "module.py"
    file.write_text(MODULE)
    assert invoke("run", f"{file}::Mod.inc", *options).exit_code == 2
