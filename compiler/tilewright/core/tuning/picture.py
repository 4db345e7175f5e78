"""Pictures of a search: the best time after each trial, as a curve of characters for terminals and as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import inf

from tilewright.core.tuning.records.workload import TuningRecord

_BARS = "▁▂▃▄▅▆▇█"


def best_so_far(records: Sequence[TuningRecord]) -> list[float]:
    """The seconds of the fastest of the first 1, 2, 3, ... records; infinite before the first that could be run."""
    found: list[float] = []
    for record in records:
        found.append(min(record.seconds, found[-1] if found else inf))
    return found


def duration(seconds: float) -> str:
    """Seconds for people: "1.25 ms"."""
    if seconds == inf:
        return "none"
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def curve(records: Sequence[TuningRecord], width: int = 64) -> str:
    """A line of blocks, lower for faster, with the first and the last best time; "" without a record that could be run."""
    times = [each for each in best_so_far(records) if each < inf]
    if not times:
        return ""
    shown = [times[min(at * len(times) // width, len(times) - 1)] for at in range(min(width, len(times)))]
    most = max(shown)
    bars = "".join(_BARS[min(len(_BARS) - 1, int(each / most * (len(_BARS) - 1) + 0.5))] for each in shown)
    return f"{duration(times[0])} {bars} {duration(times[-1])}"


def svg(records: Sequence[TuningRecord], title: str) -> str:
    """A picture of 640 x 320: each trial a point, the best time a line; slow trials are above its edge and left out."""
    times = [each.seconds for each in records]
    known = sorted(each for each in times if each < inf)
    top = (known[min(len(known) - 1, len(known) * 3 // 4)] if known else 1.0) * 1.1
    left, right, upper, lower = 70, 620, 40, 270

    def place(at: int, seconds: float) -> str:
        x = left + (right - left) * (at + 0.5) / max(1, len(times))
        y = lower - (lower - upper) * min(seconds, top) / top
        return f"{x:.1f},{y:.1f}"

    points = [place(at, each).split(",") for at, each in enumerate(times) if each <= top]
    line = " ".join(place(at, each) for at, each in enumerate(best_so_far(records)) if each < inf)
    dots = "\n".join(f'<circle cx="{x}" cy="{y}" r="2.5" fill="#9fa8da"/>' for x, y in points)
    marks = "\n".join(
        f'<text x="{left - 6}" y="{lower - (lower - upper) * part / 4 + 4:.1f}" text-anchor="end">{duration(top * part / 4) if part else "0"}</text>'
        for part in range(5)
    )
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 320" font-family="sans-serif" font-size="11">
<rect width="640" height="320" fill="white"/>
<text x="{left}" y="22" font-size="14">{escape(title)}</text>
<path d="M{left},{upper}V{lower}H{right}" fill="none" stroke="#616161"/>
{marks}
<text x="{(left + right) // 2}" y="300" text-anchor="middle">trial (of {len(times)})</text>
{dots}
<polyline points="{line}" fill="none" stroke="#303f9f" stroke-width="2"/>
</svg>
"""


__all__ = ["best_so_far", "curve", "duration", "svg"]
