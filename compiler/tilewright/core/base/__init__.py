"""Floor 0: data types, source text, spans, diagnostics and their catalogue.  Imports nothing of Tilewright."""

from __future__ import annotations

TYPE_CHECKING = False  # `import tilewright` comes here
if TYPE_CHECKING:
    from typing import Any


def __getattr__(name: str) -> Any:
    """`tvm.base.TVMError`, where TVM keeps it."""
    if name == "TVMError":
        from tilewright.core.base.diagnostics import TVMError

        return TVMError
    raise AttributeError(f"module 'tilewright.core.base' has no attribute {name!r}")
