"""Makes the pictures of docs/explanation/tensorir.md and docs/tutorial/matmul.md from real programs: `python docs/tensorir_pictures.py`.

What a picture shows is computed: regions are those that the compiler infers for a block, orders are those of the loops of a schedule.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tilewright import arith, tir
from tilewright.script import tir as T

IMAGES = Path(__file__).parent / "images"
CELL, GAP, SIZE = 20, 40, 8
READ, WRITTEN, FAINT, INK = "#3182ce", "#dd6b20", "#bee3f8", "#2d3748"


@T.prim_func
def matmul(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8, 8), "float32"), C: T.Buffer((8, 8), "float32")):
    for i, j, k in T.grid(8, 8, 8):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] += A[vi, vk] * B[vk, vj]


def main() -> None:
    """Write the SVG files."""
    write("axes.svg", axes_picture())
    write("regions.svg", regions_picture({"vi": 2, "vj": 5}))
    write("orders.svg", orders_picture())
    write("matmul-steps.svg", steps_picture(times()))


def write(name: str, text: str) -> None:
    (IMAGES / name).write_text(text, encoding="utf-8")


def svg(width: int, height: int, parts: Iterable[str], label: str) -> str:
    """A picture with a white ground, so that it can be read in dark pages too."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img" aria-label="{label}" font-family="sans-serif" font-size="13" fill="{INK}">'
    marker = f'<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="{INK}"/></marker></defs>'
    return "\n".join([head, marker, '<rect width="100%" height="100%" rx="8" fill="white"/>', *parts, "</svg>", ""])


def words(x: float, y: float, text: str, anchor: str = "middle", more: str = "") -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" {more}>{text}</text>'


def axes_picture() -> str:
    """Loops, the axes that they are bound to, and the block."""
    realize = block_realize(tir.Schedule(matmul))
    parts: list[str] = []
    for row, (value, axis) in enumerate(zip(realize.iter_values, realize.block.iter_vars)):
        y = 30 + row * 56
        colour = READ if axis.iter_type == tir.IterVar.DataPar else WRITTEN
        kind = "spatial" if axis.iter_type == tir.IterVar.DataPar else "reduction"
        extent = axis.dom.extent
        parts += [
            f'<rect x="20" y="{y}" width="150" height="36" rx="6" fill="#edf2f7"/>',
            words(95, y + 23, f"for {value} in range({extent})"),
            f'<line x1="172" y1="{y + 18}" x2="236" y2="{y + 18}" stroke="{INK}" marker-end="url(#arrow)"/>',
            f'<rect x="240" y="{y}" width="170" height="36" rx="6" fill="none" stroke="{colour}" stroke-width="2"/>',
            words(325, y + 23, f"{axis.var}: {kind}, 0 to {int(extent) - 1}"),
            f'<line x1="412" y1="{y + 18}" x2="476" y2="104" stroke="{INK}" marker-end="url(#arrow)"/>',
        ]
    return svg(
        800,
        212,
        [
            *parts,
            f'<rect x="480" y="58" width="300" height="92" rx="6" fill="none" stroke="{INK}"/>',
            words(496, 84, "block C", "start", 'font-weight="bold"'),
            words(496, 108, "reads A[vi, vk], B[vk, vj]", "start"),
            words(496, 132, "writes C[vi, vj]", "start"),
            words(95, 200, "loops: in which order"),
            words(325, 200, "axes: which instance"),
            words(630, 200, "body: what is computed"),
        ],
        "Loops are bound to axes, and the block names what it reads and writes in terms of the axes",
    )


def block_realize(sch: Any) -> Any:
    """The innermost block with the values of its axes."""
    found: list[Any] = []
    tir.stmt_functor.post_order_visit(
        sch.mod["main"].body, lambda node: found.append(node) if isinstance(node, tir.BlockRealize) else None
    )
    return found[0]


def regions_picture(chosen: Mapping[str, int]) -> str:
    """The elements that the block accesses for one pair of spatial axes, and for one value of the reduction axis."""
    block = block_realize(tir.Schedule(matmul)).block
    parts: list[str] = []
    for place, (region, colour) in enumerate(
        [*((each, READ) for each in block.reads), *((each, WRITTEN) for each in block.writes)]
    ):
        left = 20 + place * (SIZE * CELL + GAP)
        all_k = {cell for k in range(SIZE) for cell in cells(region, block, {**chosen, "vk": k})}
        one = cells(region, block, {**chosen, "vk": 3})
        parts += grid(left, 40, {cell: colour if cell in one else FAINT for cell in all_k})
        parts.append(words(left + SIZE * CELL / 2, 28, f"{region.buffer.name}{indices(region)}"))
    below = "vi = 2, vj = 5: dark for vk = 3, light for the other values of vk; orange is written"
    return svg(
        20 + 3 * (SIZE * CELL + GAP),
        40 + SIZE * CELL + 40,
        [*parts, words(20, 40 + SIZE * CELL + 24, below, "start")],
        "Regions of the block of a matrix product",
    )


def indices(region: Any) -> str:
    return f"[{', '.join(str(each.min) for each in region.region)}]"


def cells(region: Any, block: Any, values: Mapping[str, int]) -> set[tuple[int, ...]]:
    """The elements of a region for given values of the axes."""
    known = {axis.var: values[axis.var.name] for axis in block.iter_vars}
    bounds = [(number(each.min, known), number(each.extent, known)) for each in region.region]
    return set(itertools.product(*(range(low, low + extent) for low, extent in bounds)))


def number(expression: Any, known: Mapping[Any, int]) -> int:
    return int(arith.Analyzer().simplify(tir.stmt_functor.substitute(expression, known)))


def grid(left: float, top: float, colours: Mapping[tuple[int, ...], str]) -> list[str]:
    """Squares for a matrix; those without a colour are empty."""
    return [
        f'<rect x="{left + column * CELL}" y="{top + row * CELL}" width="{CELL}" height="{CELL}" fill="{colours.get((row, column), "none")}" stroke="#a0aec0" stroke-width="0.7"/>'
        for row in range(SIZE)
        for column in range(SIZE)
    ]


def orders_picture() -> str:
    """The order in which the elements of `C` are visited, before and after tiling."""
    plain, tiled = tir.Schedule(matmul), tir.Schedule(matmul)
    i, j, k = tiled.get_loops("C")
    (i0, i1), (j0, j1) = tiled.split(i, factors=[None, 4]), tiled.split(j, factors=[None, 4])
    tiled.reorder(i0, j0, i1, j1, k)
    parts: list[str] = []
    for place, (sch, title) in enumerate(
        [(plain, "for i, j, k"), (tiled, "for i_0, j_0, i_1, j_1, k: tiles of 4 x 4")]
    ):
        left = 20 + place * (SIZE * CELL + 120)
        parts += [*grid(left, 40, {}), words(left, 28, title, "start"), path(order(sch), left, 40)]
    return svg(
        20 + 2 * (SIZE * CELL + 120), 40 + SIZE * CELL + 20, parts, "Order of the elements of C before and after tiling"
    )


def times() -> list[tuple[str, float]]:
    """The rows of the table in the tutorial's page that the picture shows: a program and its milliseconds."""
    page = (IMAGES.parent / "tutorial" / "matmul.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([^|]+?) \| ([\d.]+) ms \|", page, re.MULTILINE)
    shown = ("as written", "4. unrolled", "5. a cache for the tile", "6. threads")
    return [(name, float(time)) for name, time in rows if name in shown]


def steps_picture(measured: Sequence[tuple[str, float]]) -> str:
    """The order of the elements of `C` after each step of the tutorial, on 8 x 8 elements in tiles of 4 x 4, with the time measured there."""
    plain, tiled = tir.Schedule(matmul), tir.Schedule(matmul)
    i, j, k = tiled.get_loops("C")
    (i0, i1), (j0, j1) = tiled.split(i, factors=[None, 4]), tiled.split(j, factors=[None, 4])
    tiled.reorder(i0, j0, k, i1, j1)
    tile = {point: FAINT for point in order(tiled)[:16]}
    threads = {point: FAINT if point[0] < 4 else "#feebc8" for point in order(tiled)}
    panels = [
        (plain, {}, "as written: row by row"),
        (tiled, {}, "a tile after another, unrolled"),
        (tiled, tile, "the tile is a buffer of its own"),
        (tiled, threads, "a thread for each row of tiles"),
    ]
    wide, slowest = SIZE * CELL + 56, max(time for _, time in measured)
    parts: list[str] = []
    for place, ((sch, colours, caption), (_, time)) in enumerate(zip(panels, measured, strict=True)):
        left, bar = 20 + place * wide, max(2, SIZE * CELL * time / slowest)
        parts += [words(left, 28, caption, "start", 'font-size="12"'), *grid(left, 40, colours)]
        parts.append(path(order(sch), left, 40))
        parts.append(f'<rect x="{left}" y="{56 + SIZE * CELL}" width="{bar:.0f}" height="14" fill="{WRITTEN}"/>')
        parts.append(words(left, 88 + SIZE * CELL, f"{time:g} ms", "start"))
    label = "Order of the elements of C after each step, and the time of each program"
    return svg(20 + 4 * wide, 100 + SIZE * CELL, parts, label)


def order(sch: Any) -> list[tuple[int, int]]:
    """The spatial axes of each instance of the block, as the loops go; each pair once."""
    realize = block_realize(sch)
    loops = [sch.get(loop) for loop in sch.get_loops("C")]
    points = itertools.product(*(range(int(loop.extent)) for loop in loops))
    visited = ({loop.loop_var: value for loop, value in zip(loops, point)} for point in points)
    found = ((number(realize.iter_values[0], known), number(realize.iter_values[1], known)) for known in visited)
    return list(dict.fromkeys(found))


def path(points: Sequence[tuple[int, int]], left: float, top: float) -> str:
    at = " ".join(f"{left + (column + 0.5) * CELL},{top + (row + 0.5) * CELL}" for row, column in points)
    return f'<polyline points="{at}" fill="none" stroke="{READ}" stroke-width="1.8" marker-end="url(#arrow)"/>'


if __name__ == "__main__":
    main()
