"""The canonical syntax tree; see `tilewright.core.frontend.doc`."""

from __future__ import annotations

from typing import Any

from tilewright.core.frontend import doc as _doc
from tilewright.core.frontend.doc import (
    NodeTransformer,
    NodeVisitor,
    from_doc,
    get_cls,
    iter_child_nodes,
    parse,
    to_doc,
)


def __getattr__(name: str) -> Any:
    return getattr(_doc, name)


__all__ = ["NodeTransformer", "NodeVisitor", "from_doc", "get_cls", "iter_child_nodes", "parse", "to_doc"]
