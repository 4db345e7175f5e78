"""The figures of the loop nests of a function, and how they are said."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """The figures of one nest, or of the whole function: best seconds of a call, operations and bytes where they are known, and its 0-based line in the file."""

    name: str
    line: int
    seconds: float
    flops: float | None
    moved: float | None


def said(part: Part, total: float) -> str:
    """The share of a part and its rates: `62 %, 12.3 GFLOP/s, 4.1 GB/s`."""
    words = [f"{100 * part.seconds / total:.0f} %"] if total else []
    if part.flops:
        words.append(f"{part.flops / part.seconds / 1e9:.3g} GFLOP/s")
    if part.moved:
        words.append(f"{part.moved / part.seconds / 1e9:.3g} GB/s")
    return ", ".join(words)
