"""`tilewright.core.ir.stmt_functor`: walking and rewriting with functions of one node, as in TVM."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tilewright.core.ir.expr import CommReducer, Expr, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.operators import convert
from tilewright.core.ir.recursion import on_large_stack, with_recursion_limit
from tilewright.core.ir.renew import renew_defs
from tilewright.core.ir.stmt import Stmt
from tilewright.core.ir.walk import substitute as _substitute


def post_order_visit(stmt: Node, fvisit: Callable[[Any], None]) -> None:
    """Call `fvisit` on every statement and expression, what is below before what is above; a node that stands in several places is visited once."""
    seen: set[int] = set()
    stack: list[tuple[Node, bool]] = [(_root(stmt), False)]
    while stack:
        node, finished = stack.pop()
        if finished:
            if isinstance(node, (Stmt, Expr)):
                fvisit(node)
        elif id(node) not in seen:
            seen.add(id(node))
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(_below(node)))


def pre_order_visit(stmt: Node, fvisit: Callable[[Any], bool]) -> None:
    """Call `fvisit` on every statement and expression, what is above before what is below; it says whether to go on below.

    A node that stands in several places is visited once.
    """
    seen: set[int] = set()
    stack = [_root(stmt)]
    while stack:
        node = stack.pop()
        if id(node) not in seen:
            seen.add(id(node))
            if not isinstance(node, (Stmt, Expr)) or fvisit(node):
                stack.extend(reversed(_below(node)))


def _below(node: Node) -> tuple[Node, ...]:
    """The nodes directly below; the rule by which a reduction combines values is no part of the program around it."""
    return tuple([child for child in node.children() if not isinstance(child, CommReducer)])


def substitute(node: object, vmap: Mapping[Var, object]) -> Any:
    """`node` with variables replaced."""
    return with_recursion_limit(_substitute)(node, {var: convert(value, var.dtype) for var, value in vmap.items()})


def ir_transform(
    stmt: Node,
    preorder: Callable[[Any], object] | None,
    postorder: Callable[[Any], object] | None,
    only_enable: Sequence[str] | None = None,
) -> object:
    """`stmt` rewritten: `preorder` may replace a node before what is below is seen, `postorder` after it was rewritten; None means no change.

    `only_enable` names the classes of nodes to ask about, such as "tir.For".
    """
    names = None if only_enable is None else {name.rpartition(".")[2] for name in only_enable}

    def visit(current: Any) -> Any:
        asked = isinstance(current, (Stmt, Expr)) and (names is None or type(current).__name__ in names)
        replaced = _replacement(current, preorder, "preorder") if asked else None
        if replaced is not None:
            return replaced
        current = current.map_children(visit)
        replaced = _replacement(current, postorder, "postorder") if asked else None
        return current if replaced is None else replaced

    return on_large_stack(lambda: visit(stmt)) if _is_deep(stmt) else visit(stmt)


def _replacement(node: object, function: Callable[[Any], object] | None, name: str) -> Expr | Stmt | None:
    """The user function's replacement of a node: a statement for a statement, an expression for an expression, or None."""
    made = None if function is None else function(node)
    kind = Stmt if isinstance(node, Stmt) else Expr
    if made is None or isinstance(made, kind):
        return made
    raise TypeError(f"`{name}` made {type(made).__name__} of a {type(node).__name__}, and not a {kind.__name__}")


def _is_deep(root: Node) -> bool:
    """Whether following the program takes more room than is usual; functions that rewrite it cannot be called twice to find out."""
    level, depth = [root], 0
    while level and depth < 100:
        level, depth = list({id(child): child for node in level for child in node.children()}.values()), depth + 1
    return bool(level)


def _root(node: Node) -> Node:
    return node.body if isinstance(node, PrimFunc) else node


__all__ = ["ir_transform", "post_order_visit", "pre_order_visit", "renew_defs", "substitute"]
