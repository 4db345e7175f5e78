"""Draws the measured speed beside other tools, docs/images/speed.svg, from the tables of benchmarks/RESULTS.md: `python docs/speed_picture.py`.

Each row is a kernel or a model, each mark another tool: how many times as long as Tilewright it takes, on a logarithmic axis.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from html import escape
from itertools import dropwhile, takewhile
from pathlib import Path

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "images" / "speed.svg"
PANELS = {
    "Plain kernels, one thread": "Kernels as plain loops",
    "Models in Relax": "Models, each with its tool's default pipeline",
}
LEFT, WIDE, ROW, TOP = 215, 600, 26, 78
LEAST, MOST = 0.5, 128.0
COLOURS = {
    "TVM 0.27": "#c53030",
    "OpenBLAS": "#2b6cb0",
    "numba": "#2f855a",
    "torch 2.13": "#dd6b20",
    "torch.compile": "#b7791f",
    "jax": "#6b46c1",
    "onnxruntime": "#4a5568",
}


def main() -> None:
    PICTURE.write_text(picture((ROOT / "benchmarks" / "RESULTS.md").read_text(encoding="utf-8")), encoding="utf-8")


def picture(results: str) -> str:
    """The SVG of the results, on a white ground, so that it can be read in dark pages too."""
    parts, y = list(_legend()), TOP
    for section, title in PANELS.items():
        rows = ratios(results, section)
        parts.append(f'<text x="16" y="{y}" font-weight="bold">{title}</text>')
        y += 14
        parts += _panel(rows, y)
        y += len(rows) * ROW + 40
    label = "Time of other tools as a multiple of Tilewright's, for kernels and models"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDE + 30} {y}" width="{LEFT + WIDE + 30}" role="img" aria-label="{label}" font-family="sans-serif" font-size="13" fill="#2d3748">'
    foot = '<text x="16" y="{}" font-size="11">CPU time of a call on one thread, 2-core AVX-512 machine; left of the line the other tool is faster. Figures and commands: benchmarks/RESULTS.md</text>'
    return "\n".join(
        [head, '<rect width="100%" height="100%" rx="8" fill="white"/>', *parts, foot.format(y - 10), "</svg>", ""]
    )


def ratios(results: str, section: str) -> Mapping[str, Mapping[str, float]]:
    """Row -> tool -> its time divided by Tilewright's, from the first table of a section: its cells have times, and may have the ratio too, `12.5 (1.40)`."""
    text = results.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    lines = dropwhile(lambda line: not line.startswith("|"), text.splitlines())
    table = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in takewhile(lambda line: line.startswith("|"), lines)
    ]
    if not table:
        raise ValueError(f"benchmarks/RESULTS.md has no table below {section!r}")
    ours = table[0].index("tilewright")
    return {
        row[0]: {
            tool: _number(cell) / _number(row[ours])
            for tool, cell in zip(table[0][ours + 1 :], row[ours + 1 :])
            if cell != "-"
        }
        for row in table[2:]
    }


def _number(cell: str) -> float:
    """The time at the beginning of a cell."""
    return float(cell.split()[0].replace(",", ""))


def _place(ratio: float) -> float:
    bounded = min(max(ratio, LEAST), MOST)
    return LEFT + WIDE * math.log(bounded / LEAST) / math.log(MOST / LEAST)


def _legend() -> Iterable[str]:
    yield '<text x="16" y="26" font-size="15" font-weight="bold">How many times as long as Tilewright they take</text>'
    x = 16
    for tool, colour in COLOURS.items():
        yield f'<circle cx="{x + 5}" cy="45" r="5" fill="{colour}"/><text x="{x + 15}" y="49">{tool}</text>'
        x += 35 + 8 * len(tool)


def _panel(rows: Mapping[str, Mapping[str, float]], top: int) -> Iterable[str]:
    bottom = top + len(rows) * ROW
    for power in range(-1, 8):
        x, one = _place(2.0**power), power == 0
        yield f'<line x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{bottom}" stroke="{"#2d3748" if one else "#e2e8f0"}"/>'
        yield f'<text x="{x:.1f}" y="{bottom + 14}" text-anchor="middle" font-size="11">{2.0**power:g}{"" if one else "x"}</text>'
    for place, (name, tools) in enumerate(rows.items()):
        y = top + place * ROW + ROW // 2
        yield f'<text x="{LEFT - 10}" y="{y + 4}" text-anchor="end">{escape(name)}</text>'
        for tool, ratio in tools.items():
            said = f"{name}: {tool} takes {ratio:.3g} times as long"
            yield f'<circle cx="{_place(ratio):.1f}" cy="{y}" r="5" fill="{COLOURS[tool]}" fill-opacity="0.85"><title>{escape(said)}</title></circle>'


if __name__ == "__main__":
    main()
