"""`tilewright.tir.stmt_functor`: walking and rewriting with functions of one node, as in TVM."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tilewright.ir.expr import Expr, Var
from tilewright.ir.function import PrimFunc
from tilewright.ir.node import Node
from tilewright.ir.operators import convert
from tilewright.ir.walk import post_order
from tilewright.ir.walk import substitute as _substitute


def post_order_visit(stmt: Node, fvisit: Callable[[Any], None]) -> None:
    """Call `fvisit` on every node, children before parents."""
    post_order(_root(stmt), fvisit)


def pre_order_visit(stmt: Node, fvisit: Callable[[Any], bool]) -> None:
    """Call `fvisit` on every node, parents before children; it says whether to go on below."""
    root = _root(stmt)
    if fvisit(root):
        for child in root.children():
            pre_order_visit(child, fvisit)


def substitute(node: Any, vmap: Mapping[Var, Any]) -> Any:
    """`node` with variables replaced."""
    return _substitute(node, {var: convert(value) for var, value in vmap.items()})


def ir_transform(
    stmt: Node,
    preorder: Callable[[Any], Any] | None,
    postorder: Callable[[Any], Any] | None,
    only_enable: Sequence[str] | None = None,
) -> Any:
    """`stmt` rewritten: `preorder` may replace a node before what is below is seen, `postorder` after it was rewritten; None means no change.

    `only_enable` names the classes of nodes to ask about, such as "tir.For".
    """
    names = None if only_enable is None else {name.removeprefix("tir.") for name in only_enable}

    def visit(current: Any) -> Any:
        asked = names is None or type(current).__name__ in names
        replaced = preorder(current) if asked and preorder is not None else None
        if replaced is not None:
            return replaced
        current = current.map_children(visit)
        replaced = postorder(current) if asked and postorder is not None else None
        return current if replaced is None else replaced

    return visit(stmt)


def _root(node: Node) -> Node:
    return node.body if isinstance(node, PrimFunc) else node


__all__ = ["Expr", "ir_transform", "post_order_visit", "pre_order_visit", "substitute"]
