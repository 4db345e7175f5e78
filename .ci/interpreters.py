"""Tries the package on the interpreters of this machine that `pyproject.toml` names, and says which those were.

On each, the wheel is installed in an empty environment, and a program is checked, built and run with nothing but what users get.
The oldest and the newest run the fast tests too, with the versions of `constraints.txt` and without PyTorch, unless they are
the interpreter that runs this: `make test` covers it.  Tests of the repository's texts, which no interpreter changes, are left to that.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from pythons import MINORS, found

ROOT = Path(__file__).parents[1]
CONSTRAINTS = ROOT / "constraints.txt"
FAST = shlex.split(
    '-n 2 --dist loadfile -p no:cacheprovider --ignore tests/e2e --without-torch -m "not slow and not torch and not repository"'
)
SMOKE = """\
import numpy as np
import tilewright
from tilewright.script import tir as T


@T.prim_func
def double(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    for i in range(8):
        B[i] = A[i] * T.float32(2)


given, out = np.arange(8, dtype="float32"), np.zeros(8, "float32")
tilewright.build(double)(given, out)
np.testing.assert_array_equal(out, given * 2)
"""


def main() -> None:
    interpreters = found()
    assert interpreters, "no interpreter of " + ", ".join(f"3.{minor}" for minor in MINORS)
    tested = {min(interpreters), max(interpreters)} - {sys.version_info.minor}
    with tempfile.TemporaryDirectory(prefix="tilewright interpreters ") as folder:
        wheel = built(Path(folder))
        with ThreadPoolExecutor(2) as pool:
            ready = {
                minor: pool.submit(prepared, python, Path(folder, f"3.{minor}"), wheel, minor in tested)
                for minor, python in interpreters.items()
            }
            for minor, python in interpreters.items():
                print(f"--- Python 3.{minor} ({python})", flush=True)
                environment = ready[minor].result()
                if minor in tested:
                    run_fast_tests(environment)
    for line in summary(set(interpreters), tested):
        print(line)


def built(folder: Path) -> Path:
    """The wheel of this checkout."""
    pip(Path(sys.executable), "wheel", "--no-deps", *build_constraint(), "--wheel-dir", str(folder), ".")
    return next(folder.glob("tilewright-*.whl"))


def prepared(python: Path, folder: Path, wheel: Path, is_tested: bool) -> Path:
    """The interpreter of an environment in which the wheel has been tried; one that is tested gets the checkout and what its tests need."""
    environment = made(python, folder)
    try_wheel(environment, wheel)
    if is_tested:
        install_checkout(environment)
    return environment


def made(python: Path, folder: Path) -> Path:
    """The interpreter of a new, empty environment."""
    subprocess.run([str(python), "-m", "venv", str(folder)], check=True)
    return folder / "bin" / "python"


def try_wheel(environment: Path, wheel: Path) -> None:
    """What a user does first: install, import, check a file, build and run its function."""
    pip(environment, "install", str(wheel))
    program = environment.parent / "double.py"
    program.write_text(SMOKE)
    for command in (["-c", "import tilewright.script"], ["-m", "tilewright", "check", str(program)], [str(program)]):
        subprocess.run([str(environment), *command], cwd=environment.parent, check=True)


def install_checkout(environment: Path) -> None:
    """The sources of the checkout take the place of the wheel's.  What is installed beside is compiled when it is imported, which most of it is not."""
    pip(environment, "install", "--upgrade", "--constraint", str(CONSTRAINTS), "pip")
    pip(environment, "uninstall", "--yes", "tilewright")
    locked = ["--constraint", str(CONSTRAINTS), *build_constraint()]
    pip(environment, "install", "--no-compile", *locked, "--editable", ".[dev]")


def run_fast_tests(environment: Path) -> None:
    subprocess.run([str(environment), "-m", "pytest", *FAST], cwd=ROOT, check=True)


def build_constraint() -> list[str]:
    return ["--build-constraint", str(CONSTRAINTS)]


def pip(python: Path, command: str, *arguments: str) -> None:
    quiet = ["-m", "pip", command, "--quiet", "--disable-pip-version-check"]
    subprocess.run([str(python), *quiet, *arguments], cwd=ROOT, check=True)


def summary(ran: set[int], tested: set[int]) -> list[str]:
    lines = [
        f"{name(minor)}: {what_ran(minor, tested)}" if minor in ran else f"{name(minor)}: not found" for minor in MINORS
    ]
    return ["--- Interpreters", *lines]


def name(minor: int) -> str:
    return f"Python 3.{minor}"


def what_ran(minor: int, tested: set[int]) -> str:
    if minor in tested:
        return "the wheel, and the fast tests"
    return "the wheel; the tests are those of `make test`" if minor == sys.version_info.minor else "the wheel"


if __name__ == "__main__":
    main()
