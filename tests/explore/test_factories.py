"""Functions that Python functions make for values of their parameters: which calls are offered, for which values stages are shown, and what only executing the file makes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.explore.test_stages import HEADER
from tilewright.core.analyze import analyze
from tilewright.core.describe import instantiations
from tilewright.core.frontend.recover import recover
from tilewright.explore.answer import explore
from tilewright.explore.question import Question
from tilewright.explore.requests import Requests
from tilewright.explore.shapes import Answer
from tilewright.explore.site import Site
from tilewright.explore.workshop import ExplorerError

MAKE = (
    HEADER
    + """def make(n, dtype="float32"):
    @T.prim_func
    def kernel(A: T.Buffer((n,), dtype), B: T.Buffer((n,), dtype)):
        for i in range(n):
            with T.block("B"):
                vi = T.axis.spatial(n, i)
                B[vi] = A[vi] + A[vi]
    return kernel


small = make(16)
"""
)
LARGE = MAKE + "large = make(n=1024)\n"
UNKNOWN = MAKE + 'import pathlib\nof_text = make(len(pathlib.Path(__file__).read_text().split("def ")))\n'


def asked(text: str, name: str = "", call: str = "", given: dict[str, dict[str, object]] | None = None) -> Answer:
    return explore(Question(text, "program.py", name, call=call, given=given or {})).answer


def first_stage(answer: Answer) -> str:
    return answer["stages"][0]["text"]


def test_a_function_is_offered_for_each_call_of_the_file_and_shown_for_the_first() -> None:
    answer = asked(LARGE)
    (function,) = answer["functions"]
    assert function["name"] == answer["name"] == "make.kernel"
    assert function["factory"] == "make(n, dtype='float32')"
    assert function["calls"] == ["make(n=16, dtype='float32')", "make(n=1024, dtype='float32')"]
    assert answer["call"] == function["calls"][0]
    assert "range(16)" in first_stage(answer)
    assert answer["kind"] == "tensor_ir"


@pytest.mark.parametrize("name", ["large", "make(1024)", "make(n=1024)"])
def test_a_variable_and_a_call_name_the_function_with_its_values(name: str) -> None:
    answer = asked(LARGE, name)
    assert (answer["name"], answer["call"]) == ("make.kernel", "make(n=1024, dtype='float32')")
    assert answer["given"] == {"make": {"n": 1024, "dtype": "float32"}}
    assert "range(1024)" in first_stage(answer)


def test_a_call_that_is_typed_gives_the_values() -> None:
    answer = asked(LARGE, "make.kernel", 'make(8, "int8")')
    assert "range(8)" in first_stage(answer)
    assert "int8" in first_stage(answer)


def test_values_that_are_chosen_in_the_editor_are_those_of_the_stages() -> None:
    assert "range(32)" in first_stage(asked(LARGE, given={"make": {"n": 32, "dtype": "float32"}}))


@pytest.mark.parametrize("call", ["make()", "make(16", "make(n=m)", "other(1)", "make(1, 2, 3)"])
def test_a_call_that_says_no_values_is_told(call: str) -> None:
    answer = asked(LARGE, "make.kernel", call)
    assert answer["call_problem"] == f"`{call}` is no call of `make(n, dtype='float32')` whose values the text says"
    assert "range(16)" in first_stage(answer)


def test_a_function_that_nothing_calls_asks_for_values() -> None:
    answer = asked(MAKE.partition("\n\nsmall")[0])
    assert answer["stages"] == []
    assert answer["call_problem"] == "say for which values: a call of `make(n, dtype='float32')`"


def test_parameters_with_defaults_need_no_call() -> None:
    answer = asked(MAKE.partition("\n\nsmall")[0].replace("make(n,", "make(n=4,"))
    assert "range(4)" in first_stage(answer)
    assert answer["call_problem"] == ""


def test_mistakes_are_those_of_the_values() -> None:
    wrong = LARGE.replace("B[vi] = A[vi]", "B[vi] = A[vi + 16 // n]")
    assert [each["code"] for each in asked(wrong)["problems"]] == ["index-out-of-bounds"]
    assert asked(wrong, "large")["problems"] == []


def test_modules_in_python_functions_have_their_functions() -> None:
    lines = MAKE.split("\n")
    at = lines.index("    @T.prim_func")
    end = lines.index("    return kernel")
    inside = ["    @I.ir_module", "    class Module:", *(f"    {line}" for line in lines[at:end]), "    return Module"]
    answer = asked("\n".join([*lines[:at], *inside, *lines[end + 1 :]]), "small")
    assert answer["name"] == "make.Module.kernel"
    assert "range(16)" in first_stage(answer)


def test_lines_come_from_the_python_function() -> None:
    answer = asked(LARGE)
    line = LARGE.split("\n").index("                B[vi] = A[vi] + A[vi]")
    for made in answer["stages"]:
        assert not made["changed"] or any(line in origins for origins in made["origins"]), made["name"]


def test_what_only_executing_makes_is_listed_and_shown_when_the_page_asks_for_it(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(UNKNOWN)
    requests = Requests(path)
    try:
        before = requests.answer("explore", {"name": "of_text"})
        assert (before["executed"], before["name"], before["stages"]) == (["of_text"], "of_text", [])
        made = requests.answer("explore", {"name": "of_text", "execute": True})
        assert "range(4)" in made["stages"][0]["text"]
        line = UNKNOWN.split("\n").index("                B[vi] = A[vi] + A[vi]")
        assert any(line in origins for origins in made["stages"][0]["origins"])
        path.write_text(UNKNOWN + "# another def of it\n")
        assert "range(5)" in requests.answer("explore", {"name": "of_text"})["stages"][0]["text"]
        with pytest.raises(ExplorerError, match="save it"):
            requests.answer("explore", {"name": "of_text", "text": UNKNOWN})
    finally:
        requests.workshop.close()


def test_a_run_is_one_of_the_values_that_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(LARGE)
    site = Site(Requests(path, name="large"))
    try:
        answer = site.requests.answer("explore", {})
        outcome = site.requests.answer("run", {"name": answer["name"], "given": answer["given"]})
        assert outcome["ok"], outcome["text"]
        assert "1024" in outcome["text"]
    finally:
        site.server_close()
        site.requests.workshop.close()


def command(path: Path, name: str) -> list[str]:
    return [sys.executable, "-m", "tilewright", "explore", f"{path}::{name}", "--no-browser"]


@pytest.mark.parametrize("name", ["large", "of_text", "make(64)", "kernel"])
def test_the_command_takes_a_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / "program.py"
    path.write_text(UNKNOWN + "large = make(n=1024)\n")
    process = subprocess.Popen(
        command(path, name), stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
    )
    assert process.stdout is not None
    assert re.search(rf"::{re.escape(name)} at http://127\.0\.0\.1", process.stdout.readline())
    process.terminate()
    assert process.wait() == 0


def test_the_command_refuses_a_name_that_the_file_does_not_have(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(LARGE)
    done = subprocess.run(command(path, "kernl"), capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "has no function 'kernl'" in done.stderr


def test_only_python_functions_are_read_again_for_their_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of many functions of the script is not read as Python at each edit."""
    read: list[str] = []
    monkeypatch.setattr(instantiations, "recover", lambda source: read.append(source.text) or recover(source))
    scripts = "\n\n".join(script(at) for at in range(300))
    analysis = analyze(HEADER + scripts + "\n\n" + MAKE.removeprefix(HEADER))
    assert [each.name for each in instantiations.all_factories(analysis)] == ["make"]
    assert len(read) <= 2


def script(at: int) -> str:
    return f"@T.prim_func\ndef alone_{at}(A: T.Buffer((4,), 'float32')):\n    for i in range(4):\n        A[i] = T.float32({at})\n"
