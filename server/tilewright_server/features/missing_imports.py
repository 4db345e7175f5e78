"""Names of the script that the file does not import yet, offered with the import."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.analyze import Analysis
from tilewright.core.fixes.missing_import import MODULES, OF_SCRIPT
from tilewright_server.answers import Change, Extent, Proposal
from tilewright_server.features.snippets import namespaces


def missing_imports(analysis: Analysis, offset: int) -> Iterator[Proposal]:
    """`T`, `R` and `I` where the file calls nothing so and imports the namespace under no other name; the import goes behind the others from the script."""
    text = analysis.source.text
    imports = [*OF_SCRIPT.finditer(text)]
    if not imports:
        return
    known = namespaces(analysis)
    bound = {name for definition in analysis.definitions for name in definition.bindings}
    package, end = imports[0][1], imports[-1].end()
    for name, module in MODULES.items():
        if name not in known and name not in bound:
            line = f"from {package}.script import {module} as {name}"
            ending = "\r\n" if "\r\n" in text else "\n"
            also = (Change(Extent(end, end), f"{ending}{line}"),)
            yield Proposal(name, "namespace", line, rank=5, also=also)
