"""The command itself: measure, print two tables, write the picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from tilewright.cli.bench.figures import PEERS, Figure, absent, figure
from tilewright.cli.bench.kernels import KERNELS, Kernel
from tilewright.cli.bench.roofline import roofline
from tilewright.cli.console import stderr, stdout
from tilewright.cli.files import fail
from tilewright.core.codegen.llvm.installed import llvm_get_system_cpu
from tilewright.runner.durations import duration
from tilewright.runner.machine import Machine, measured

BAR = 10  # characters of a bar that stands for the whole attainable speed
WIDEST = 1000  # characters that a line of the table may take: a narrow terminal breaks it, and no number is cut off


def run(picture: Path | None) -> int:
    """Measure this machine and the kernels; 0. Raises typer.Exit(2) when the picture cannot be written."""
    if picture is not None and not picture.parent.is_dir():
        raise fail(f"{picture}: there is no folder {picture.parent}")
    console = stdout()
    missing = absent()
    peers = [name for name in PEERS if name not in missing]
    for name, reason in missing.items():
        stderr().print(f"not compared with {name}: {reason}", markup=False, highlight=False)
    figures: list[Figure] = []
    with stderr().status("measuring the machine") as status:
        machine = measured()
        console.print(machine_table(machine, llvm_get_system_cpu()))
        for kernel in KERNELS:
            status.update(kernel.name)
            figures.append(figure(kernel, machine, peers))
    print_figures(console, figures, peers)
    if picture is not None:
        write(picture, roofline(machine, figures, llvm_get_system_cpu()))
    return 0


def machine_table(machine: Machine, name: str) -> Table:
    found = Table(box=None, pad_edge=False, show_header=False)
    found.add_row("processor", f"{name}, {machine.threads} threads")
    found.add_row("peak", f"{machine.peak / 1e9:.0f} GFLOP/s (float32 multiply-adds in registers)")
    found.add_row("bandwidth", f"{machine.bandwidth / 1e9:.1f} GB/s (three arrays of 64 MiB)")
    return found


def print_figures(console: Console, figures: Sequence[Figure], peers: Sequence[str]) -> None:
    console.print()
    table = figures_table(figures, peers)
    table.width = Measurement.get(console, console.options.update(width=WIDEST), table).maximum
    console.print(table, crop=False)
    console.print()
    console.print(
        "attained: the part of what peak and bandwidth allow; above 100% the data stay in a cache, or, where the rate is above the peak, other work slowed the measurement of the peak: repeat it on an idle machine. vs best: time of the fastest library divided by ours.",
        style="dim",
    )


def figures_table(figures: Sequence[Figure], peers: Sequence[str]) -> Table:
    """A line for each kernel: our time and rate, the attained part as a bar, the times of the libraries."""
    found = Table(box=None, pad_edge=False)
    heads = ["kernel", "tilewright", "rate", "attained", "", *peers, "vs best"]
    for head in heads:
        found.add_column(head, justify="left" if head in ("kernel", "") else "right", no_wrap=True)
    for each in figures:
        times = [duration(each.peers[name]) if name in each.peers else "–" for name in peers]
        best = each.best_peer
        found.add_row(
            each.kernel.name,
            duration(each.seconds),
            rate(each.kernel, each.seconds),
            f"{each.part:.0%}",
            Text("█" * max(1, round(min(each.part, 1.0) * BAR)), "green" if each.part > 0.5 else "yellow"),
            *times,
            "–" if best is None else f"{best / each.seconds:.2f}x",
        )
    return found


def rate(kernel: Kernel, seconds: float) -> str:
    """Operations a second where they limit, else bytes."""
    if kernel.operations / kernel.moved > 8:
        return f"{kernel.operations / seconds / 1e9:.0f} GFLOP/s"
    return f"{kernel.moved / seconds / 1e9:.1f} GB/s"


def write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise fail(f"{path}: {error.strerror}") from error
    stderr().print(f"picture: {path}", markup=False, highlight=False)
