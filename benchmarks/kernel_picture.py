"""The figures of `kernels.py` as an SVG: the ratio to the best peer of each kernel, and the kernels in the roofline of the machine."""

from __future__ import annotations

import math
from typing import Any
from xml.sax.saxutils import escape

ROW, LEFT, WIDE, RIGHT, TOP = 15, 190, 620, 110, 78
# The ratios at both ends of the axis, on a logarithmic scale.
LEAST, MOST = 0.5, 4.0
COLOURS, OTHER = {1: "#2b6cb0", 2: "#dd6b20"}, "#718096"


def picture(rows: list[dict[str, Any]], processor: str) -> str:
    """The SVG text."""
    names = list(dict.fromkeys(row["kernel"] for row in rows))
    threads = sorted({row["threads"] for row in rows})
    bars = TOP + len(names) * (ROW * len(threads) + 6)
    parts = [*_bars(rows, names, threads), *_roofline(rows, bars + 60)]
    height = bars + 60 + 390
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDE + RIGHT}" height="{height}" font-family="sans-serif" font-size="11">'
    title = f'<text x="10" y="20" font-size="14">Time of the best library / time of Tilewright ({escape(processor)}); right of the line Tilewright is ahead</text>'
    ground = '<rect width="100%" height="100%" fill="white"/>'
    return "\n".join([head, ground, title, *_legend(threads), *parts, "</svg>", ""])


def _legend(threads: list[int]) -> list[str]:
    """What the colours stand for."""
    made: list[str] = []
    for place, count in enumerate(threads):
        x = 10 + place * 90
        made.append(f'<rect x="{x}" y="32" width="12" height="{ROW - 3}" fill="{COLOURS.get(count, OTHER)}"/>')
        made.append(f'<text x="{x + 18}" y="42">{count} thread{"s" * (count > 1)}</text>')
    return made


def _place(ratio: float) -> float:
    bounded = min(max(ratio, LEAST), MOST)
    return LEFT + WIDE * math.log(bounded / LEAST) / math.log(MOST / LEAST)


def _bars(rows: list[dict[str, Any]], names: list[str], threads: list[int]) -> list[str]:
    found = {(row["kernel"], row["threads"]): row for row in rows}
    bottom = TOP + len(names) * (ROW * len(threads) + 6)
    made: list[str] = []
    for mark in (0.5, 1.0, 2.0, 4.0):
        x, colour = _place(mark), "#222" if mark == 1 else "#ddd"
        made.append(f'<line x1="{x:.1f}" y1="{TOP - 8}" x2="{x:.1f}" y2="{bottom}" stroke="{colour}"/>')
        made.append(f'<text x="{x:.1f}" y="{TOP - 12}" text-anchor="middle">{mark:g}</text>')
    for place, name in enumerate(names):
        top = TOP + place * (ROW * len(threads) + 6)
        made.append(f'<text x="{LEFT - 8}" y="{top + ROW - 4}" text-anchor="end">{escape(name)}</text>')
        for step, count in enumerate(threads):
            row = found.get((name, count))
            if row is None or row["ratio"] is None:
                continue
            x, one = _place(row["ratio"]), _place(1.0)
            y = top + step * ROW
            made.append(
                f'<rect x="{min(x, one):.1f}" y="{y}" width="{abs(x - one):.1f}" height="{ROW - 3}" fill="{COLOURS.get(count, OTHER)}"/>'
            )
            said = f"{row['ratio']:.2f} ({row['best']})"
            made.append(f'<text x="{LEFT + WIDE + 4}" y="{y + ROW - 5}" font-size="9">{escape(said)}</text>')
    return made


def _roofline(rows: list[dict[str, Any]], top: float) -> list[str]:
    """Operations a second over operations a byte, both logarithmic, of what one thread reached; the roof is the best of both that any kernel reached."""
    points = [
        (row["operations"] / row["moved"], row["operations"] / row["us"]["tilewright"] / 1e3, row["kernel"])
        for row in rows
        if row["threads"] == 1 and row["operations"] and row["dtype"] == "float32" and "tilewright" in row["us"]
    ]
    if not points:
        return []
    peak = max(speed for _, speed, _ in points)
    stream = max(speed / intensity for intensity, speed, _ in points)
    high = 260.0

    def at(intensity: float, speed: float) -> tuple[float, float]:
        x = LEFT + WIDE * (math.log2(intensity) + 4) / 14
        return x, top + 90 + high - high * (math.log2(max(speed, 0.25)) + 2) / 12

    corner = peak / stream
    line = [at(1 / 16, stream / 16), at(corner, peak), at(1024, peak)]
    made = [f'<text x="10" y="{top}" font-size="14">GFLOP/s over operations a byte, one thread</text>']
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in line)
    made.append(f'<polyline points="{path}" fill="none" stroke="#222"/>')
    for mark in (1, 4, 16, 64, 256):
        y = at(1, mark)[1]
        made.append(f'<line x1="{LEFT}" y1="{y:.1f}" x2="{LEFT + WIDE}" y2="{y:.1f}" stroke="#eee"/>')
        made.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{mark}</text>')
    for intensity, speed, name in points:
        x, y = at(intensity, speed)
        made.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{COLOURS[1]}"><title>{escape(name)}</title></circle>'
        )
        made.append(
            f'<text x="{x + 4:.1f}" y="{y - 4:.1f}" font-size="8" transform="rotate(-50 {x:.1f} {y:.1f})">{escape(name)}</text>'
        )
    return made


__all__ = ["picture"]
