"""The release of TVM that a process stands for: how it is chosen, and that it decides in which dialect programs print that nobody wrote."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tilewright import install_as_tvm, te
from tilewright.core import dialects
from tilewright.core.dialects import releases
from tilewright.script import from_source
from tilewright.tir import Schedule, ScheduleError

BUILT = "from tvm import te\nA = te.placeholder((4,), name='A')\nf = te.create_prim_func([A, te.compute((4,), lambda i: A[i])])\n"
TOLD = "from tilewright.core import dialects\nprint(dialects.release(), f.script().splitlines()[0].split()[4])\n"
EARLIER, LATER = "0.22 tir\n", "0.27 tirx\n"


def told(program: str, folder: Path, **variables: str) -> str:
    """What a process of its own says of its release, and of the dialect of a function that te made."""
    around = {name: value for name, value in os.environ.items() if name != releases.VARIABLE}
    done = subprocess.run(
        [sys.executable, "-c", program + BUILT + TOLD],
        cwd=folder,
        env={**around, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout or done.stderr.splitlines()[-1]


INSTALL = "import tilewright; tilewright.install_as_tvm()\n"


@pytest.mark.parametrize(
    ("imports", "expected"),
    [
        ("", EARLIER),
        ("from tvm.script import tir as T, relax as R, ir as I\nfrom tvm.script.parser import tirx\n", EARLIER),
        ("import tvm.tirx\n", LATER),
        ("from tvm import s_tir\n", LATER),
        ("import tvm.s_tir.transform\n", LATER),
        ("from tvm.script import tirx as T\n", LATER),
    ],
    ids=["nothing", "classic", "tirx", "s_tir", "below s_tir", "script"],
)
def test_what_the_program_imports(imports: str, expected: str, tmp_path: Path) -> None:
    assert told(INSTALL + imports, tmp_path) == expected


def test_the_variable_is_asked_before_the_imports(tmp_path: Path) -> None:
    assert told(INSTALL, tmp_path, TILEWRIGHT_TVM_RELEASE="0.27") == LATER
    assert told(INSTALL + "import tvm.tirx\n", tmp_path, TILEWRIGHT_TVM_RELEASE="0.22") == EARLIER
    found = told(INSTALL, tmp_path, TILEWRIGHT_TVM_RELEASE="0.3")
    assert found == "ValueError: TILEWRIGHT_TVM_RELEASE is '0.3', and the releases of TVM are 0.22 and 0.27"


def test_the_setting_of_the_project(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        '[project]\nrelease = "1"\n\n[tool.tilewright]  # ours\nmypy_diagnostics = true\nrelease = "0.27"\n\n[tool.other]\nrelease = "2"\n'
    )
    (tmp_path / "below").mkdir()
    assert told(INSTALL, tmp_path / "below") == LATER
    assert told(INSTALL, tmp_path, TILEWRIGHT_TVM_RELEASE="0.22") == EARLIER


def test_the_call_is_asked_first(tmp_path: Path) -> None:
    install = "import tilewright; tilewright.install_as_tvm(release='0.22')\nimport tvm.tirx\n"
    assert told(install, tmp_path, TILEWRIGHT_TVM_RELEASE="0.27") == EARLIER


def test_only_known_releases_are_chosen() -> None:
    with pytest.raises(ValueError, match=r"release is '0\.9', and the releases of TVM are 0\.22 and 0\.27"):
        install_as_tvm(release="0.9")


@pytest.fixture
def _later() -> Iterator[None]:
    dialects.choose("0.27")
    yield
    dialects.choose("0.22")


@pytest.mark.usefixtures("_later")
def test_what_was_written_stays_in_its_dialect() -> None:
    assert dialects.default_dialect().name == "tirx"
    head = "@T.prim_func\ndef main(n: T.int32):\n    T.evaluate(n)\n"
    assert from_source(f"from tvm.script import tir as T\n{head}").dialect == "classic"
    assert from_source(head).dialect == "tirx"
    A = te.placeholder((4,), name="A")
    made = te.create_prim_func([A, te.compute((4,), lambda i: A[i])])
    assert made.dialect is None
    assert "import tirx as T" in made.script()
    assert "import tir as T" in made.script(dialect="classic")


@pytest.mark.usefixtures("_later")
def test_errors_of_schedules_mark_statements_by_the_names_of_the_release() -> None:
    func = from_source(
        "from tvm.script import tirx as T\n@T.prim_func(s_tir=True)\ndef f(A: T.Buffer((4, 4), 'float32')):\n"
        "    for i in range(4):\n        for j in range(4):\n            with T.sblock('B'):\n"
        "                vi, vj = T.axis.remap('SS', [i, j])\n                A[vi, vj] = T.float32(1)\n"
    )
    schedule = Schedule(func)
    i, j = schedule.get_loops(schedule.get_block("B"))
    with pytest.raises(ScheduleError, match=r"# tirx\.For#0"):
        schedule.fuse(j, i)
    with pytest.raises(ScheduleError, match=r"# s_tir\.SBlock#0"):
        schedule.compute_inline(schedule.get_block("root"))
