"""Names of the script that the file does not import yet, offered with the import."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.analyze import Analysis
from tilewright.core.fixes.missing_import import MODULES, OF_SCRIPT, import_line, inserted
from tilewright_server.answers import Change, Extent, Proposal
from tilewright_server.features.snippets import namespaces


def missing_imports(analysis: Analysis, offset: int) -> Iterator[Proposal]:
    """`T`, `R` and `I` where the file calls nothing so and imports the namespace under no other name; the import goes behind the others from the script."""
    source = analysis.source
    if not OF_SCRIPT.search(source.text):
        return
    known = namespaces(analysis)
    bound = {name for definition in analysis.definitions for name in definition.bindings}
    for name in MODULES:
        if name not in known and name not in bound:
            line = import_line(source.text, name)
            edit = inserted(source, line)
            also = (Change(Extent(edit.span.start, edit.span.end), edit.text),)
            yield Proposal(name, "namespace", line, rank=5, also=also)
