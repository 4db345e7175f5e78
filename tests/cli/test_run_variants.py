"""`tilewright run FILE::a FILE::b`: variants side by side, and whether their results agree."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from tilewright.cli.run_variants import Variant, agree, bar, fixed_sizes, short_names, table

PROGRAM = """from tilewright.script import tir as T


@T.prim_func
def plus(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    for i in range(64):
        B[i] = A[i] + A[i]


@T.prim_func
def twice(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    for i in T.vectorized(64):
        B[i] = A[i] * T.float32(2)


@T.prim_func
def thrice(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    for i in range(64):
        B[i] = A[i] * T.float32(3)
"""


OTHER_PARAMETERS = """

@T.prim_func
def blend(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32"), w: T.float32, C: T.Buffer((64,), "float32")):
    for i in range(64):
        C[i] = w * A[i] + B[i]
"""


def run(folder: Path, *names: str) -> subprocess.CompletedProcess[str]:
    (folder / "k.py").write_text(PROGRAM + OTHER_PARAMETERS)
    targets = [f"k.py::{name}" for name in names]
    return subprocess.run(
        [sys.executable, "-m", "tilewright", "run", "--repeat", "1", *targets],
        cwd=folder,
        capture_output=True,
        text=True,
    )


@pytest.mark.slow
def test_variants_with_the_same_results_are_compared(tmp_path: Path) -> None:
    process = run(tmp_path, "plus", "twice")
    assert process.returncode == 0, process.stderr
    head, *lines = process.stdout.splitlines()
    assert head.split() == ["function", "best", "median", "GFLOP/s", "speed"]
    assert [line.split()[0] for line in lines] == ["plus", "twice"]
    assert lines[0].rstrip().endswith("1.00x")
    assert all("█" in line or "▏" in line for line in lines)


@pytest.mark.slow
def test_variants_with_other_parameters_are_not_compared(tmp_path: Path) -> None:
    process = run(tmp_path, "blend", "plus")
    assert process.returncode == 1
    assert "plus takes 2 buffers, blend 3 buffers and 1 number: they were not compared" in process.stderr


@pytest.mark.slow
def test_a_variant_that_computes_something_else_is_named(tmp_path: Path) -> None:
    process = run(tmp_path, "plus", "thrice")
    assert process.returncode == 1
    assert "thrice: its results differ from those of plus" in process.stderr


@pytest.mark.slow
def test_a_variant_that_cannot_run_ends_the_comparison(tmp_path: Path) -> None:
    process = run(tmp_path, "plus", "missing")
    assert process.returncode != 0
    assert process.stderr.count("There is no function `missing` in the file") == 1


def test_functions_of_one_name_are_told_apart_by_their_files() -> None:
    assert short_names(["a.py::f", "a.py::g"]) == ["f", "g"]
    assert short_names(["a.py::f", "b.py::f"]) == ["a.py::f", "b.py::f"]


def test_bars_have_eighths_of_a_character() -> None:
    assert (bar(1.0), bar(0.5), bar(0.0)) == ("█" * 30, "█" * 15, "▏")


def variant(mean: float, first: str) -> Variant:
    array = {"role": "output", "shape": (2,), "first": (first,), "low": -1.0, "high": 4.0, "mean": mean, "nans": 0}
    return Variant("v", (1.0,), None, (array,))


@pytest.mark.parametrize(("columns", "bars"), [(120, 30), (80, 13)])
def test_a_terminal_cuts_off_no_column_and_shortens_the_bars(columns: int, bars: int) -> None:
    name = "a_variant_of_twenty_nine_char"
    several = [Variant(name, (1e-4,), 1e6, ()), Variant("b", (2e-4,), 1e6, ())]
    console = Console(width=columns, file=io.StringIO())
    console.print(table(several, columns))
    assert isinstance(console.file, io.StringIO)
    head, first, second = console.file.getvalue().splitlines()
    assert head.split() == ["function", "best", "median", "GFLOP/s", "speed"]
    assert first.split()[0] == name
    assert first.rstrip().endswith("1.00x")
    assert second.count("█") == bars
    assert max(map(len, (head, first, second))) <= columns


def test_a_name_longer_than_the_terminal_goes_on_in_another_line() -> None:
    console = Console(width=80, file=io.StringIO())
    console.print(table([Variant("v" * 50, (1e-4,), 1e6, ())], 80))
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    assert sum(line.count("v") for line in lines) == 50
    assert lines[1].rstrip().endswith("1.00x")


def test_results_agree_up_to_the_order_of_sums() -> None:
    assert agree(variant(1.0, "2.0"), variant(1.0005, "2.0001"))
    assert not agree(variant(1.0, "2.0"), variant(1.1, "2.0"))
    assert not agree(variant(1.0, "2.0"), variant(1.0, "-2.0"))


def test_a_symbolic_size_is_the_number_that_another_variant_has_there(tmp_path: Path) -> None:
    (tmp_path / "k.py").write_text(PROGRAM)
    (tmp_path / "s.py").write_text(
        "from tilewright.script import tir as T\n\n@T.prim_func\ndef any(a: T.handle, b: T.handle):\n"
        "    n, m = T.int64(), T.int64()\n    A = T.match_buffer(a, (n,))\n    B = T.match_buffer(b, (m,))\n"
        "    for i in range(n):\n        B[i] = A[i]\n"
    )
    targets = [f"{tmp_path / 'k.py'}::plus", f"{tmp_path / 's.py'}::any"]
    assert fixed_sizes(targets) == [{}, {"n": 64, "m": 64}]
    assert fixed_sizes(targets[1:]) == [{}]
