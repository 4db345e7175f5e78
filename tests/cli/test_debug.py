"""`tilewright debug`: where two stages of a graph part first."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from tilewright.cli.main import app
from tilewright.core.pymodule.divergence import Agreement, Divergence, first_divergence, random_arguments
from tilewright.relax import transform
from tilewright.script import from_source

TEXT = """\
from tvm.script import ir as I, relax as R, tir as T

@I.ir_module
class Before:
    @R.function
    def main(x: R.Tensor(("n", 4), "float32"), w: R.Tensor((4, 3), "float32")):
        a = R.matmul(x, w)
        b = R.nn.relu(a)
        c = R.exp(b)
        return (c, R.split(a, 3, axis=1))

    @R.function
    def whole(i: R.Tensor((3,), "int32"), s: R.Shape(["m"])):
        m = T.int64()
        return R.add(i, R.ones((m,), "int32"))
"""
OTHER = TEXT.replace("Before", "After").replace("R.nn.relu(a)", "R.abs(a)").replace("R.ones", "R.zeros")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "stages.py"
    found.write_text(TEXT + "\n\n" + OTHER.partition("\n\n")[2])
    return found


def tell(*arguments: Any) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["debug", *map(str, arguments)])
    return done.exit_code, done.stdout + done.stderr


@pytest.mark.torch
@pytest.mark.parametrize("stage", ["lowered", "fused"])
def test_stages_of_a_sound_compiler_agree(path: Path, stage: str) -> None:
    code, said = tell(f"{path}::Before", "--after", stage, "--size", "n=2", "--size", "m=3")
    assert (code, said.split("\n")[0].split(":")[0]) == (0, "Before.main")
    assert "values agree" in said


@pytest.mark.torch
def test_the_first_binding_that_departs_is_named_with_its_line(path: Path) -> None:
    code, said = tell(f"{path}::Before.main", "--after", "After")
    assert code == 1
    assert "Before.main: `b` (line 8) differs: " in said
    assert "  before: b = F.relu(a)\n  after:  b = torch.abs(a)\n" in said


@pytest.mark.torch
def test_every_module_of_a_file(path: Path) -> None:
    code, said = tell(path, "--after", "Before", "--size", "m=3")
    assert code == 1
    assert "Before.whole: 3 values agree" in said
    assert "After.whole: `gv` (line" in said
    assert "3 of 3 elements differ; the first at [0] was" in said


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["::Nobody"], "no module 'Nobody' with functions of Relax; it has Before, After"),
        (["::Before.nobody"], "Before has no function 'nobody' of Relax; it has main, whole"),
        (["", "--after", "x"], "'x' is no stage, nor a module"),
    ],
)
def test_what_there_is_not(path: Path, arguments: list[str], reason: str) -> None:
    code, said = tell(f"{path}{arguments[0]}", *arguments[1:])
    assert code == 2
    assert reason in " ".join(said.split())


@pytest.mark.torch
def test_stages_from_python() -> None:
    before, after = (from_source(text) for text in (TEXT, OTHER))
    given = random_arguments(before["main"], {"n": 2}, 0)
    assert [array.shape for array in given] == [(2, 4), (4, 3)]
    assert first_divergence(before, transform.LegalizeOps()(before), "main", given) == Agreement(5)
    found = first_divergence(before, after, "main", given)
    assert isinstance(found, Divergence)
    assert (found.name, found.line) == ("b", 8)
    assert np.isfinite(given[0]).all()
