"""Code actions that write the functions at the cursor or in the selection, or those of the whole file, in another dialect of the language.

Migration, and with it libcst, is loaded when one is chosen.  Where a file has no function in another dialect, its Python code may have names of another release: at
an import from TVM the names are looked at, and the file is offered where some would change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tilewright.core.analyze import Analysis, Definition
from tilewright.core.base.source import Source
from tilewright.core.dialects import DIALECTS, Dialect
from tilewright.core.frontend.source_map import SymbolKind
from tilewright.core.ir.function import PrimFunc
from tilewright_server.answers import Action, Change, Extent
from tilewright_server.ask import Ask
from tilewright_server.capabilities import REWRITE
from tilewright_server.features.line_changes import by_line

# The first word of the keys of these actions.
MIGRATE: Final = "migrate"
_IMPORT: Final = re.compile(r"[ \t]*(?:from|import)[ \t]+(?:tvm|tilewright)\b")


def migrations(ask: Ask, *, lazily: bool) -> Iterator[Action]:
    """The actions for the functions that the range touches and for the file; their changes are made later, or now for clients that do not ask again."""
    analysis, extent = ask.analysis, ask.wire.extent(ask.params["range"])
    here = {at: _dialects(each) for at, each in enumerate(analysis.definitions) if _touches(each, extent)}
    everywhere = {at: _dialects(each) for at, each in enumerate(analysis.definitions)}
    if not any(here.values()):
        yield from _of_python(analysis, extent, frozenset[str]().union(*everywhere.values()), lazily)
        return
    is_all = all(at in here or not found for at, found in everywhere.items())
    for name, dialect in DIALECTS.items():
        if dialect.migration is None:
            continue
        if not is_all and any(found - {name} for found in here.values()):
            yield from _offered(analysis, f"Write {_named(analysis, here)} in the {name} dialect", name, extent, lazily)
        if any(found - {name} for found in everywhere.values()):
            yield from _offered(analysis, f"Write the file in the {name} dialect", name, None, lazily)


def _of_python(analysis: Analysis, extent: Extent, written: frozenset[str], lazily: bool) -> Iterator[Action]:
    """The actions for the Python code of a file whose functions are `written` in these dialects."""
    if not _imports(analysis.source, extent.start):
        return
    for name, dialect in DIALECTS.items():
        if dialect.migration is not None and written <= {name} and _has_other_names(analysis.source.text, dialect):
            yield from _offered(analysis, f"Write the file in the {name} dialect", name, None, lazily)


def _imports(source: Source, offset: int) -> bool:
    """Whether the line at an offset imports from TVM."""
    return _IMPORT.match(source.line_text(source.line_of(offset))) is not None


def _has_other_names(text: str, dialect: Dialect) -> bool:
    """Whether Python code mentions names that are elsewhere in the release of a dialect."""
    from tilewright.core.migrate import host_code

    try:
        return host_code(text, text, dialect)[0] != text
    except SyntaxError:
        return False


def _touches(definition: Definition, extent: Extent) -> bool:
    return definition.base <= extent.end and extent.start < definition.end


def _dialects(definition: Definition) -> frozenset[str]:
    """The dialects of the functions of TensorIR in a definition."""
    values = (symbol.value for symbol in definition.source_map.symbols if symbol.kind is SymbolKind.FUNCTION)
    return frozenset(value.dialect or "classic" for value in values if isinstance(value, PrimFunc))


def _named(analysis: Analysis, here: dict[int, frozenset[str]]) -> str:
    """The function or module that is meant, or how many are."""
    names = [
        symbol.name
        for at, found in here.items()
        for symbol in analysis.definitions[at].source_map.symbols
        if found
        and symbol.start >= 0
        and symbol.parent is None
        and symbol.kind in (SymbolKind.FUNCTION, SymbolKind.MODULE)
    ]
    return f"`{names[0]}`" if len(names) == 1 else "the selected functions"


def _offered(analysis: Analysis, title: str, to: str, extent: Extent | None, lazily: bool) -> Iterator[Action]:
    place = "" if extent is None else f" {extent.start} {extent.end}"
    key = f"{MIGRATE} {to}{place}"
    if lazily:
        yield Action(title, REWRITE, key=key, offset=0 if extent is None else extent.start)
        return
    changes = migrated_changes(analysis, key)
    if changes:
        yield Action(title, REWRITE, changes)


def migrated_changes(analysis: Analysis, key: str) -> tuple[Change, ...] | None:
    """The changes of the lines that a migration rewrites; None where nothing can be said in the other dialect."""
    from libcst import ParserSyntaxError

    from tilewright.core.migrate import migrated, migrated_part

    _, to, *place = key.split()
    text, name = analysis.source.text, analysis.source.name
    try:
        made = migrated_part(text, to, int(place[0]), int(place[1]), name) if place else migrated(text, to, name)
    except (SyntaxError, ParserSyntaxError):
        return None
    return tuple(by_line(text, 0, len(text), made.text)) or None
