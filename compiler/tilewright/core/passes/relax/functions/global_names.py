"""`NormalizeGlobalVar`: the name of each function in its module is the one it is linked under."""

from __future__ import annotations

from tilewright.core.graph.linked_names import with_linked_names
from tilewright.core.passes.core.pass_ import Pass


def NormalizeGlobalVar() -> Pass:
    """Public functions named as their attribute "global_symbol" says; private ones that were called so get another name."""
    return Pass("NormalizeGlobalVar", with_linked_names)
