"""TVM since 0.25 reads what is printed in tirx, and what it prints of it means the same here."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tilewright.core.analyze import analyze
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.ir.function import IRModule, PrimFunc
from tilewright.script import from_source

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


def python_of_tvm() -> str:
    """The Python of the environment with TVM, which is made when it is missing."""
    sys.path.insert(0, str(ROOT))
    from benchmarks.peers import python_of

    return str(python_of("tvm"))


def read_by_tvm(texts: list[str]) -> list[dict[str, str]]:
    reader = Path(__file__).with_name("read_with_tvm.py")
    done = subprocess.run(
        [python_of_tvm(), str(reader)], input=json.dumps(texts), capture_output=True, text=True, check=True, timeout=300
    )
    return json.loads(done.stdout.splitlines()[-1])


def programs() -> dict[str, Any]:
    """The functions and modules of the examples by file and name."""
    found: dict[str, Any] = {}
    for path in EXAMPLES:
        for definition in analyze(path.read_text(), str(path)).definitions:
            for name, value in definition.values.items():
                if isinstance(value, (PrimFunc, IRModule)):
                    found[f"{path.stem}.{name}"] = value
    return found


PROGRAMS = programs()


@pytest.fixture(scope="module")
def answers() -> dict[str, dict[str, str]]:
    texts = [program.script(dialect="tirx") for program in PROGRAMS.values()]
    return dict(zip(PROGRAMS, read_by_tvm(texts)))


def test_there_are_programs() -> None:
    assert len(PROGRAMS) >= len(EXAMPLES)


@pytest.mark.parametrize("name", PROGRAMS)
def test_tvm_reads_what_is_printed(name: str, answers: dict[str, dict[str, str]]) -> None:
    assert "error" not in answers[name], f"{answers[name].get('error')}\n{PROGRAMS[name].script(dialect='tirx')}"


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_tvm_prints_means_the_same(name: str, answers: dict[str, dict[str, str]]) -> None:
    assert_structural_equal(PROGRAMS[name], from_source(answers[name]["text"]), map_free_vars=True)
