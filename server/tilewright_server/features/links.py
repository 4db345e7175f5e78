"""Links: a code in a comment that silences it, `# tilewright: ignore[parallel-race]`, leads to its page in the manual."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.analyze import Analysis
from tilewright.core.base.catalogue import CATALOGUE
from tilewright.project.address import help_address
from tilewright.project.ignores import ignores_in
from tilewright_server import shapes
from tilewright_server.answers import Extent, Link
from tilewright_server.ask import Ask


def links(analysis: Analysis) -> Iterator[Link]:
    """The codes in comments; misspelt ones lead nowhere."""
    for comment in ignores_in(analysis.source):
        for named in comment.codes or ():
            if named.code in CATALOGUE:
                yield Link(Extent(named.start, named.end), help_address(named.code), f"What {named.code} means")


def answer(ask: Ask) -> list[shapes.DocumentLink]:
    """`textDocument/documentLink`"""
    return ask.wire.links(links(ask.analysis))
