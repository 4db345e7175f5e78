"""Whether a statement leaves the loop around it before its end, which forbids to take that loop apart."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Call
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import For, Stmt, While

_BREAK = frozenset({"tir.break_loop"})
_JUMPS = _BREAK | {"tir.continue_loop"}


def leaves_loop(body: Stmt) -> bool:
    """Whether `body` has a `break` or `continue` of its own loop, not of one inside."""
    return _has(body, _JUMPS)


def ends_loop(body: Stmt) -> bool:
    """Whether `body` has a `break` of its own loop, after which the iterations that are left do not run."""
    return _has(body, _BREAK)


def _has(body: Stmt, jumps: frozenset[str]) -> bool:
    return any(isinstance(node, Call) and callee_name(node) in jumps for node in _own(body))


def _own(root: Node) -> Iterator[Node]:
    """The nodes of `root` without those of loops inside it."""
    stack: list[Node] = [root]
    while stack:
        node = stack.pop()
        if not isinstance(node, (For, While)):
            yield node
            stack.extend(node.children())
