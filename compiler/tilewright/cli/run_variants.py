"""`tilewright run FILE::a FILE::b`: variants of a function on the same random data, their times as bars, and whether their results agree."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rich.table import Table
from rich.text import Text

from tilewright.cli.console import stderr, stdout
from tilewright.cli.files import split_target
from tilewright.cli.run import Options, outcome_of, show
from tilewright.cli.select import analysed, full_name
from tilewright.core.analyze import Analysis
from tilewright.core.base.names import counted
from tilewright.core.ir.expr import IntImm, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.explore.programs import values
from tilewright.runner.durations import duration
from tilewright.runner.parts import rate

WIDTH = 30  # characters of the longest bar, and of the shortest that still tells variants apart
NARROW = 8
_NUMBERS = 4 * 7 + 5 * 2  # characters of the other columns, with two spaces in front of each
TOLERANCE = 1e-3  # relative, of the summaries of results: orders of sums differ between variants


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant that ran: seconds of each sample, operations of a call where they are known, the summaries of its buffers, and how many numbers it takes."""

    name: str
    times: tuple[float, ...]
    flops: float | None
    arrays: tuple[Mapping[str, Any], ...]
    numbers: int = 0

    @property
    def best(self) -> float:
        return min(self.times)


def run_variants(targets: Sequence[str], options: Options) -> int:
    """Run each variant in a process of its own and print the comparison; 1 when one cannot run or computes something else than the first."""
    variants: list[Variant] = []
    for name, target, sizes in zip(short_names(targets), targets, fixed_sizes(targets)):
        fixed = [f"{symbol}={size}" for symbol, size in sizes.items()]
        outcome = outcome_of(target, replace(options, sizes=[*fixed, *options.sizes]))
        if isinstance(outcome, int):
            return outcome
        if not outcome.ok:
            return show(outcome)
        data = outcome.data
        variants.append(Variant(name, tuple(data["times"]), data["flops"], tuple(data["arrays"]), len(data["scalars"])))
    stdout().print(table(variants, stdout().width))
    different = [variant.name for variant in variants[1:] if not agree(variants[0], variant)]
    for variant in variants[1:]:
        if variant.name in different:
            stderr().print(Text(_difference(variants[0], variant), "bold red"))
    return 1 if different else 0


def _difference(first: Variant, other: Variant) -> str:
    """A sentence about what keeps the two from being equal: their parameters, sizes or results."""
    if _kinds(first) != _kinds(other):
        return f"{other.name} takes {_taken(other)}, {first.name} {_taken(first)}: they were not compared"
    what = "results" if shapes(other) == shapes(first) else "sizes"
    return f"{other.name}: its {what} differ from those of {first.name}"


def _kinds(variant: Variant) -> tuple[int, int]:
    """The numbers of its buffers and of its parameters that are numbers."""
    return len(variant.arrays), variant.numbers


def _taken(variant: Variant) -> str:
    buffers, numbers = _kinds(variant)
    return counted(buffers, "buffer") + (f" and {counted(numbers, 'number')}" if numbers else "")


def shapes(variant: Variant) -> list[tuple[int, ...]]:
    """The shapes of its buffers, in order."""
    return [tuple(each["shape"]) for each in variant.arrays]


def fixed_sizes(targets: Sequence[str]) -> list[dict[str, int]]:
    """For each variant the symbolic sizes that another has as a number at the same place of its parameters."""
    named = [split_target(target) for target in targets]
    analyses = {path: analysed(path) for path in dict.fromkeys(path for path, _ in named)}
    declared = [_declared(analyses[path], name or "") for path, name in named]
    known: dict[tuple[int, int], int] = {}
    for sizes in declared:
        for place, size in sizes.items():
            if isinstance(size, int):
                known.setdefault(place, size)
    return [
        {size: known[place] for place, size in sizes.items() if isinstance(size, str) and place in known}
        for sizes in declared
    ]


def _declared(analysis: Analysis, name: str) -> dict[tuple[int, int], int | str]:
    """The sizes of the buffers of a kernel by parameter and dimension: numbers, and the names of variables; nothing where that is not known."""
    func = values(analysis).get(full_name(analysis, name))
    if not isinstance(func, PrimFunc):
        return {}
    return {
        (position, axis): size.value if isinstance(size, IntImm) else size.name
        for position, parameter in enumerate(func.params)
        if (buffer := func.buffer_map.get(parameter)) is not None
        for axis, size in enumerate(buffer.shape)
        if isinstance(size, (IntImm, Var))
    }


def short_names(targets: Sequence[str]) -> list[str]:
    """The names of the functions; with their files where two have the same name."""
    names = [split_target(target)[1] or target for target in targets]
    return names if len(set(names)) == len(names) else list(targets)


def table(variants: Sequence[Variant], columns: int) -> Table:
    """A line for each variant: least and median time, rate, a bar as long as the time, and the speed relative to the first variant.

    In a narrow terminal the bars are shorter, and then long names go on in another line; no number is cut off.
    """
    longest = max(len(variant.name) for variant in variants)
    width = max(NARROW, min(WIDTH, columns - _NUMBERS - longest))
    found = Table(box=None, pad_edge=False)
    found.add_column("function", overflow="fold", min_width=8)
    for head in ("best", "median", "GFLOP/s", "", "speed"):
        found.add_column(head, justify="left" if not head else "right", no_wrap=True, min_width=7 if head else width)
    slowest, fastest = max(each.best for each in variants), min(each.best for each in variants)
    for variant in variants:
        colour = "green" if variant.best == fastest else "cyan"
        found.add_row(
            Text(variant.name),
            duration(variant.best),
            duration(statistics.median(variant.times)),
            rate(variant.flops, variant.best),
            Text(bar(variant.best / slowest, width), colour),
            f"{variants[0].best / variant.best:.2f}x",
        )
    return found


def bar(part: float, width: int = WIDTH) -> str:
    """A bar of `part` of the width, in eighths of a character."""
    eighths = max(1, round(part * width * 8))
    return "█" * (eighths // 8) + ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")[eighths % 8]


def agree(first: Variant, other: Variant) -> bool:
    """Whether the buffers that both write have the same summaries: their first elements, extremes and means."""
    mine, theirs = ([each for each in variant.arrays if each["role"] != "input"] for variant in (first, other))
    return len(mine) == len(theirs) and all(same_summary(one, two) for one, two in zip(mine, theirs))


def same_summary(one: Mapping[str, Any], two: Mapping[str, Any]) -> bool:
    size = max(abs(one["low"] or 0.0), abs(one["high"] or 0.0))
    numbers = [
        *((float(a), float(b)) for a, b in zip(one["first"], two["first"])),
        *((one[key], two[key]) for key in ("low", "high", "mean") if one[key] is not None and two[key] is not None),
    ]
    return (
        tuple(one["shape"]) == tuple(two["shape"])
        and one["nans"] == two["nans"]
        and all(close(a, b, size) for a, b in numbers)
    )


def close(a: float, b: float, size: float) -> bool:
    return math.isclose(a, b, rel_tol=TOLERANCE, abs_tol=TOLERANCE * size) or (math.isnan(a) and math.isnan(b))
