"""`tilewright bench`: its kernels compute what numpy does, and its tables and picture hold what was measured; nothing here depends on time."""

from __future__ import annotations

import io
from xml.etree import ElementTree

import pytest
from rich.console import Console

from tilewright.cli.bench.command import print_figures, rate
from tilewright.cli.bench.figures import PEERS, Figure, figure
from tilewright.cli.bench.kernels import KERNELS, Kernel, convolution, elementwise, matmul, softmax, total, transpose
from tilewright.cli.bench.roofline import roofline
from tilewright.core.analyze import analyze
from tilewright.runner.machine import Machine

MACHINE = Machine(peak=100e9, bandwidth=10e9, threads=2)
SMALL = (matmul(33), convolution(4, 9), softmax(17), elementwise(100), total(1000), transpose(19))


@pytest.mark.slow
@pytest.mark.parametrize("kernel", SMALL, ids=lambda kernel: kernel.name)
def test_a_kernel_computes_what_numpy_does(kernel: Kernel) -> None:
    found = figure(kernel, MACHINE, ["numpy"])
    assert set(found.peers) == {"numpy"}
    assert found.seconds > 0


@pytest.mark.slow
def test_a_kernel_that_is_wrong_is_no_figure() -> None:
    right = elementwise(100)
    wrong = elementwise(100).__class__(
        right.name, right.source, right.inputs, right.result, 1.0, 1.0, lambda a, b, c: a, right.with_torch
    )
    with pytest.raises(AssertionError):
        figure(wrong, MACHINE, ["numpy"])


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)
def test_its_programs_have_no_diagnostics(kernel: Kernel) -> None:
    text = "from tilewright.script import tir as T\n" + kernel.source
    assert [str(each) for each in analyze(text, "kernel.py").diagnostics] == []


def test_the_bound_is_the_slower_of_computing_and_moving() -> None:
    assert MACHINE.bound(operations=200e9, moved=1.0) == 2.0
    assert MACHINE.bound(operations=1.0, moved=30e9) == 3.0


def test_the_table_shows_times_rates_and_the_part_that_is_attained() -> None:
    kernel = matmul(1024)
    bound = MACHINE.bound(kernel.operations, kernel.moved)
    text = io.StringIO()
    print_figures(
        Console(file=text, width=80), [Figure(kernel, 2 * bound, {"numpy": 4 * bound}, bound)], ["numpy", "torch"]
    )
    line = next(line for line in text.getvalue().splitlines() if line.startswith("matmul 1024"))
    assert line.split() == ["matmul", "1024", "42.9", "ms", "50", "GFLOP/s", "50%", "█" * 5, "85.9", "ms", "–", "2.00x"]


def test_a_narrow_terminal_cuts_no_number_off() -> None:
    kernel = matmul(1024)
    peers = dict.fromkeys(PEERS, 0.0123)
    text = io.StringIO()
    print_figures(Console(file=text, width=40), [Figure(kernel, 0.0246, peers, 0.01)], list(PEERS))
    lines = text.getvalue().splitlines()
    assert "…" not in text.getvalue()
    assert next(line for line in lines if line.startswith("kernel")).split()[-2:] == ["vs", "best"]
    assert next(line for line in lines if line.startswith("matmul 1024")).endswith("0.50x")


def test_rates_are_those_of_what_limits() -> None:
    assert rate(matmul(1024), 1.0) == "2 GFLOP/s"
    assert rate(total(1 << 22), 1e-3) == "16.8 GB/s"


def test_the_picture_has_a_point_for_each_kernel_with_operations() -> None:
    figures = [Figure(kernel, 1e-3, {}, 1e-4) for kernel in KERNELS]
    picture = ElementTree.fromstring(roofline(MACHINE, figures, "a <processor>"))
    space = "{http://www.w3.org/2000/svg}"
    assert len(picture.findall(f"{space}circle")) == sum(kernel.operations > 0 for kernel in KERNELS)
    assert any("a <processor>" in (text.text or "") for text in picture.iter(f"{space}text"))


def test_a_kernel_at_the_peak_is_on_the_roof() -> None:
    kernel = matmul(1024)
    picture = ElementTree.fromstring(
        roofline(MACHINE, [Figure(kernel, kernel.operations / MACHINE.peak, {}, 1.0)], "p")
    )
    space = "{http://www.w3.org/2000/svg}"
    circle, roof = picture.find(f"{space}circle"), picture.find(f"{space}polyline")
    assert circle is not None
    assert roof is not None
    assert roof.attrib["points"].split()[1].split(",")[1] == circle.attrib["cy"]
