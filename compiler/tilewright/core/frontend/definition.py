"""`Definition`: one top-level piece of a file with what parsing it gave, relative to its own text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tilewright.core.base.diagnostics import Diagnostic
from tilewright.core.base.source import Source
from tilewright.core.frontend.source_map import SourceMap


@dataclass(frozen=True)
class Definition:
    """One top-level piece of a file, parsed: `base` is where its source begins in the file.

    `values`: the functions and modules it defines by name (`PrimFunc`, `IRModule`); diagnostics, source map and spans are relative to `source`.
    `source` says on which line the definition stood when it was parsed.  A definition that moves keeps it, because earlier analyses hold it too:
    `Analysis.span_in_file` gives the lines of today.
    `given` says for which instantiations of its Python functions it was read.
    `bindings` are all names that it defines at the top level of the file; `captured` says what the names that it takes from elsewhere stood for, as keys.
    A symbol with a negative `start` is such a name: `Analysis.resolve` finds its definition.
    """

    base: int
    source: Source
    values: dict[str, Any]
    source_map: SourceMap
    diagnostics: tuple[Diagnostic, ...]
    bindings: Mapping[str, Any] = field(default_factory=dict[str, Any])
    captured: Mapping[str, str] = field(default_factory=dict[str, str])
    given: str = ""

    @property
    def end(self) -> int:
        """Offset in the file just after it."""
        return self.base + len(self.source.text)
