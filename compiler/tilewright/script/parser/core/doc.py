"""The canonical syntax tree; see `tilewright.frontend.doc`."""

from __future__ import annotations

from typing import Any

from tilewright.frontend import doc as _doc
from tilewright.frontend.doc import NodeTransformer, NodeVisitor, from_doc, get_cls, iter_child_nodes, parse, to_doc


def __getattr__(name: str) -> Any:
    return getattr(_doc, name)


__all__ = ["NodeTransformer", "NodeVisitor", "from_doc", "get_cls", "iter_child_nodes", "parse", "to_doc"]
