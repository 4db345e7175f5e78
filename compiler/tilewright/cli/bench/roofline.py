"""The roofline of the machine with the kernels in it, as SVG: operations a second over operations a byte, both logarithmic."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from tilewright.cli.bench.figures import Figure
from tilewright.runner.machine import Machine

WIDE, HIGH, LEFT, TOP = 640, 340, 80, 50
LOW_INTENSITY, HIGH_INTENSITY = 1 / 16, 1024.0  # operations a byte
DECADES = 4  # below the peak
INK, ROOF, OURS = "#2d3748", "#718096", "#2b6cb0"


def roofline(machine: Machine, figures: Sequence[Figure], processor: str) -> str:
    """The text of the picture; kernels without operations have no place in it."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDE + 40} {TOP + HIGH + 60}" font-family="sans-serif" font-size="12" fill="{INK}">'
    title = (
        f"{processor}, {machine.threads} threads: {machine.peak / 1e9:.0f} GFLOP/s, {machine.bandwidth / 1e9:.1f} GB/s"
    )
    parts = [*axes(machine), *roof(machine), *points(machine, figures)]
    return "\n".join(
        [
            head,
            '<rect width="100%" height="100%" rx="8" fill="white"/>',
            words(LEFT, 28, title, size=15),
            *parts,
            "</svg>",
            "",
        ]
    )


def place(machine: Machine, intensity: float, speed: float) -> tuple[float, float]:
    """The place of a point: from `LOW_INTENSITY` to `HIGH_INTENSITY`, from the peak down by `DECADES`."""
    right = math.log(intensity / LOW_INTENSITY) / math.log(HIGH_INTENSITY / LOW_INTENSITY)
    down = math.log10(top(machine) / max(speed, 1.0)) / DECADES
    return LEFT + WIDE * min(max(right, 0.0), 1.0), TOP + HIGH * min(max(down, 0.0), 1.0)


def top(machine: Machine) -> float:
    """The speed at the upper edge: the next power of ten above the peak."""
    return 10.0 ** math.ceil(math.log10(machine.peak))


def axes(machine: Machine) -> Iterator[str]:
    for power in range(DECADES + 1):
        speed = top(machine) / 10.0**power
        _, y = place(machine, 1.0, speed)
        yield line(LEFT, y, LEFT + WIDE, y, "#e2e8f0")
        yield words(LEFT - 8, y + 4, f"{speed / 1e9:g}", "end")
    for exponent in range(-4, 11, 2):
        x, _ = place(machine, 2.0**exponent, 1.0)
        yield line(x, TOP, x, TOP + HIGH, "#edf2f7")
        yield words(x, TOP + HIGH + 18, f"{2.0**exponent:g}" if exponent >= 0 else f"1/{2**-exponent}", "middle")
    yield words(LEFT + WIDE / 2, TOP + HIGH + 42, "operations per byte", "middle")
    yield words(12, TOP - 10, "GFLOP/s")


def roof(machine: Machine) -> Iterator[str]:
    corners = [LOW_INTENSITY, machine.peak / machine.bandwidth, HIGH_INTENSITY]
    speeds = [min(machine.peak, machine.bandwidth * each) for each in corners]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(machine, *each) for each in zip(corners, speeds)))
    yield f'<polyline points="{path}" fill="none" stroke="{ROOF}" stroke-width="2"/>'


def points(machine: Machine, figures: Sequence[Figure]) -> Iterator[str]:
    for figure in figures:
        kernel = figure.kernel
        if not kernel.operations:
            continue
        x, y = place(machine, kernel.operations / kernel.moved, kernel.operations / figure.seconds)
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{OURS}"/>'
        right = x < LEFT + WIDE * 0.7
        yield words(x + (8 if right else -8), y + 14, kernel.name, "start" if right else "end", 11)


def line(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>'


def words(x: float, y: float, text: str, anchor: str = "start", size: int = 12) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}">{escape(text)}</text>'
