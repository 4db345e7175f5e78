"""`tilewright profile FILE::NAME`: the loop nests of a function as a table, each built and timed by itself; the calls of a graph."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from tilewright.cli.console import stdout
from tilewright.cli.run import Options, profile_of, show
from tilewright.runner.durations import duration
from tilewright.runner.parts import UNKNOWN, Part, rate


def profile_function(target: str, options: Options) -> int:
    """Print the profile of FILE::NAME; 0 when it ran, 1 when it could not."""
    outcome = profile_of(target, options)
    if isinstance(outcome, int):
        return outcome
    if not outcome.ok or not outcome.data["parts"]:  # a graph has calls, and no loop nests
        return show(outcome)
    parts = [Part(**each) for each in outcome.data["parts"]]
    stdout().print(Text(outcome.title, "bold green"))
    stdout().print(table(parts, Part(**outcome.data["whole"])))
    stdout().print("share: of the times of all nests, each built and run by itself; whole: the function in one call")
    return 0


def table(parts: Sequence[Part], whole: Part) -> Table:
    """A line for each nest, one for all of them together, and one for the function as it is built."""
    total = sum(part.seconds for part in parts)
    found = Table(box=None, pad_edge=False)
    found.add_column("loop nest", overflow="fold", min_width=9)
    for head in ("line", "time", "share", "GFLOP/s", "bytes"):
        found.add_column(head, justify="right", no_wrap=True)
    for part in parts:
        share = 100 * part.seconds / total if total else 0.0
        found.add_row(
            Text(part.name), part.place or str(part.line + 1), duration(part.seconds), f"{share:.0f} %", *_figures(part)
        )
    found.add_row("together", "", duration(total), "100 %", "", "", style="bold")
    found.add_row("whole", "", duration(whole.seconds), "", *_figures(whole), style="bold")
    return found


def _figures(part: Part) -> tuple[str, str]:
    """Its rate and the bytes that it moves, where they are known."""
    return rate(part.flops, part.seconds), UNKNOWN if part.moved is None else size(part.moved)


def size(number: float) -> str:
    """A number of bytes with the unit that leaves three digits: `1.57 MB`."""
    for unit in ("B", "kB", "MB"):
        if number < 999.5:
            return f"{number:.3g} {unit}"
        number /= 1000
    return f"{number:.4g} GB"
