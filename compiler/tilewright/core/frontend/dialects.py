"""Reading in a dialect: the names that are known in its definitions without an import, and which dialect a definition is written in."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from tilewright.core.builder.dialects import HYBRID, NAMESPACES
from tilewright.core.builder.namespace import TIR
from tilewright.core.dialects import Dialect
from tilewright.core.frontend.source_map import Symbol, SymbolKind

if TYPE_CHECKING:
    from tilewright.core.frontend.context import Context


class OmittedMetadata:
    """`meta[Target][0]` in a script that was printed without its metadata: the target of a host module, the machine itself."""

    __iter__ = None  # what is subscripted is no sequence

    def __getitem__(self, kind: Any) -> Any:
        if getattr(kind, "__name__", kind) != "Target":
            raise KeyError(f"the metadata of {kind} was not printed with the script")
        return (TIR.members["target"].value("llvm"),)


# What is known without an import, by the name of the dialect.
NAMES: Final[Mapping[str, Mapping[str, object]]] = {
    "classic": {},
    "tirx": {},
    "hybrid": {"tir": HYBRID, "ty": HYBRID, "meta": OmittedMetadata(), "Target": "Target"},
}
_DIALECTS: Final = {id(namespace): name for name, namespace in NAMESPACES.items()}


@contextmanager
def in_dialect(context: Context, dialect: Dialect | None) -> Generator[Context]:
    """The context of what is written in that dialect; None leaves it as it is."""
    if dialect is None or dialect is context.dialect:
        yield context
        return
    context.scopes.enter()
    for name, value in NAMES[dialect.name].items():
        context.scopes.bind(name, value, Symbol(SymbolKind.PYTHON, name, -1, -1, (-1, -1), value))
    try:
        yield context.derived(dialect=dialect)
    finally:
        context.scopes.leave()


def dialect_around(context: Context) -> str | None:
    """The dialect of a definition that has no decorator of a dialect: that of the namespace that `T`, or else `tirx`, means; None without one."""
    for name in ("T", "tirx"):
        found = context.scopes.find(name) or context.captured(name)
        if found is not None:
            return _DIALECTS.get(id(found.value))
    return None
