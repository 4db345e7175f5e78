"""The ages of the language, as rows: what `T` (`tir`, `ty`, `tirx`) is called there, and where the same statement means something else.

The names themselves, with their values, are in `builder.dialects`.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from tilewright.core.builder.dialects import HYBRID, TIRX
from tilewright.core.builder.namespace import TIR, Namespace
from tilewright.core.frontend.source_map import Symbol, SymbolKind

if TYPE_CHECKING:
    from tilewright.core.frontend.context import Context


@dataclass(frozen=True, eq=False)
class Spelling:
    """One age of the language.

    `names`: what is known in its definitions without an import.  `pointers_have_elements`: `p[i]` is an element behind the pointer `p`.
    `names_are_cells`: a name that is assigned an expression can be assigned again.  `sizes_are_text`: a symbolic size of a parameter is
    written as text, `T.Buffer(("n", 16))`.  `functions_are_plain`: functions of a module need no decorator.
    `branches_are_open`: what a branch defines whose condition is known while parsing is known behind it too.
    """

    name: str
    namespace: Namespace
    names: Mapping[str, Any] = field(default_factory=dict[str, Any])
    pointers_have_elements: bool = False
    names_are_cells: bool = False
    sizes_are_text: bool = False
    functions_are_plain: bool = False
    branches_are_open: bool = False


class OmittedMetadata:
    """`meta[Target][0]` in a script that was printed without its metadata: the target of a host module, the machine itself."""

    def __getitem__(self, kind: Any) -> Any:
        if getattr(kind, "__name__", kind) != "Target":
            raise KeyError(f"the metadata of {kind} was not printed with the script")
        return (TIR.members["target"].value("llvm"),)


CLASSIC: Final = Spelling("classic", TIR)
TODAY: Final = Spelling("tirx", TIRX, names_are_cells=True, sizes_are_text=True, branches_are_open=True)
HYBRID_SCRIPT: Final = Spelling(
    "hybrid",
    HYBRID,
    {"tir": HYBRID, "ty": HYBRID, "meta": OmittedMetadata(), "Target": "Target"},
    pointers_have_elements=True,
    functions_are_plain=True,
)

# Only programs of today say any of this.
_TODAY = re.compile(r"\btirx\b|\bT\.sblock|\bs_tir\s*=|\bT\.let\b\s*[\[=]")


def spelling_of_text(text: str) -> Spelling:
    """The age of a text that does not import `T`: today's where it says what only today's programs say, else classic."""
    return TODAY if _TODAY.search(text) else CLASSIC


@contextmanager
def spoken(context: Context, spelling: Spelling | None) -> Generator[Context]:
    """The context of what is of that age; None leaves it as it is."""
    if spelling is None or spelling is context.spelling:
        yield context
        return
    context.scopes.enter()
    for name, value in spelling.names.items():
        context.scopes.bind(name, value, Symbol(SymbolKind.PYTHON, name, -1, -1, (-1, -1), value))
    try:
        yield context.derived(spelling=spelling)
    finally:
        context.scopes.leave()
