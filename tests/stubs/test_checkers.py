"""Type checkers, run as their users run them: scripts pass without any setting, and mistakes around them are still found.

In the programs below a comment `# error` marks each line that a checker must report; it must report no other.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
import tomlkit

from tests.checkers import running

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
CHECKERS = ("mypy", "basedpyright")

SCRIPTS = """\
import numpy as np

import tilewright
from tilewright.script import ir as I
from tilewright.script import tir as T


@T.prim_func
def add_one(A: T.Buffer((16, 4), "float32"), B: T.Buffer[(16, 4), "float32"], n: T.int32) -> None:
    for i, j in T.grid(16, 4):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            scaled: T.float32 = A[vi, vj] * T.float32(2)
            B[vi, vj] = T.exp(scaled) + T.Cast("float32", n)


@T.prim_func
def copy(a: T.handle, b: T.handle):
    m = T.int64()
    A = T.match_buffer(a, (m,), "float32")
    B = T.match_buffer(b, (m,), "float32")
    for i in T.serial(m):
        B[i] = A[i]


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32")):
        for i in T.parallel(16):
            A[i] = T.max(A[i], T.float32(0))


def helper(buffer: T.Buffer, index: T.int32) -> T.float32:
    for i, j in T.grid(4, 4):
        buffer[index] = buffer[i] + j
    return T.float32(1)


array = np.zeros((16, 4), np.float32)
tilewright.build(add_one)(array, array, 3)
tilewright.build(Module)["main"](array)
print(add_one.script())
add_one.show()
"""

UNDER_THE_NAME_OF_TVM = SCRIPTS.replace("tilewright.build", "tvm.build").replace("tilewright", "tvm")

# Of the checkers only pyright (and its kin) takes these without a plugin.
WITH_OPTIONS = """\
from tilewright.script import ir as I
from tilewright.script import relax as R
from tilewright.script import tir as T
from tilewright.script import tirx as X


@T.prim_func(private=True)
def clear(A: T.Buffer((16,), "float32")):
    A[0] = undefined


@T.macro(hygienic=False)
def store(A, i: T.Buffer((1,), "int32")):
    A[i] = undefined


@X.prim_func(s_tir=True, check_well_formed=False)
def today(A: X.Buffer((16,), "float32")):
    A[0] = undefined


@X.inline
def inlined(A: X.Buffer((16,), "float32")):
    A[0] = undefined


@R.function(private=True)
def graph(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
    with R.dataflow():
        y = R.add(x, x)
        R.output(y)
    return y


@I.ir_module
class Module:
    @T.prim_func(private=True)
    def main(A: T.Buffer((16,), "float32")):
        A[0] = undefined


def layout(buffer: X.Buffer, other: X.Layout) -> X.PrimFunc:
    return buffer.layout.of(other)


print(clear.script(), today.script(), graph.script(), Module["main"].script())
clear.no_such_method()  # error
T.prim_func(no_such_option=1)  # error
"""

MODULE = """\
'''A program.'''
from tvm.script import ir as I, tir as T


@I.ir_module
class Mod:
    '''A module.'''

    @T.prim_func
    def main(A: T.Buffer((128,), 'float32'), B: T.Buffer((128,), 'float32')) -> None:
        for i in T.serial(128):
            with T.block('B'):
                vi = T.axis.spatial(128, i)
                B[vi] = A[vi] + T.float32(1)
"""

MISTAKES = """\
import tilewright
from tilewright.script import tir as T

T.exp(T.float32(1), dtype="float32")
T.call_extern("int32", "puts", "text")
T.call_extern("puts", "text", dtype="int32")
T.call_extern("puts")  # error
T.no_such_name(1)  # error
T.axis.no_such_axis(4, 0)  # error
T.grid("eight")  # error
T.serial()  # error
T.block(no_such_parameter=1)  # error
T.Buffer((16,), 7)  # error
T.exp()  # error
T.int32(1, 2, 3)  # error
length: int = "sixteen"  # error
number: int = tilewright.__version__  # error


@T.prim_func
def zero(A: T.Buffer((16,), "float32")):
    for i in range(16):
        A[i] = 0.0


zero.no_such_method()  # error: basedpyright
tilewright.build(zero, no_such_parameter=1)  # error
"""


SETTINGS_ABOVE = {
    ".gitignore": "build/\n",
    "mypy.ini": "[mypy]\nignore_errors = True\n",
    "pylintrc": "[MAIN]\ndisable = all\n",
    "pyproject.toml": '[tool.pyrefly]\npreset = "off"\n[tool.basedpyright]\nignore = ["**"]\n',
    "ty.toml": '[rules]\nall = "ignore"\n',
}


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("programs")
    (folder / "scripts.py").write_text(SCRIPTS)
    (folder / "scripts_tvm.py").write_text(UNDER_THE_NAME_OF_TVM)
    (folder / "mistakes.py").write_text(MISTAKES)
    (folder / "with_options.py").write_text(WITH_OPTIONS)
    return folder


@pytest.fixture(scope="module")
def reports(programs: Path) -> dict[str, str]:
    """What each checker prints about the programs and the examples."""
    return {"mypy": mypy(programs), "basedpyright": basedpyright(programs)}


def mypy(programs: Path) -> str:
    return output(
        "mypy", "--cache-dir", str(programs / "cache"), "--config-file", "", str(programs), str(ROOT / "examples")
    )


def basedpyright(programs: Path) -> str:
    """In the mode that editors use, against the interpreter that runs the tests; a missing TVM is what we have here."""
    project = programs / "pyrightconfig.json"
    settings = {
        "executionEnvironments": [{"root": str(ROOT / "examples" / "demo")}, {"root": str(programs)}],
        "typeCheckingMode": "basic",
        "include": [str(programs), str(ROOT / "examples")],
        "reportMissingModuleSource": "none",
    }
    project.write_text(json.dumps(settings))
    return output("basedpyright", "--pythonpath", sys.executable, "--project", str(project))


def output(tool: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", tool, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return done.stdout


def lines_reported(report: str, file: str) -> dict[int, str]:
    found = re.finditer(rf"{re.escape(file)}:(\d+):(?:\d+ -)? error: (.*)", report)
    return {int(match[1]): match[2] for match in found}


def lines_marked(program: str, checker: str) -> set[int]:
    marks = {number: re.search(r"# error(?:: (\w+))?$", line) for number, line in enumerate(program.splitlines(), 1)}
    return {number for number, mark in marks.items() if mark is not None and mark[1] in (None, checker)}


@pytest.mark.parametrize("checker", CHECKERS)
def test_scripts_are_accepted(checker: str, reports: dict[str, str]) -> None:
    assert lines_reported(reports[checker], "/scripts.py") == {}


@pytest.mark.parametrize("checker", CHECKERS)
def test_scripts_that_import_tvm_are_accepted(checker: str, reports: dict[str, str]) -> None:
    assert lines_reported(reports[checker], "/scripts_tvm.py") == {}


def test_pyright_accepts_decorators_with_options(reports: dict[str, str]) -> None:
    found = set(lines_reported(reports["basedpyright"], "/with_options.py"))
    assert found == lines_marked(WITH_OPTIONS, "basedpyright")


@pytest.mark.parametrize(
    ("checker", "refused"), [("ty", ""), ("pyrefly", "Could not find name `float32` [unknown-name]")]
)
def test_bare_decorators_are_accepted_without_settings(checker: str, refused: str, tmp_path: Path) -> None:
    """These two take a decorated function for a function, so that nothing is asked of it; pyrefly reads the words of `T.Buffer[...]` as names."""
    (tmp_path / "bare.py").write_text(SCRIPTS[: SCRIPTS.index("print(add_one")])
    (tmp_path / "bare_tvm.py").write_text(UNDER_THE_NAME_OF_TVM[: UNDER_THE_NAME_OF_TVM.index("print(add_one")])
    lines = {number: refused for number, line in enumerate(SCRIPTS.splitlines(), 1) if "T.Buffer[" in line and refused}
    expected = {"bare": lines, "bare_tvm": lines} if refused else {}
    assert running.CHECKERS[checker](tmp_path) == expected


@pytest.mark.usefixtures("reports")
@pytest.mark.parametrize("checker", running.CHECKERS)
def test_a_checker_reads_programs_where_no_repository_would_keep_them(
    checker: str, programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The settings of folders above are not those of a program's, nor is what they ignore."""
    monkeypatch.setenv("MYPY_CACHE_DIR", str(programs / "cache"))  # which has all that the program imports
    (tmp_path / ".git").mkdir()
    for name, text in SETTINGS_ABOVE.items():
        (tmp_path / name).write_text(text)
    folder = tmp_path / "build" / ".in a cache" / "programs"
    folder.mkdir(parents=True)
    (folder / "program.py").write_text("print(undefined)\n")
    assert set(running.CHECKERS[checker](folder)["program"]) == {1}


def test_pylint_accepts_scripts_without_settings(tmp_path: Path) -> None:
    """Python reads the file `.pth` of every installed package when it starts."""
    (tmp_path / "program.py").write_text(MODULE)
    start = "import site, sys; site.addsitedir(sys.argv.pop(1)); import pylint; pylint.run_pylint()"
    command = [sys.executable, "-S", "-c", start, str(ROOT / "stubs"), "program.py"]
    settings = {"PYTHONPATH": os.pathsep.join(sys.path), "HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    run = partial(subprocess.run, command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run(env=settings).returncode == 0, run(env=settings).stdout
    without = run(env={**settings, "TILEWRIGHT_PYLINT": "0"}).stdout
    assert "no-self-argument" in without


def test_the_installed_package_has_what_python_reads_when_it_starts() -> None:
    included = tomlkit.parse((ROOT / "pyproject.toml").read_text()).unwrap()["tool"]["hatch"]["build"]["targets"]
    assert included["wheel"]["force-include"] == {"stubs/tilewright_checkers.pth": "tilewright_checkers.pth"}


@pytest.mark.parametrize("checker", CHECKERS)
def test_mistakes_around_scripts_are_found(checker: str, reports: dict[str, str]) -> None:
    assert set(lines_reported(reports[checker], "/mistakes.py")) == lines_marked(MISTAKES, checker)


@pytest.mark.torch
@pytest.mark.parametrize("checker", CHECKERS)
def test_examples_are_accepted(checker: str, reports: dict[str, str]) -> None:
    reported = [line for line in reports[checker].splitlines() if "examples/" in line and "error:" in line]
    assert reported == []


def test_the_stubs_themselves_pass_in_strict_mode() -> None:
    script = ROOT / "compiler" / "tilewright" / "script"
    stubs = [str(path) for path in sorted(script.glob("*.pyi"))]
    report = output("mypy", "--strict", "--config-file", "", *stubs, str(ROOT / "stubs" / "tvm-stubs"))
    assert "error:" not in report, report


def test_the_stubs_themselves_pass_in_pyrights_strict_mode(tmp_path: Path) -> None:
    folders = [ROOT / "stubs" / "tvm-stubs", ROOT / "compiler" / "tilewright" / "script"]
    settings = {"typeCheckingMode": "strict", "include": [str(each) for each in folders], "exclude": ["**/*.py"]}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    report = output("basedpyright", "--pythonpath", sys.executable, "--project", str(tmp_path))
    assert report.startswith("0 errors, 0 warnings"), report


def test_the_stubs_say_what_a_program_finds() -> None:
    command = [sys.executable, "-m", "generate.stubtest"]
    done = subprocess.run(command, cwd=ROOT / "stubs", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr
