"""Code lens: "Build and run" above each function."""

from __future__ import annotations

from tilewright.core.analyze import Analysis
from tilewright_server import shapes
from tilewright_server.answers import Command, Lens
from tilewright_server.ask import Ask
from tilewright_server.features.run import targets


def lenses(analysis: Analysis) -> tuple[Lens, ...]:
    """A lens for each function that can be built."""
    return tuple(Lens(target.line, Command("▶ Build and run", {"name": target.name})) for target in targets(analysis))


def answer(ask: Ask) -> list[shapes.CodeLens]:
    """`textDocument/codeLens`"""
    if not ask.server.documents.settings.code_lens:
        return []
    return ask.wire.lenses(lenses(ask.analysis), ask.server.run_command)
