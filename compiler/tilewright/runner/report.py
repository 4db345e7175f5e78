"""The report of a run: times, rates, and a summary of each array."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from tilewright.runner.comparison import Comparison
from tilewright.runner.durations import duration
from tilewright.runner.parts import rates
from tilewright.runner.request import Outcome

FIRST = 6


@dataclass(frozen=True, slots=True)
class ScalarReport:
    """A number that was passed, as text."""

    name: str
    dtype: str
    value: str


@dataclass(frozen=True, slots=True)
class ArrayReport:
    """A buffer after the run; `unchanged` counts elements that still hold what they held before.

    `strides` counts elements, and is empty for buffers that are compact by declaration.
    """

    name: str
    role: str
    dtype: str
    shape: tuple[int, ...]
    first: tuple[str, ...]
    low: float | None
    high: float | None
    mean: float | None
    nans: int
    unchanged: int
    size: int
    strides: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RunReport:
    """A run: seconds for building and for each sample; `flops` and `moved` (bytes) of one call where they are known.

    `given` says that the user has named all `sizes`.
    """

    name: str
    seed: int
    sizes: dict[str, int]
    build: float
    times: tuple[float, ...]
    flops: float | None
    moved: float | None
    arrays: tuple[ArrayReport, ...]
    result: str | None = None
    scalars: tuple[ScalarReport, ...] = ()
    given: bool = False
    compared: Comparison | None = None
    data: str = ""


def sizes_text(sizes: Mapping[str, int]) -> str:
    """`n = 67, m = 129`"""
    return ", ".join(f"{name} = {size}" for name, size in sizes.items())


def array_report(
    name: str,
    role: str,
    dtype: str,
    before: NDArray[np.generic] | None,
    after: NDArray[np.generic],
    has_strides: bool = False,
) -> ArrayReport:
    """Summary of a buffer: smallest, largest and mean of its finite elements, and the first few; `has_strides` when it declares some.

    `before` is what it held before the call, None for a result that the call has made.
    """
    wide = after.astype(np.float64) if after.dtype.kind not in "iub" else after
    finite = wide[np.isfinite(wide)] if wide.dtype.kind == "f" else wide
    some = finite.size > 0
    same = (
        np.ascontiguousarray(before).view(np.uint8) == np.ascontiguousarray(after).view(np.uint8)
        if after.size and before is not None
        else None
    )
    unchanged = int(same.reshape(after.size, -1).all(axis=1).sum()) if same is not None else 0
    return ArrayReport(
        name=name,
        role=role,
        dtype=dtype,
        shape=tuple(after.shape),
        first=tuple(f"{value:.6g}" for value in wide.reshape(-1)[:FIRST]),
        low=float(finite.min()) if some else None,
        high=float(finite.max()) if some else None,
        mean=float(finite.mean(dtype=np.float64)) if some else None,
        nans=int(np.isnan(wide).sum()) if wide.dtype.kind == "f" else 0,
        unchanged=unchanged,
        size=int(after.size),
        strides=tuple(stride // after.itemsize for stride in after.strides) if has_strides else (),
    )


def outcome(report: RunReport) -> Outcome:
    """The report as title and text."""
    found = report.compared
    title = _title(report) if found is None or found.is_equal else f"{report.name}: {found.sentence}"
    return Outcome(found is None or found.is_equal, title, "\n".join(_lines(report)), asdict(report))


def _title(report: RunReport) -> str:
    parts = [duration(min(report.times)), *rates(report.flops, report.moved, min(report.times))]
    return f"{report.name}: {', '.join(parts)}"


def _lines(report: RunReport) -> list[str]:
    best, median = min(report.times), statistics.median(report.times)
    lines = [f"built in {duration(report.build)}"]
    if report.sizes:
        chosen = "" if report.given else " (chosen; --size NAME=NUMBER sets one)"
        lines.append(f"sizes    {sizes_text(report.sizes)}{chosen}")
    lines.append(f"time     {duration(best)} at best, {duration(median)} median of {len(report.times)} samples")
    if found := rates(report.flops, report.moved, best):
        lines.append(f"rate     {', '.join(found)}")
    if report.compared is not None:
        lines.append(f"compared {report.compared.extent}")
    if report.result is not None:
        lines.append(f"returned {report.result}")
    chosen = f"{report.data}; otherwise " if report.data else ""
    lines += ["", f"data     {chosen}uniform random, seed {report.seed}"]
    lines += [f"scalar   {scalar.name}: {scalar.dtype} = {scalar.value}" for scalar in report.scalars]
    for array in report.arrays:
        lines += _array_lines(array)
    return lines


def _array_lines(array: ArrayReport) -> list[str]:
    shape = "×".join(str(size) for size in array.shape) or "scalar"
    head = f"{array.role:8} {array.name}: {shape} {array.dtype}"
    if array.strides:
        head += f", strides {' '.join(str(stride) for stride in array.strides)}"
    if array.role == "input":
        return [head]
    if array.low is not None:
        head += f", min {array.low:.6g}, max {array.high:.6g}, mean {array.mean:.6g}"
    lines = [head]
    if array.first:
        lines.append(f"         [{', '.join(array.first)}{', ...' if array.size > len(array.first) else ''}]")
    if array.nans:
        lines.append(f"         {array.nans} of {array.size} elements are not a number")
    if array.role == "output" and array.unchanged and "float" in array.dtype:
        lines.append(f"         {array.unchanged} of {array.size} elements were not written")
    return lines
