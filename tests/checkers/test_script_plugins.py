"""The plugins through the checkers themselves: scripts are accepted, and mistakes in them and around them are found at their lines."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.checkers.cases import ACCEPTED, MISTAKEN, REJECTED, expected, program
from tests.checkers.running import CHECKERS, Found, mypy, output
from tilewright.cli.main import app

pytestmark = pytest.mark.slow
PROJECT = """\
[tool.mypy]
[tool.pylint.main]
[tool.pyright]
typeCheckingMode = "standard"
[tool.ty]
[tool.pyrefly]
"""


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With the settings that `tilewright init` writes."""
    folder = tmp_path_factory.mktemp("programs")
    for case in (*ACCEPTED, *MISTAKEN):
        (folder / f"{case}.py").write_text(program(case))
    (folder / "pyproject.toml").write_text(PROJECT)
    assert CliRunner().invoke(app, ["init", str(folder), "--write"]).exit_code == 0
    return folder


@pytest.fixture(scope="module")
def reports(programs: Path) -> dict[str, Found]:
    """By checker and case: what is said of each line."""
    return {name: run(programs) for name, run in CHECKERS.items()}


@pytest.mark.parametrize("checker", CHECKERS)
@pytest.mark.parametrize("case", ACCEPTED)
def test_scripts_are_accepted(case: str, checker: str, reports: dict[str, Found]) -> None:
    found = reports[checker].get(case, {})
    assert set(found) == REJECTED.get((case, checker), set()), found


@pytest.mark.parametrize("checker", CHECKERS)
@pytest.mark.parametrize("case", MISTAKEN)
def test_mistakes_are_found(case: str, checker: str, reports: dict[str, Found]) -> None:
    found = reports[checker].get(case, {})
    assert set(found) == expected(case, checker), found


def test_mistakes_in_scripts_have_a_code_of_their_own(reports: dict[str, Found]) -> None:
    assert all(message.endswith("(rank-mismatch)  [tvmscript]") for message in reports["mypy"]["rank"].values())
    assert all(message.endswith("(rank-mismatch) [tvmscript-error]") for message in reports["pylint"]["rank"].values())


def test_scripts_stay_silent_when_the_compiler_is_not_asked(programs: Path) -> None:
    options = [
        "--load-plugins=tilewright_checkers.pylint",
        "--disable=all",
        "--enable=undefined-variable,unused-variable",
    ]
    assert "undefined-variable" not in output(
        programs, "pylint", *options, "undefined_buffer.py", "loop_variables_reused.py"
    )
    assert "undefined-variable" in output(programs, "pylint", *options, "python_names.py")


@pytest.mark.parametrize("option", ["--no-native-parser", "--num-workers=2", "--strict-equality"])
def test_mypy_says_the_same_in_other_ways(option: str, programs: Path, reports: dict[str, Found]) -> None:
    assert mypy(programs, option, f"--cache-dir=.cache{option}") == reports["mypy"]


def test_mypy_says_the_same_from_its_cache(programs: Path, reports: dict[str, Found]) -> None:
    assert mypy(programs) == reports["mypy"]


@pytest.mark.usefixtures("reports")
def test_mypy_remembers_all_but_scripts_and_never_reads_pytorch(programs: Path) -> None:
    command = [sys.executable, "-m", "mypy", "--verbose", "."]
    said = subprocess.run(command, cwd=programs, capture_output=True, text=True, check=False).stderr
    read = {Path(path) for path in re.findall(r"Parsing (.+\.pyi?) \(", said)}
    assert {path.parent.name for path in read if path.is_absolute()} <= {"tilewright_checkers"}
    assert len(read) > 10
    remembered = re.findall(r"Metadata fresh for (\w+)[\w.]*:", said)
    assert remembered.count("tilewright") > 1000
    assert "torch" not in remembered


@pytest.mark.usefixtures("reports")
def test_mypy_checks_scripts_again_when_what_they_import_has_changed(
    programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MYPY_CACHE_DIR", str(programs / ".mypy_cache"))  # which has all that the programs import
    (tmp_path / "pyproject.toml").write_text('[tool.mypy]\nplugins = ["tilewright_checkers.mypy"]\n')
    uses = "from other import number\n\nhalf: int = number()\n"
    (tmp_path / "user.py").write_text(program("private") + uses)
    (tmp_path / "other.py").write_text("def number() -> int:\n    return 1\n")
    assert mypy(tmp_path) == {}
    (tmp_path / "other.py").write_text('def number() -> str:\n    return "1"\n')
    found = mypy(tmp_path)
    assert list(found) == ["user"]
    assert len(found["user"]) == 1


def test_the_daemon_follows_edits(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        '[tool.mypy]\nplugins = ["tilewright_checkers.mypy"]\n[tool.tilewright]\nmypy_diagnostics = true\n'
    )
    file = tmp_path / "edited.py"
    daemon = started_daemon(tmp_path)
    try:
        file.write_text(program("private"))
        assert "Success" in dmypy(tmp_path, "run", "--", "edited.py")
        file.write_text(program("private").replace("A[i]", "A[i, 0]"))
        assert "(rank-mismatch)  [tvmscript]" in dmypy(tmp_path, "run", "--", "edited.py")
        file.write_text(program("private"))
        assert "Success" in dmypy(tmp_path, "run", "--", "edited.py")
    finally:
        dmypy(tmp_path, "stop")
        daemon.wait()


def started_daemon(folder: Path) -> subprocess.Popen[bytes]:
    """A daemon that is ready: `dmypy start` waits 5 seconds for it at most, which are not enough on a busy machine."""
    with (folder / "log.txt").open("w") as log:
        process = subprocess.Popen([sys.executable, "-m", "mypy.dmypy", "daemon"], cwd=folder, stdout=log, stderr=log)
    while not (folder / ".dmypy.json").exists():
        assert process.poll() is None, (folder / "log.txt").read_text()
        time.sleep(0.05)
    return process


def dmypy(folder: Path, *arguments: str) -> str:
    """The daemon inherits no pipe of ours, which would wait for it."""
    command = [sys.executable, "-m", "mypy.dmypy", *arguments]
    with (folder / "daemon.txt").open("w+") as answer:
        subprocess.run(command, cwd=folder, stdout=answer, stderr=answer, check=False)
        answer.seek(0)
        return answer.read()


AROUND = '''"""Kernels."""
from tvm.script import tir as T


def kernel(size):
    """A kernel for a size."""
    BLOCK = 4  # a name of the script's
{constants}
    @T.prim_func
    def scale(A: T.Buffer((size,), "float32")):
        for i in range(size // BLOCK):
{body}
    return scale


def plain(BLOCK):
    """No script."""
    return BLOCK
'''


def test_pylint_takes_functions_around_scripts_for_what_they_are(tmp_path: Path) -> None:
    """Names that a script takes, the statements that it has, and the lines that it shares with another one are no matter of Python's."""
    body = "".join(f"            A[i + {number}] = A[i] * c{number % 16}\n" for number in range(60))
    for name, first in (("one.py", 0), ("two.py", 100)):
        constants = "".join(f"    c{number} = {number + first}\n" for number in range(16))
        (tmp_path / name).write_text(AROUND.format(constants=constants, body=body))
    options = ["--enable=invalid-name,too-many-locals,too-many-statements,duplicate-code", "--output-format=json"]
    found = json.loads(output(tmp_path, "pylint", "--disable=all", *options, "one.py", "two.py"))
    assert {(each["symbol"], each["obj"]) for each in found} == {("invalid-name", "plain")}
