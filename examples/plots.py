"""Three pictures of kernels as SVG: access.svg, roofline.svg and tuning.svg: `python examples/plots.py [FOLDER]`, which measures for two minutes.

`access_pattern` shows how to get from a scheduled program to the addresses that it reads, in the order in which it reads them.
"""

import itertools
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tilewright import arith, tir
from tilewright.script import tir as T

SIZE, LINE = 16, 16  # elements of a side, and of a cache line


@T.prim_func
def transpose(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32")):
    for i, j in T.grid(16, 16):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vj, vi]


def tiled() -> tir.Schedule:
    """The same in tiles of 4 x 4."""
    sch = tir.Schedule(transpose)
    i, j = sch.get_loops("B")
    (i0, i1), (j0, j1) = sch.split(i, factors=[None, 4]), sch.split(j, factors=[None, 4])
    sch.reorder(i0, j0, i1, j1)
    return sch


def access_pattern(sch: tir.Schedule) -> list[int]:
    """The offsets in `A` that the block "B" reads, in the order of the loops."""
    loops = [sch.get(loop) for loop in sch.get_loops("B")]
    realize = loops[-1].body
    assert isinstance(realize, tir.BlockRealize)
    vi, vj = realize.iter_values
    points = itertools.product(*(range(number(loop.extent)) for loop in loops))
    values = [{loop.loop_var: at for loop, at in zip(loops, point)} for point in points]
    return [number(tir.stmt_functor.substitute(vj * SIZE + vi, known)) for known in values]


def number(expression: tir.PrimExpr) -> int:
    """The value of an expression without variables."""
    value = arith.Analyzer().simplify(expression)
    assert isinstance(value, tir.IntImm)
    return value.value


def lines_in_window(offsets: Sequence[int], window: int = 16) -> float:
    """How many cache lines so many reads in a row need, on average."""
    parts = [offsets[at : at + window] for at in range(0, len(offsets), window)]
    return sum(len({offset // LINE for offset in part}) for part in parts) / len(parts)


def picture(patterns: dict[str, list[int]]) -> str:
    """A point for each read: time to the right, address downwards."""
    marks: list[str] = []
    for place, (name, offsets) in enumerate(patterns.items()):
        left = 20 + place * 300
        marks.append(f'<text x="{left}" y="24">{name}: {lines_in_window(offsets):.0f} cache lines for 16 reads</text>')
        marks.append(f'<rect x="{left}" y="36" width="260" height="260" fill="none" stroke="#a0aec0"/>')
        marks += [
            f'<circle cx="{left + 2 + time}" cy="{38 + offset}" r="1.6" fill="#2b6cb0"/>'
            for time, offset in enumerate(offsets)
        ]
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 310" font-family="sans-serif" font-size="13">'
    return "\n".join([head, '<rect width="100%" height="100%" fill="white"/>', *marks, "</svg>", ""])


def check() -> None:
    """Tiles need a quarter of the cache lines at a time."""
    plain, blocked = access_pattern(tir.Schedule(transpose)), access_pattern(tiled())
    assert sorted(plain) == sorted(blocked) == list(range(SIZE * SIZE))
    assert (lines_in_window(plain), lines_in_window(blocked)) == (16, 4)


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    patterns = {"row by row": access_pattern(tir.Schedule(transpose)), "4 x 4 tiles": access_pattern(tiled())}
    (folder / "access.svg").write_text(picture(patterns), encoding="utf-8")
    tilewright = [sys.executable, "-m", "tilewright"]
    kernel = f"{Path(__file__).with_name('matmul.py')}::matmul"
    subprocess.run([*tilewright, "bench", "--picture", str(folder / "roofline.svg")], check=True)
    tuning = ["--trials", "16", "--work-dir", str(folder / "tuning"), "--picture", str(folder / "tuning.svg")]
    subprocess.run([*tilewright, "tune", kernel, *tuning], check=True)


if __name__ == "__main__":
    check()
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "plots"))
    print("access.svg, roofline.svg and tuning.svg are written")
