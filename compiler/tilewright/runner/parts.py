"""The figures of the loop nests of a function, and how they are said."""

from __future__ import annotations

from dataclasses import dataclass

UNKNOWN = "–"


@dataclass(frozen=True, slots=True)
class Part:
    """The figures of one nest, or of the whole function: best seconds of a call, operations and bytes where they are known, its 0-based line in the file, and where that is no line of a file the `place`, `3:2` in the third cell of a notebook."""

    name: str
    line: int
    seconds: float
    flops: float | None
    moved: float | None
    place: str = ""


def said(part: Part, total: float) -> str:
    """The share of a part and its rates: `62 %, 12.3 GFLOP/s, 4.1 GB/s`."""
    words = [f"{100 * part.seconds / total:.0f} %"] if total else []
    return ", ".join([*words, *rates(part.flops, part.moved, part.seconds)])


def rates(flops: float | None, moved: float | None, seconds: float) -> list[str]:
    """The rates that are known: `12.3 GFLOP/s`, `4.1 GB/s`."""
    amounts = ((flops, "GFLOP/s"), (moved, "GB/s"))
    return [f"{rate(amount, seconds)} {unit}" for amount, unit in amounts if amount and seconds > 0]


def rate(amount: float | None, seconds: float) -> str:
    """Billions of operations or bytes a second, with three digits."""
    return f"{amount / seconds / 1e9:.3g}" if amount else UNKNOWN
