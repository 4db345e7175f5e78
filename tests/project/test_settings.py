"""The settings of a project: found, extended, judged, and read again when they change."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tilewright.core.base.catalogue import CATALOGUE
from tilewright.core.base.diagnostics import Severity
from tilewright.project.configuration import NOTHING, configuration_of, read


def settle(folder: Path, table: str, name: str = "pyproject.toml") -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"[tool.tilewright]\n{table}\n" if name == "pyproject.toml" else f"{table}\n")
    return file


def wanted(file: Path) -> frozenset[str]:
    return configuration_of(str(file)).rules.of_file(file).wanted


def test_without_settings_everything_is_reported(tmp_path: Path) -> None:
    configuration = configuration_of(str(tmp_path / "a.py"))
    assert configuration.rules.of_file(tmp_path / "a.py").is_complete
    assert configuration is NOTHING or configuration.file is not None


def test_the_nearest_file_with_the_table_holds(tmp_path: Path) -> None:
    settle(tmp_path, 'ignore = ["undefined-name"]')
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "pyproject.toml").write_text("[tool.other]\nx = 1\n")
    assert "undefined-name" not in wanted(tmp_path / "a" / "b" / "c.py")
    settle(tmp_path / "a", 'ignore = ["rank-mismatch"]')
    assert "undefined-name" in wanted(tmp_path / "a" / "b" / "c.py")
    assert "rank-mismatch" not in wanted(tmp_path / "a" / "b" / "c.py")


def test_a_change_is_noticed(tmp_path: Path) -> None:
    file = settle(tmp_path, 'ignore = ["undefined-name"]')
    before = configuration_of(str(tmp_path / "a.py"))
    assert configuration_of(str(tmp_path / "a.py")) is before
    settle(tmp_path, 'ignore = ["rank-mismatch", "undefined-name"]')
    assert "rank-mismatch" not in wanted(tmp_path / "a.py")
    file.unlink()
    assert "rank-mismatch" in wanted(tmp_path / "a.py")


def test_select_patterns_and_severity(tmp_path: Path) -> None:
    settle(
        tmp_path,
        'select = ["un*", "race*", "rank-mismatch"]\nignore = ["unused-ignore"]\n'
        'severity = { "un*" = "warning", undefined-name = "hint" }',
    )
    rules = configuration_of(str(tmp_path / "a.py")).rules
    found = rules.of_file(tmp_path / "a.py")
    assert {"undefined-name", "unknown-member", "rank-mismatch", "syntax-error"} <= found.wanted
    assert not {"unused-ignore", "index-out-of-bounds"} & found.wanted
    assert (found.severity["unknown-member"], found.severity["undefined-name"]) == (Severity.WARNING, Severity.HINT)


def test_files_that_are_excluded_and_files_with_less(tmp_path: Path) -> None:
    settle(
        tmp_path,
        'exclude = ["old/", "*_generated.py", "!kept_generated.py"]\n'
        'per-file-ignores = { "tests/**" = ["rank-mismatch"], "*.py" = ["undefined-name"] }',
    )
    rules = configuration_of(str(tmp_path / "a.py")).rules
    excluded = [name for name in ("old/a.py", "x/old/b/c.py", "a_generated.py", "kept_generated.py", "older.py")
                if rules.excludes(tmp_path / name)]  # fmt: skip
    assert excluded == ["old/a.py", "x/old/b/c.py", "a_generated.py"]
    assert not {"rank-mismatch", "undefined-name"} & rules.of_file(tmp_path / "tests" / "x" / "a.py").wanted
    assert "rank-mismatch" in rules.of_file(tmp_path / "a.py").wanted


def test_extend_adds_lists_and_replaces_the_selection(tmp_path: Path) -> None:
    settle(
        tmp_path,
        'select = ["un*"]\nignore = ["undefined-name"]\nexclude = ["old/"]\nseverity = { unknown-member = "hint" }',
        "shared/base.toml",
    )
    settle(tmp_path / "project", 'extend = "../shared/base.toml"\nignore = ["unused-ignore"]\nselect = ["all"]')
    rules = configuration_of(str(tmp_path / "project" / "a.py")).rules
    assert not {"undefined-name", "unused-ignore"} & rules.of_file(tmp_path / "project" / "a.py").wanted
    assert "rank-mismatch" in rules.of_file(tmp_path / "project" / "a.py").wanted
    assert rules.severity == {"unknown-member": Severity.HINT}
    assert rules.excludes(tmp_path / "shared" / "old" / "a.py")  # patterns are about the folder of their file
    assert not rules.excludes(tmp_path / "project" / "old" / "a.py")


def test_a_change_of_an_extended_file_is_noticed(tmp_path: Path) -> None:
    base = settle(tmp_path, "", "base.toml")
    settle(tmp_path, 'extend = "base.toml"')
    assert "undefined-name" in wanted(tmp_path / "a.py")
    base.write_text('ignore = ["undefined-name"]\n')
    assert "undefined-name" not in wanted(tmp_path / "a.py")


WRONG = [
    ('slect = ["all"]', "slect", "did you mean `select`?"),
    ('select = "all"', '"all"', "must be a list of strings"),
    ('select = ["undefined-name", 3]', "3", "`3` is not a string"),
    ('ignore = ["undefined-name", "undefined-nam"]', '"undefined-nam"', "did you mean `undefined-name`?"),
    ('ignore = [\n  "rank-mismatch",\n  "xyz*",  # why\n]', '"xyz*"', "matches no code"),
    ('severity = { undefined-name = "warn" }', '"warn"', "is not one of error, warning"),
    ('severity = { undefined-nam = "warning" }', "undefined-nam", "did you mean"),
    ("severity = 3", "3", "must be a table"),
    ('per-file-ignores = { "*.py" = ["nonsense-code"] }', '"nonsense-code"', "is no code"),
    ('per-file-ignores = { "*.py" = "undefined-name" }', '"undefined-name"', "must be a list of strings"),
    ('strict = "yes"', '"yes"', "must be true or false"),
    ("mypy_diagnostics = 1", "1", "must be true or false"),
    ('release = "0.9"', '"0.9"', "must be one of 0.22, 0.27"),
    ("extend = 3", "3", "must be the path of a file"),
    ('extend = "missing.toml"', '"missing.toml"', "No such file"),
    ('extend = "pyproject.toml"', '"pyproject.toml"', "neither comes first"),
    ("exclude = { a = 1 }", "{ a = 1 }", "must be a list of strings"),
]


@pytest.mark.parametrize(("table", "place", "said"), WRONG)
def test_a_mistake_is_reported_at_its_place(tmp_path: Path, table: str, place: str, said: str) -> None:
    settle(tmp_path, f'# "undefined-nam" 3 xyz*\n{table}\n\n[other]\nslect = 3')
    configuration = configuration_of(str(tmp_path / "a.py"))
    (problem,) = configuration.problems
    assert (problem.code, problem.span.text) == ("wrong-setting", place)
    assert said in problem.message
    assert problem.span.line > 2
    if not table.startswith("select = ["):  # the entry has no effect
        assert configuration.rules.of_file(tmp_path / "a.py").wanted >= {"index-out-of-bounds"}


def test_a_mistake_in_a_table_with_a_header_of_its_own(tmp_path: Path) -> None:
    text = '[tool.tilewright]\nstrict = true\n\n[tool.tilewright.severity]\nrank-mismatch = "hint"\nrank-mismach = "hint"\n'
    (tmp_path / "pyproject.toml").write_text(text)
    (problem,) = configuration_of(str(tmp_path / "a.py")).problems
    assert (problem.span.text, problem.span.line) == ("rank-mismach", 6)
    (tmp_path / "pyproject.toml").write_text("[tool.tilewright.ignore]\nx = 1\n")
    (problem,) = configuration_of(str(tmp_path / "a.py")).problems
    assert problem.span.text == "tool.tilewright.ignore"


def test_a_file_that_is_no_toml_is_reported_where_it_fails(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.tilewright]\nselect = ["all"\nignore = []\n')
    (problem,) = configuration_of(str(tmp_path / "a.py")).problems
    assert problem.message.startswith("this is not TOML: ")
    assert problem.span.line == 3


def test_a_file_that_is_not_utf_8_is_reported(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_bytes('[project]\nname = "café"\n[tool.tilewright]\n'.encode("latin-1"))
    (problem,) = configuration_of(str(tmp_path / "a.py")).problems
    assert problem.message == "`pyproject.toml` cannot be read: it is not UTF-8"


def test_a_mistake_in_an_extended_file_is_reported_there(tmp_path: Path) -> None:
    settle(tmp_path, "nonsense = 1", "base.toml")
    settle(tmp_path, 'extend = "base.toml"')
    (problem,) = configuration_of(str(tmp_path / "a.py")).problems
    assert os.path.basename(problem.span.source.name) == "base.toml"
    assert problem.span.text == "nonsense"


@pytest.mark.parametrize("page", sorted((Path(__file__).parents[2] / "docs").rglob("*.md")), ids=lambda page: page.stem)
def test_the_manual_names_settings_and_codes_that_there_are(page: Path, tmp_path: Path) -> None:
    text = page.read_text()
    for number, block in enumerate(re.findall(r"^ *```toml\n(.*?)^ *```", text, re.M | re.S)):
        if "[tool.tilewright" in block:
            path = tmp_path / str(number) / "pyproject.toml"
            path.parent.mkdir()
            path.write_text(re.sub(r"(?m)^extend = .*", "", block))
            assert [each.message for each in read(path).problems] == []
    for codes in re.findall(r"tilewright: ignore(?:-file)?\[([\w, -]+)\]", text):
        assert {code.strip() for code in codes.split(",")} <= {*CATALOGUE, "CODE"}
