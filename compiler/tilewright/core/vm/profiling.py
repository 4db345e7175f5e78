"""The times of a program's calls: recorded as a tree, shown as a table or as a picture in which a call lies on the one that made it."""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import escape
from typing import TypeVar

from tilewright.core.runtime.device import Device
from tilewright.core.runtime.tensor import Tensor

T = TypeVar("T")


@dataclass(slots=True)
class TimedCall:
    """A call: its name, what tensors it was given, how many seconds it took, and the calls that it made."""

    name: str
    shapes: str
    start: float = 0.0
    seconds: float = 0.0
    calls: list[TimedCall] = field(default_factory=list["TimedCall"])

    @property
    def own(self) -> float:
        """The seconds that it took beside the calls that it made."""
        return max(0.0, self.seconds - sum(each.seconds for each in self.calls))


class Timed:
    """Records calls while they are made."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Forget what was recorded."""
        self.root = TimedCall("", "")
        self._open = [self.root]

    def call(self, name: str, function: Callable[..., T], args: tuple[object, ...]) -> T:
        """Call a function and record it."""
        made = TimedCall(name, _shapes(args))
        self._open[-1].calls.append(made)
        self._open.append(made)
        made.start = time.perf_counter()
        try:
            return function(*args)
        finally:
            made.seconds = time.perf_counter() - made.start
            self._open.pop()


def _shapes(args: tuple[object, ...]) -> str:
    return ", ".join(f"{each.dtype}[{', '.join(map(str, each.shape))}]" for each in args if isinstance(each, Tensor))


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: calls of one name on the same shapes."""

    name: str
    microseconds: float
    percent: float
    count: int
    shapes: str


_COLUMNS = ("Name", "Duration (us)", "Percent", "Device", "Count", "Argument Shapes")


class Report:
    """The result of `VirtualMachine.profile`: `str` of it is the table, `flame` and `svg` are pictures."""

    def __init__(self, root: TimedCall, device: Device) -> None:
        (self.whole,) = root.calls
        self._device = device

    @property
    def total(self) -> float:
        """The seconds of the whole call."""
        return self.whole.seconds

    @property
    def calls(self) -> list[dict[str, object]]:
        """Each call inside in the order in which they were made, as a mapping from the columns."""
        return [self._mapping(self._row([each])) for each in _inside(self.whole)]

    def rows(self, sort: bool = True, aggregate: bool = True) -> list[Row]:
        """The lines of the table: longest first, and calls of one name on the same shapes as one line."""
        groups: dict[object, list[TimedCall]] = {}
        for at, each in enumerate(_inside(self.whole)):
            groups.setdefault((each.name, each.shapes) if aggregate else at, []).append(each)
        made = [self._row(group) for group in groups.values()]
        return sorted(made, key=lambda row: -row.microseconds) if sort else made

    def _row(self, group: list[TimedCall]) -> Row:
        seconds = sum(each.own for each in group)
        percent = 100 * seconds / (self.total or 1.0)
        return Row(group[0].name, seconds * 1e6, percent, len(group), group[0].shapes)

    def _mapping(self, row: Row) -> dict[str, object]:
        values = (row.name, row.microseconds, row.percent, self._device_name, row.count, row.shapes)
        return dict(zip(_COLUMNS, values))

    @property
    def _device_name(self) -> str:
        return f"{self._device.type}{self._device.index}"

    def table(self, sort: bool = True, aggregate: bool = True, col_sums: bool = True) -> str:
        """The table, with what the calls take together and what the whole took below it."""
        rows = self.rows(sort, aggregate)
        lines = [self._cells(row) for row in rows]
        below: list[tuple[str, ...]] = []
        if col_sums:
            inside = sum(row.microseconds for row in rows)
            count = str(sum(row.count for row in rows))
            below = [
                ("Sum", f"{inside:,.2f}", f"{sum(row.percent for row in rows):.2f}", "", count, ""),
                ("Total", f"{self.total * 1e6:,.2f}", "", self._device_name, "1", ""),
            ]
        return _laid_out([_COLUMNS, *lines], below)

    def _cells(self, row: Row) -> tuple[str, ...]:
        return row.name, f"{row.microseconds:,.2f}", f"{row.percent:.2f}", self._device_name, str(row.count), row.shapes

    def csv(self) -> str:
        """The calls as comma-separated values."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerows([_COLUMNS, *(tuple(call.values()) for call in self.calls)])
        return out.getvalue()

    def json(self) -> str:
        """The calls as JSON."""
        return json.dumps({"calls": self.calls, "total_us": self.total * 1e6})

    def flame(self, width: int = 80) -> str:
        """The calls as bars of characters: a line for each, as far to the right and as long as it took."""
        begin, scale = self.whole.start, width / (self.total or 1.0)
        lines: list[str] = []
        for depth, each in _tree(self.whole):
            left = min(width - 1, round((each.start - begin) * scale))
            bar = "█" * max(1, min(width - left, round(each.seconds * scale)))
            lines.append(f"{' ' * left}{bar:<{width - left}} {'  ' * depth}{_said(each)}")
        return "\n".join(lines)

    def svg(self, width: int = 960) -> str:
        """The calls as a picture for the browser: the whole at the bottom, each call on the one that made it."""
        height = 18
        levels = 1 + max(depth for depth, _ in _tree(self.whole))
        boxes = "".join(self._box(depth, each, width, height, levels) for depth, each in _tree(self.whole))
        size = f'width="{width}" height="{levels * height}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="monospace" font-size="11">{boxes}</svg>'

    def _box(self, depth: int, each: TimedCall, width: int, height: int, levels: int) -> str:
        scale = width / (self.total or 1.0)
        left, wide = (each.start - self.whole.start) * scale, max(0.5, each.seconds * scale)
        top = (levels - 1 - depth) * height
        shade = 40 + (sum(map(ord, each.name)) * 7) % 30
        said = escape(_said(each))
        shown = escape(each.name[: int(wide / 7)])
        return (
            f"<g><title>{said}</title>"
            f'<rect x="{left:.1f}" y="{top}" width="{wide:.1f}" height="{height - 1}" fill="hsl({shade},80%,65%)"/>'
            f'<text x="{left + 2:.1f}" y="{top + 13}">{shown}</text></g>'
        )

    def __str__(self) -> str:
        return self.table()


def _inside(call: TimedCall) -> Iterator[TimedCall]:
    """All calls that a call made, and those that they made."""
    for each in call.calls:
        yield each
        yield from _inside(each)


def _tree(call: TimedCall, depth: int = 0) -> Iterator[tuple[int, TimedCall]]:
    yield depth, call
    for each in call.calls:
        yield from _tree(each, depth + 1)


def _said(call: TimedCall) -> str:
    return f"{call.name} {call.seconds * 1e6:,.1f} µs"


def _laid_out(lines: list[tuple[str, ...]], below: list[tuple[str, ...]]) -> str:
    widths = [max(len(line[at]) for line in (*lines, *below)) for at in range(len(_COLUMNS))]
    rule = "-" * (sum(widths) + 2 * (len(widths) - 1))
    text = ["  ".join(_aligned(cell, widths[at], at) for at, cell in enumerate(line)).rstrip() for line in lines]
    ends = ["  ".join(_aligned(cell, widths[at], at) for at, cell in enumerate(line)).rstrip() for line in below]
    return "\n".join([text[0], rule, *text[1:], *([rule, *ends] if ends else [])])


def _aligned(cell: str, width: int, column: int) -> str:
    return cell.ljust(width) if column in (0, 5) else cell.rjust(width)
