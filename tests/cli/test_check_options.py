"""The options of `tilewright check`: what is reported, fixed, shown and returned."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tilewright.cli.main import app

HEAD = "from tvm.script import tir as T\n\n\n@T.prim_func\n"
FUNCTION = HEAD + 'def f(A: T.Buffer((8,), "float32")):\n'
MISSPELT = FUNCTION + "    A[0] = T.exq(A[1])\n"
POWER = FUNCTION + "    A[0] = A[1] ** 2\n"
FIXED = FUNCTION + "    A[0] = T.pow(A[1], 2)\n"
WARNED = FUNCTION + "    A[0] = 1.0  # tilewright: ignore[rank-mismatch]\n"


@pytest.fixture(autouse=True)
def folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TILEWRIGHT_CACHE_DIR", str(tmp_path / "cache"))


def check(*arguments: str | Path, stdin: str | None = None) -> Result:
    return CliRunner().invoke(app, ["check", *map(str, arguments)], input=stdin)


def written(name: str, text: str) -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path


def codes(result: Result) -> list[str]:
    return [each["code"] for each in json.loads(result.stdout)["diagnostics"]]


def test_select_and_ignore_take_lists_patterns_and_repetition() -> None:
    file = written("a.py", FUNCTION + "    A[0, 0] = C[0]\n    A[8] = 1.0\n")
    assert sorted(codes(check(file, "--format", "json"))) == ["index-out-of-bounds", "rank-mismatch", "undefined-name"]
    assert codes(check(file, "--format", "json", "--select", "rank-mismatch")) == ["rank-mismatch"]
    assert codes(check(file, "--format", "json", "--ignore", "rank-mismatch,un*", "--ignore", "index*")) == []


def test_a_selection_on_the_command_line_prevails_over_ignore_in_the_settings() -> None:
    written("pyproject.toml", '[tool.tilewright]\nignore = ["undefined-name"]\n')
    file = written("a.py", FUNCTION + "    A[0] = C[0]\n")
    assert codes(check(file, "--format", "json")) == []
    assert codes(check(file, "--format", "json", "--select", "undefined-name")) == ["undefined-name"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("a.py", "--select", "undefined-nam"), "did you mean `undefined-name`?"),
        (("a.py", "--ignore", "zzz*"), "matches no code"),
        (("-", "a.py"), "cannot be checked together with files"),
        (("-", "--watch"), "standard input cannot be watched"),
        (("a.py", "--stdin-filename", "b.py"), "give `-` as PATH"),
        (("a.py", "--unsafe-fixes"), "add --fix or --diff"),
        (("a.py", "--diff", "--watch"), "does not go with --watch"),
        (("a.py", "--statistics", "--output-format", "sarif"), "text or json only"),
    ],
)
def test_options_that_make_no_sense_are_bad_usage(arguments: tuple[str, ...], said: str) -> None:
    written("a.py", FUNCTION + "    A[0] = 1.0\n")
    result = check(*arguments)
    assert result.exit_code == 2
    assert said in " ".join(result.output.split())


def test_exit_codes() -> None:
    wrong, doubtful = written("wrong.py", MISSPELT), written("doubtful.py", WARNED)
    assert check(wrong).exit_code == 1
    assert check(wrong, "--exit-zero").exit_code == 0
    assert check(doubtful).exit_code == 0
    assert check(doubtful, "--strict").exit_code == 1
    assert check(doubtful, "--strict", "--quiet").exit_code == 1
    written("pyproject.toml", "[tool.tilewright]\nstrict = true\n")
    assert check(doubtful).exit_code == 1
    written("pyproject.toml", '[tool.tilewright]\nseverity = { unknown-member = "hint" }\n')
    assert check(wrong).exit_code == 0


def test_quiet_shows_what_makes_the_check_fail_and_says_what_it_hides() -> None:
    doubtful = written("doubtful.py", WARNED)
    strict = check(doubtful, "--strict", "-q")
    assert strict.exit_code == 1
    assert strict.output == check(doubtful, "--strict").output
    assert "1 warning; 1 file checked" in strict.output
    assert check(doubtful, "-q").output == "No errors found, 1 not shown; 1 file checked.\n"
    assert check(written("fine.py", FUNCTION + "    A[0] = T.float32(1)\n"), "-q").output.startswith(
        "No mistakes found"
    )


def test_wrong_settings_are_shown_with_their_place_and_are_bad_usage() -> None:
    written("pyproject.toml", "[tool.tilewright]\nnonsense = 1\n")
    result = check(written("a.py", MISSPELT), "--exit-zero")
    assert result.exit_code == 2
    assert "pyproject.toml:2:1" in result.stdout
    assert "unknown-member" in result.stdout


def test_a_release_that_does_not_exist_is_reported_once_and_the_rest_is_checked() -> None:
    written("pyproject.toml", '[tool.tilewright]\nrelease = "0.9"\n')
    written("a.py", MISSPELT)
    command = [sys.executable, "-m", "tilewright", "check", "a.py", "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert [each["code"] for each in json.loads(done.stdout)["diagnostics"]] == ["wrong-setting", "unknown-member"]


def test_excluded_files_are_checked_only_if_they_are_named() -> None:
    written("pyproject.toml", '[tool.tilewright]\nexclude = ["old/"]\n')
    file = written("old/a.py", MISSPELT)
    written("b.py", FUNCTION + "    A[0] = 1.0\n")
    assert codes(check(".", "--format", "json")) == []
    assert codes(check(file, "--format", "json")) == ["unknown-member"]
    assert codes(check(file, "--format", "json", "--force-exclude")) == []


def test_each_file_has_the_settings_of_its_own_project() -> None:
    written("one/pyproject.toml", '[tool.tilewright]\nignore = ["unknown-member"]\n')
    written("one/a.py", MISSPELT)
    written("two/a.py", MISSPELT)
    found = json.loads(check("one", "two", "--format", "json").stdout)["diagnostics"]
    assert [each["file"] for each in found] == [str(Path("two/a.py"))]


def test_fix_makes_the_fixes_and_reports_the_rest() -> None:
    file = written("a.py", POWER + "    A[0] = C[0]\n")
    result = check(file, "--fix")
    assert file.read_text() == FIXED + "    A[0] = C[0]\n"
    assert result.exit_code == 1
    assert "1 fix made; 1 error" in result.stdout
    assert check(file, "--fix", "--ignore", "undefined-name").exit_code == 0


def test_fixes_that_guess_are_made_only_if_they_are_asked_for() -> None:
    file = written("a.py", MISSPELT)
    result = check(file, "--fix")
    assert file.read_text() == MISSPELT
    assert "1 can be fixed with --fix --unsafe-fixes." in result.stdout
    assert check(file, "--diff").stdout == ""
    assert "+    A[0] = T.exp(A[1])" in check(file, "--diff", "--unsafe-fixes").stdout
    assert check(file, "--fix", "--unsafe-fixes").exit_code == 0
    assert file.read_text() == MISSPELT.replace("exq", "exp")


@pytest.mark.parametrize("end", ["\r\n", "\n"])
def test_fix_keeps_encoding_and_line_ends(end: str) -> None:
    text = (
        "# -*- coding: latin-1 -*-\n# \xe9\n" + POWER + "    A[2] = 1.0  # tilewright: ignore[race-condition]\n"
    ).replace("\n", end)
    path = Path("a.py")
    path.write_bytes(text.encode("latin-1"))
    check(path, "--fix")
    after = text.replace("A[1] ** 2", "T.pow(A[1], 2)").replace("  # tilewright: ignore[race-condition]", "")
    assert path.read_bytes() == after.encode("latin-1")


def test_fix_keeps_line_ends_of_all_kinds() -> None:
    text = POWER.replace("\n", "\r\n", 2).replace("\n", "\r", 4) + "    A[2] = A[1] ** 2\r"
    path = Path("a.py")
    path.write_bytes(text.encode())
    check(path, "--fix")
    assert path.read_bytes() == text.replace("A[1] ** 2", "T.pow(A[1], 2)").encode()


def test_diff_shows_what_fix_would_do_and_changes_nothing() -> None:
    file = written("a.py", POWER)
    result = check(file, "--diff")
    assert result.exit_code == 1
    assert "-    A[0] = A[1] ** 2\n+    A[0] = T.pow(A[1], 2)\n" in result.stdout
    assert "1 fix in 1 file would be made." in result.stderr
    assert file.read_text() == POWER
    clean = check(written("b.py", FUNCTION + "    A[0] = 1.0\n"), "--diff")
    assert (clean.exit_code, clean.stdout) == (0, "")


def test_standard_input_is_checked_under_the_name_it_is_given() -> None:
    written("pyproject.toml", '[tool.tilewright]\nper-file-ignores = { "kernels/" = ["unknown-member"] }\n')
    assert codes(check("-", "--format", "json", stdin=MISSPELT)) == ["unknown-member"]
    result = check("-", "--stdin-filename", "x/b.py", "--format", "json", stdin=MISSPELT)
    assert json.loads(result.stdout)["diagnostics"][0]["file"] == "x/b.py"
    assert codes(check("-", "--stdin-filename", "kernels/a.py", "--format", "json", stdin=MISSPELT)) == []


def test_standard_input_is_fixed_on_standard_output() -> None:
    result = check("-", "--fix", stdin=POWER)
    assert result.stdout == FIXED
    assert "1 fix made" in result.stderr
    clean = FUNCTION + "    A[0] = 1.0\n"
    assert check("-", "--fix", stdin=clean).stdout == clean


def test_the_report_is_written_into_a_file() -> None:
    result = check(written("a.py", MISSPELT), "--output-file", "reports/check.txt")
    assert result.stdout == ""
    text = Path("reports/check.txt").read_text()
    assert "error[unknown-member]" in text
    assert "\x1b" not in text


def test_statistics_count_the_codes() -> None:
    file = written("a.py", FUNCTION + "    A[0] = C[0]\n    A[1] = D[0]\n    A[2] = A[1] ** 2\n")
    lines = check(file, "--statistics").stdout.splitlines()
    assert [line.split()[:2] for line in lines[:2]] == [["2", "undefined-name"], ["1", "unsupported-operator"]]
    assert "(1 fixable)" in lines[1]
    table = json.loads(check(file, "--statistics", "--format", "json").stdout)["statistics"]
    assert [(each["code"], each["count"], each["fixable"]) for each in table] == [
        ("undefined-name", 2, 0),
        ("unsupported-operator", 1, 1),
    ]


def test_a_folder_is_checked_when_no_path_is_given() -> None:
    written("a.py", MISSPELT)
    assert codes(check("--format", "json")) == ["unknown-member"]


def many(count: int) -> list[str]:
    """Files that are large enough together for several processes."""
    padding = "# " + "x" * 9000 + "\n"
    for number in range(count):
        written(f"files/a{number:02}.py", padding + (MISSPELT if number % 3 == 0 else FUNCTION + "    A[0] = 1.0\n"))
    return [str(Path(f"files/a{number:02}.py")) for number in range(0, count, 3)]


def test_several_processes_report_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = many(40)
    alone = check("files", "--format", "json", "--no-cache", "--jobs", "1")
    together = check("files", "--format", "json", "--no-cache", "--jobs", "2")
    assert [each["file"] for each in json.loads(together.stdout)["diagnostics"]] == expected
    assert together.stdout == alone.stdout


def test_a_process_that_dies_costs_its_file_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    from tilewright.project import workers

    many(40)
    real = workers.inspect

    def deadly(content: bytes, name: str) -> object:
        if name.endswith("a07.py"):
            import os

            os._exit(9)
        return real(content, name)

    monkeypatch.setattr(workers, "inspect", deadly)
    found = json.loads(check("files", "--format", "json", "--jobs", "2").stdout)["diagnostics"]
    failed = [each for each in found if each["code"] == "internal-error"]
    assert [Path(each["file"]).name for each in failed] == ["a07.py"]
    assert sum(each["code"] == "unknown-member" for each in found) == 14


def test_an_interrupt_shows_what_was_found_until_then(monkeypatch: pytest.MonkeyPatch) -> None:
    from tilewright.cli import check_files
    from tilewright.project.inspection import inspect

    for name in ("a.py", "b.py", "c.py"):
        written(name, MISSPELT + f"# {name}\n")

    def interrupted(content: bytes, name: str, on_progress: object) -> object:
        if name.endswith("c.py"):
            raise KeyboardInterrupt
        return inspect(content, name)

    monkeypatch.setattr(check_files, "inspect", interrupted)
    result = check("a.py", "b.py", "c.py", "--jobs", "1")
    assert result.exit_code == 130
    assert "interrupted: 2 of 3 files checked" in result.stderr
    assert result.stdout.count("error[unknown-member]") == 2


def test_the_configuration_of_ci_formats() -> None:
    written("a b/k.py", MISSPELT + "    A[0] = 1.0  # tilewright: ignore[rank-mismatch]\n")
    (run,) = json.loads(check(".", "--output-format", "sarif").stdout)["runs"]
    rule = next(each for each in run["tool"]["driver"]["rules"] if each["id"] == "unknown-member")
    assert rule["helpUri"].endswith("diagnostics/unknown-member.html")
    result = next(each for each in run["results"] if each["ruleId"] == "unknown-member")
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "a%20b/k.py"
    (change,) = result["fixes"][0]["artifactChanges"]
    (replacement,) = change["replacements"]
    assert replacement["insertedContent"]["text"] == "exp"
    assert replacement["deletedRegion"] == {"startLine": 6, "startColumn": 14, "endLine": 6, "endColumn": 17}


def test_gitlab_has_a_fingerprint_for_each_that_survives_moving() -> None:
    written("a.py", FUNCTION + "    A[0] = C[0]\n    A[1] = C[0]\n")
    before = json.loads(check("a.py", "--output-format", "gitlab").stdout)
    written("a.py", "# moved\n" + FUNCTION + "    A[0] = C[0]\n    A[1] = C[0]\n")
    after = json.loads(check("a.py", "--output-format", "gitlab").stdout)
    prints = [each["fingerprint"] for each in before]
    assert len(set(prints)) == 2
    assert [each["fingerprint"] for each in after] == prints
    assert after[0]["location"]["path"] == "a.py"
    assert after[0]["location"]["positions"]["begin"] == {"line": 7, "column": 12}
    assert after[0]["severity"] == "major"


def test_junit_fails_what_makes_the_check_fail() -> None:
    from xml.etree import ElementTree

    written("a.py", MISSPELT + "    A[0] = 1.0  # tilewright: ignore[rank-mismatch]\n")
    written("b.py", FUNCTION + "    A[0] = 1.0\n")
    root = ElementTree.fromstring(check(".", "--output-format", "junit").stdout)
    assert (root.get("tests"), root.get("failures")) == ("3", "1")
    assert [suite.get("name") for suite in root] == ["a.py", "b.py"]
    strict = ElementTree.fromstring(check(".", "--output-format", "junit", "--strict").stdout)
    assert strict.get("failures") == "2"


def test_watch_checks_again_when_a_file_or_its_settings_change(tmp_path: Path) -> None:
    written("a.py", MISSPELT)
    command = [sys.executable, "-u", "-m", "tilewright", "check", "a.py", "--watch"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    timer = threading.Timer(60, running.kill)  # without it a failure would wait forever
    timer.start()
    try:
        assert running.stdout is not None
        _read_until(running.stdout, "Waiting for changes")
        written("a.py", FUNCTION + "    A[0] = 1.0\n")
        assert "No mistakes found" in _read_until(running.stdout, "Waiting for changes")
        written("a.py", MISSPELT)
        assert "unknown-member" in _read_until(running.stdout, "Waiting for changes")
    finally:
        timer.cancel()
        running.kill()
        running.wait()


def _read_until(stream: io.TextIOBase, end: str) -> str:
    lines: list[str] = []
    for line in stream:
        lines.append(line)
        if end in line:
            break
    return "".join(lines)


def test_a_file_and_a_link_to_it_are_one_file() -> None:
    Path("f.py").write_text(MISSPELT)
    Path("link.py").symlink_to("f.py")
    found = check("--fix", "--unsafe-fixes", "link.py", "f.py", ".")
    assert (found.exit_code, Path("f.py").read_text(), Path("link.py").is_symlink()) == (
        0,
        MISSPELT.replace("exq", "exp"),
        True,
    )


def test_control_characters_of_a_file_do_not_reach_the_terminal() -> None:
    Path("f.py").write_text(MISSPELT.replace("A[1])", "A[1])  # \x1b[31mred"))
    assert "\u241b[31mred" in check("f.py").output
