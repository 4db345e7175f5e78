"""The ground of the IR: `@node`, the base of all nodes, the types of fields and of variables, and the ports."""

from __future__ import annotations

from tilewright.core.ir.node.array import Array, array
from tilewright.core.ir.node.declaration import Node, also_called, node

__all__ = ["Array", "Node", "also_called", "array", "node"]
