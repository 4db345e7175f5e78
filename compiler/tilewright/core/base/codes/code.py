"""The row type of the diagnostic catalogue."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

SeverityName = Literal["error", "warning", "information", "hint"]
# What finds a mistake first: reading the file without executing it, compiling a function, running the Python program, or the exact check, which executes it.
Stage = Literal["check", "build", "run", "exact"]


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of diagnostic.

    `name` is the code itself, in words joined by hyphens; `summary` one line; `explanation` why it is wrong and what to do;
    `example` the smallest program that gets it; `fixed` the same program, corrected; `found` the earliest point at which it is found: `tilewright check`
    and the editor, `build`, running the program, or the exact check.
    """

    name: str
    severity: SeverityName
    summary: str
    explanation: str
    example: str
    fixed: str = ""
    found: Stage = "check"

    @property
    def where(self) -> str:
        """A sentence about the point at which it is found, empty for `check`."""
        return _WHERE.get(self.found, "")


_WHERE: Final = {
    "build": "Found when the function is built.",
    "run": "Found when the program runs.",
    "exact": "Found by the exact check (`tilewright check --exact`).",
}
