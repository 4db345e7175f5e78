"""Code lens: "Build and run" above each function."""

from __future__ import annotations

from tilewright.core.analyze import Analysis
from tilewright_server.answers import Command, Lens
from tilewright_server.features.run import targets


def lenses(analysis: Analysis) -> tuple[Lens, ...]:
    """A lens for each function that can be built."""
    return tuple(Lens(target.line, Command("▶ Build and run", {"name": target.name})) for target in targets(analysis))
