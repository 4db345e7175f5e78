"""`tilewright profile FILE::NAME`: a line for each loop nest, and what cannot be profiled."""

from __future__ import annotations

import io
import time
from functools import partial
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

from tilewright.cli.main import app
from tilewright.cli.profile import size, table
from tilewright.runner.measure import SAMPLE, samples_in_turn
from tilewright.runner.parts import Part
from tilewright.runner.profile import profile as profiled
from tilewright.runner.request import ProfileRequest

PROGRAM = """from tilewright.script import ir as I, relax as R, tir as T


@T.prim_func
def norm(A: T.Buffer((8, "n"), "float32"), B: T.Buffer((8, "n"), "float32")):
    total = T.alloc_buffer((8,))
    for i, k in T.grid(8, A.shape[1]):
        with T.block("total"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                total[vi] = T.float32(0)
            total[vi] += A[vi, vk]
    for i, j in T.grid(8, A.shape[1]):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] / total[vi]


@I.ir_module
class Graph:
    @R.function
    def main(x: R.Tensor((4, 16), "float32"), w: R.Tensor((16, 16), "float32")) -> R.Tensor((4, 16), "float32"):
        with R.dataflow():
            h = R.matmul(x, w)
            y = R.nn.softmax(h)
            R.output(y)
        return y
"""


def profile(folder: Path, *arguments: str) -> Result:
    file = folder / "k.py"
    file.write_text(PROGRAM.replace('"n"', "16"))
    return CliRunner().invoke(app, ["profile", "--repeat", "1", *(each.format(file) for each in arguments)])


def test_each_nest_has_a_line_with_its_share(tmp_path: Path) -> None:
    result = profile(tmp_path, "{}::norm")
    assert result.exit_code == 0, result.output
    title, head, *lines, said = result.output.splitlines()
    assert title.startswith("norm: ")
    assert title.endswith("2 loop nests")
    assert head.split() == ["loop", "nest", "line", "time", "share", "GFLOP/s", "bytes"]
    assert [line.split()[:2] for line in lines[:2]] == [["total", "7"], ["B", "13"]]
    assert [line.split()[0] for line in lines[2:]] == ["together", "whole"]
    assert sum(int(line.split(" %")[0].split()[-1]) for line in lines[:2]) in (99, 100, 101)
    assert said.startswith("share: ")


def test_each_kernel_of_a_graph_has_a_line(tmp_path: Path) -> None:
    result = profile(tmp_path, "{}::Graph.main")
    assert result.exit_code == 0, result.output
    title, *calls, between, whole = result.output.splitlines()
    assert title.startswith("Graph.main: ")
    assert title.endswith(f"{len(calls)} calls")
    assert all("  1 call  float32[4, 16], " in line for line in calls)
    assert any(line.startswith("matmul") for line in calls)
    assert between.startswith("between them ")
    assert whole.startswith("whole ")
    assert sum(int(line.split(" %")[0].split()[-1]) for line in (*calls, between)) in range(98, 103)


def test_without_a_name_the_names_are_shown(tmp_path: Path) -> None:
    nameless = profile(tmp_path, "{}")
    assert (nameless.exit_code, nameless.output.count("tilewright profile ")) == (2, 3)
    assert "k.py::norm" in nameless.output


def test_figures_that_are_not_known_are_dashes() -> None:
    console = Console(file=io.StringIO(), width=80)
    console.print(table([Part("i", 4, 2e-6, None, None), Part("j", 6, 6e-6, 6e3, 1e6)], Part("f", 0, 7e-6, 6e3, 1e6)))
    assert isinstance(console.file, io.StringIO)
    rows = [" ".join(line.split()) for line in console.file.getvalue().splitlines()]
    assert rows == [
        "loop nest line time share GFLOP/s bytes",
        "i 5 2.00 µs 25 % – –",
        "j 7 6.00 µs 75 % 1 1 MB",
        "together 8.00 µs 100 %",
        "whole 7.00 µs 0.857 1 MB",
    ]


@pytest.mark.parametrize(("number", "said"), [(0, "0 B"), (512, "512 B"), (1572864, "1.57 MB"), (5e12, "5000 GB")])
def test_bytes_have_a_unit(number: float, said: str) -> None:
    assert size(number) == said


SINGLE = """from tilewright.script import tir as T


@T.prim_func
def double(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    for i in range(64):
        B[i] = A[i] * T.float32(2)
"""


def test_a_single_nest_has_the_time_of_the_whole() -> None:
    found = profiled(ProfileRequest(SINGLE, "k.py", "double", repeat=3), lambda *_: None, lambda _: None)
    assert found.ok, found.text
    (part,) = found.data["parts"]
    assert part["seconds"] == found.data["whole"]["seconds"]


def test_samples_of_several_calls_are_taken_in_turn() -> None:
    order: list[str] = []
    calls = [partial(_slow, order, name) for name in "ab"]
    times = samples_in_turn(calls, 3, lambda _: None)
    assert [len(each) for each in times] == [3, 3]
    assert order[-6:] == ["a", "b"] * 3


def _slow(order: list[str], name: str) -> None:
    """Takes as long as a sample has to, so that a sample is one call."""
    order.append(name)
    time.sleep(SAMPLE * 1.5)
