"""Walks over concrete syntax trees that leave out blanks, comments, punctuation and operators, of which most of a tree consists and which no rewriting is about.

Names and numbers are visited, but not what they consist of.  A method that a walk does not have costs nothing.
"""

from __future__ import annotations

from functools import cache
from typing import TypeVar

import libcst as cst

_NodeT = TypeVar("_NodeT", bound=cst.CSTNode)

_PUNCTUATION = (
    cst.BaseParenthesizableWhitespace,
    cst.TrailingWhitespace,
    cst.EmptyLine,
    cst.Newline,
    cst.Comment,
    cst.Comma,
    cst.Semicolon,
    cst.Dot,
    cst.Colon,
    cst.AssignEqual,
    cst.LeftParen,
    cst.RightParen,
    cst.LeftSquareBracket,
    cst.RightSquareBracket,
    cst.BaseBinaryOp,
    cst.BaseUnaryOp,
    cst.BaseBooleanOp,
    cst.BaseCompOp,
    cst.BaseAugOp,
)
_LEAVES = (*_PUNCTUATION, cst.Name, cst.BaseNumber, cst.SimpleString)


@cache
def _has_parts(kind: type[cst.CSTNode]) -> bool:
    return not issubclass(kind, _LEAVES)


@cache
def _defines(walk: type, event: str, kind: type[cst.CSTNode], attribute: str = "") -> bool:
    """Whether a walk has a method of its own for an event, such as `leave_Call` or `visit_For_body`."""
    name = "_".join(filter(None, (event, kind.__name__, attribute)))
    base = Transformer if issubclass(walk, Transformer) else Visitor
    return getattr(walk, name, None) is not getattr(base, name, None)


class Transformer(cst.CSTTransformer):
    """A transformer of all other nodes."""

    def on_visit(self, node: cst.CSTNode) -> bool:
        kind = type(node)
        return (not _defines(type(self), "visit", kind) or super().on_visit(node)) and _has_parts(kind)

    def on_leave(
        self, original_node: _NodeT, updated_node: _NodeT
    ) -> _NodeT | cst.RemovalSentinel | cst.FlattenSentinel[_NodeT]:
        if not _defines(type(self), "leave", type(original_node)):
            return updated_node
        return super().on_leave(original_node, updated_node)

    def on_visit_attribute(self, node: cst.CSTNode, attribute: str) -> None:
        if _defines(type(self), "visit", type(node), attribute):
            super().on_visit_attribute(node, attribute)

    def on_leave_attribute(self, original_node: cst.CSTNode, attribute: str) -> None:
        if _defines(type(self), "leave", type(original_node), attribute):
            super().on_leave_attribute(original_node, attribute)


class Visitor(cst.CSTVisitor):
    """A visitor of all other nodes."""

    def on_visit(self, node: cst.CSTNode) -> bool:
        kind = type(node)
        return (not _defines(type(self), "visit", kind) or super().on_visit(node)) and _has_parts(kind)

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if _defines(type(self), "leave", type(original_node)):
            super().on_leave(original_node)

    def on_visit_attribute(self, node: cst.CSTNode, attribute: str) -> None:
        if _defines(type(self), "visit", type(node), attribute):
            super().on_visit_attribute(node, attribute)

    def on_leave_attribute(self, original_node: cst.CSTNode, attribute: str) -> None:
        if _defines(type(self), "leave", type(original_node), attribute):
            super().on_leave_attribute(original_node, attribute)
