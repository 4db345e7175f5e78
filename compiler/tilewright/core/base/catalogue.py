"""THE catalogue of diagnostics: every code with its severity, explanation and example.

Parser, verifier, passes and command line read it; the manual's pages and `tilewright explain` are made from it.
"""

from __future__ import annotations

from tilewright.core.base.codes import TOPICS, Code
from tilewright.core.base.rows import by_name

CATALOGUE: dict[str, Code] = by_name("diagnostic code", *TOPICS)
