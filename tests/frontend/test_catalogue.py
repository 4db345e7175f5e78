"""The catalogue of diagnostics: each example gets its code at the point that its entry names, and each fix that it is offered makes it go away."""

from __future__ import annotations

import ast
import json
import re
import runpy
from pathlib import Path

import pytest
from typer.testing import CliRunner

import tilewright as tvm
from tilewright.cli.main import app
from tilewright.core.analyze import analyze
from tilewright.core.base.catalogue import CATALOGUE
from tilewright.core.base.codes import Code
from tilewright.core.base.diagnostics import Diagnostic
from tilewright.core.fixes.attach import FIXES, MOST
from tilewright.error import DiagnosticError, TVMError
from tilewright.project.fixing import spliced

_IMPORTS = "import tvm\nfrom tvm.script import ir as I, relax as R, tir as T\n\n"
# Tilewright's own failures have no example.
_WITH_EXAMPLE = [entry for entry in CATALOGUE.values() if entry.name not in ("internal-error", "wrong-setting")]


def whole(program: str) -> str:
    """An example as a file; a line that declares the encoding stays the first."""
    return program if program.startswith("# coding") else _IMPORTS + program


def found_at(stage: str) -> list[str]:
    return [entry.name for entry in _WITH_EXAMPLE if entry.found == stage]


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """The codes that `tilewright check` reports of every example, by the code of the entry."""
    folder = tmp_path_factory.mktemp("examples")
    for entry in _WITH_EXAMPLE:
        (folder / f"{entry.name}.py").write_text(whole(entry.example))
    result = CliRunner().invoke(app, ["check", str(folder), "--format", "json"])
    reported = json.loads(result.stdout)
    found: dict[str, set[str]] = {entry.name: set() for entry in _WITH_EXAMPLE}
    for each in reported if isinstance(reported, list) else reported["diagnostics"]:
        found[Path(each.get("file") or each["path"]).stem].add(each["code"])
    return found


def test_examples_are_found_by_check_where_their_entries_say_so(checked: dict[str, set[str]]) -> None:
    assert [name for name in found_at("check") if name not in checked[name]] == []
    later = [*found_at("build"), *found_at("run"), *found_at("exact")]
    assert [name for name in later if name in checked[name]] == []


def test_every_entry_is_found_at_a_point_that_these_tests_reach() -> None:
    reached = [name for stage in ("check", "build", "run", "exact") for name in found_at(stage)]
    assert sorted(reached) == sorted(entry.name for entry in _WITH_EXAMPLE)


@pytest.mark.parametrize("code", found_at("build"))
def test_an_example_is_found_when_it_is_built(code: str) -> None:
    (func,) = analyze(whole(CATALOGUE[code].example)).functions.values()
    assert code in _codes_of(lambda: tvm.build(func))
    for fixed in analyze(whole(CATALOGUE[code].fixed)).functions.values():
        tvm.build(fixed)


@pytest.mark.parametrize("code", found_at("run"))
def test_an_example_is_found_when_the_program_runs(code: str, tmp_path: Path) -> None:
    assert code in _codes_of(lambda: _run(CATALOGUE[code].example, tmp_path / "example.py"))
    _run(CATALOGUE[code].fixed, tmp_path / "fixed.py")


@pytest.mark.parametrize("code", found_at("exact"))
def test_an_example_is_found_by_the_exact_check(code: str, tmp_path: Path) -> None:
    found: list[set[str]] = []
    for program in (CATALOGUE[code].example, CATALOGUE[code].fixed):
        path = tmp_path / "example.py"
        path.write_text(whole(program))
        result = CliRunner().invoke(app, ["check", "--exact", str(path), "--format", "json"])
        found.append({each["code"] for each in json.loads(result.stdout)["diagnostics"]})
    assert code in found[0]
    assert code not in found[1]


def _run(program: str, path: Path) -> None:
    path.write_text(
        whole(program).replace("import tvm\n", "import tilewright as tvm\n").replace("from tvm", "from tilewright")
    )
    runpy.run_path(str(path))


def _codes_of(call: object) -> set[str]:
    assert callable(call)
    try:
        call()
    except DiagnosticError as error:
        return {each.code for each in error.diagnostics}
    except TVMError as error:
        return {getattr(error, "code", "")}
    return set()


# Fixes


def offered(entry: Code, text: str) -> Diagnostic | None:
    """The first diagnostic of the entry's code that has a fix."""
    return next((each for each in analyze(text).diagnostics if each.code == entry.name and each.fixes), None)


WITH_FIX = [entry for entry in _WITH_EXAMPLE if offered(entry, whole(entry.example)) is not None]


def test_most_entries_offer_a_fix() -> None:
    assert len(WITH_FIX) >= 85
    # What only suggests a name does so where one is near.
    assert set(FIXES) - {entry.name for entry in WITH_FIX} <= {"wrong-argument", "relax-call"}


@pytest.mark.parametrize("entry", WITH_FIX, ids=lambda entry: entry.name)
def test_the_fixes_of_an_example_make_it_right(entry: Code) -> None:
    text = whole(entry.example)
    for _ in range(4):
        found = offered(entry, text)
        if found is None:
            break
        for fix in found.fixes:
            ast.parse(spliced(text, fix.edits))
            assert fix.title[0].isupper()
        text = spliced(text, found.fixes[0].edits)
    left = analyze(text).diagnostics
    assert entry.name not in {each.code for each in left}, text
    assert [str(each) for each in left if each.severity == 1] == []


def renamed(text: str) -> str:
    """The text with other names for the namespaces of the script."""
    return re.sub(r"\b([TR])\.(?=[a-zA-Z])", lambda found: f"{_OTHER[found[1]]}.", text)


_OTHER = {"T": "tt", "R": "rx"}


@pytest.mark.parametrize("entry", WITH_FIX, ids=lambda entry: entry.name)
def test_fixes_have_the_files_own_names_of_the_namespaces(entry: Code) -> None:
    text = whole(entry.example)
    other = re.sub(r"\bas ([TR])\b", lambda found: f"as {_OTHER[found[1]]}", renamed(text))
    before, after = offered(entry, text), offered(entry, other)
    assert before is not None
    assert after is not None, other
    for one, two in zip(before.fixes, after.fixes, strict=True):
        assert two.title == renamed(one.title)
        assert [edit.text for edit in two.edits] == [renamed(edit.text) for edit in one.edits]


def test_a_definition_with_very_many_mistakes_gets_a_limited_number_of_fixes() -> None:
    text = whole("@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n" + "    A[0] + T.float32(1)\n" * (MOST + 20))
    found = [each for each in analyze(text).diagnostics if each.code == "discarded-value"]
    assert len(found) == MOST + 20
    assert sum(bool(each.fixes) for each in found) == MOST


def test_safe_fixes_and_guesses_are_told_apart() -> None:
    safe = {entry.name for entry in WITH_FIX if (found := offered(entry, whole(entry.example))) and found.fixes[0].safe}
    guesses = {entry.name for entry in WITH_FIX} - safe
    assert {"duplicate-reads", "unused-value", "region-too-wide", "implicit-cast", "not-at-block-top"} <= safe
    assert {"undefined-name", "lost-assignment", "wrong-identity", "spatial-sum", "second-return"} <= guesses
