"""The row type of the diagnostic catalogue."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SeverityName = Literal["error", "warning", "information", "hint"]


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of diagnostic.

    `name` is the code itself, in words joined by hyphens; `summary` one line; `explanation` why it is wrong and what to do;
    `example` the smallest program that gets it; `fixed` the same program corrected.
    """

    name: str
    severity: SeverityName
    summary: str
    explanation: str
    example: str
    fixed: str = ""
