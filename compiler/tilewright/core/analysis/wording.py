"""Places and words for what analyses say: the narrowest span in the text, and expressions as users would write them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tilewright.core.base.source import Source, Span
from tilewright.core.ir import expr as nodes
from tilewright.core.ir.expr import BinaryOp, BufferLoad, Call, Cast, Expr, FloatImm, IntImm, Var

if TYPE_CHECKING:
    from tilewright.core.analysis.survey import Access

REACH = 4000  # characters after a place in which a name defined there is looked for


def access_span(access: Access) -> Span | None:
    """The text of a load, or of the target of a store."""
    if isinstance(access.node, BufferLoad):
        return access.node.span or access.statement
    span = access.node.span or access.statement
    return None if span is None else _target_span(span)


def _target_span(span: Span) -> Span:
    """The part of `C[i, j] = value` before the sign; the whole when the text is no assignment."""
    text = span.text
    if "=" not in text:
        return span
    try:
        statement = ast.parse(text).body[0]
    except (SyntaxError, ValueError, IndexError):
        return span
    target = statement.targets[0] if isinstance(statement, ast.Assign) else getattr(statement, "target", None)
    if not isinstance(target, ast.Subscript) or target.end_lineno != 1 or target.end_col_offset is None:
        return span
    width = len(text.encode()[: target.end_col_offset].decode(errors="ignore"))
    return span.part(0, width)


def index_span(access: Access, position: int) -> Span | None:
    """The text of one index of an access; that of the whole access when the index has no text of its own."""
    span = access_span(access)
    if span is None:
        return None
    try:
        tree = ast.parse(span.text, mode="eval").body
    except (SyntaxError, ValueError):
        return span
    if not isinstance(tree, ast.Subscript):
        return span
    indices = tree.slice.elts if isinstance(tree.slice, ast.Tuple) else [tree.slice]
    if any(isinstance(index, ast.Starred) for index in indices[: position + 1]) or position >= len(indices):
        return span
    return inside(span, indices[position])


def argument_span(call: Call, position: int) -> Span | None:
    """The text of one argument of a call; that of the whole call when the argument has no text of its own."""
    span = call.span
    if span is None:
        return None
    try:
        tree = ast.parse(span.text, mode="eval").body
    except (SyntaxError, ValueError):
        return span
    if not isinstance(tree, ast.Call) or len(tree.args) <= position or tree.keywords:
        return span
    if any(isinstance(argument, ast.Starred) for argument in tree.args):
        return span
    return inside(span, tree.args[position])


def inside(span: Span, node: ast.expr) -> Span:
    """The place of a node of the tree of a span's text."""
    text = Source(span.text)
    start = text.offset(node.lineno - 1, node.col_offset)
    end = text.offset((node.end_lineno or node.lineno) - 1, node.end_col_offset or node.col_offset)
    return span.part(start, end)


def access_text(access: Access) -> str:
    """The access as it was written when it has a place, else rebuilt."""
    span = access_span(access)
    if span is not None and "\n" not in span.text and span.text.endswith("]"):
        return span.text
    return f"{access.buffer.name}[{', '.join(map(words, access.indices))}]"


def when(values: Iterable[tuple[Var | str, object]]) -> str:
    """The end of a clause about some point, ` when i = 3, n = 8`; "" where no values are given."""
    texts = [f"{name.name if isinstance(name, Var) else name} = {value}" for name, value in values]
    return f" when {', '.join(texts)}" if texts else ""


def member_span(name: str, after: Span | None) -> Span | None:
    """The first place at or after a known one of a member of a namespace, `T.reads` for "reads" whatever the file calls the namespace, else that place."""
    match = None if after is None else re.search(rf"[\w.]+\.{name}(?!\w)", after.following(REACH))
    return after if match is None or after is None else after.part(match.start(), match.end())


def name_span(name: str, *after: Span | None) -> Span | None:
    """The first place of `name` at or after the first known place, else that place."""
    for span in after:
        if span is None:
            continue
        if span.text == name:
            return span
        match = re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", span.following(REACH)) if name else None
        return span if match is None else span.part(match.start(), match.end())
    return None


_SYMBOLS: dict[type, tuple[str, int]] = {
    nodes.Add: ("+", 1),
    nodes.Sub: ("-", 1),
    nodes.Mul: ("*", 2),
    nodes.FloorDiv: ("//", 2),
    nodes.FloorMod: ("%", 2),
    nodes.LT: ("<", 0),
    nodes.LE: ("<=", 0),
    nodes.GT: (">", 0),
    nodes.GE: (">=", 0),
    nodes.EQ: ("==", 0),
    nodes.NE: ("!=", 0),
}


def words(e: Expr, level: int = 0) -> str:
    """An index expression in one line, as it would be written."""
    if isinstance(e, (IntImm, FloatImm)):
        return str(e.value)
    if isinstance(e, Var):
        return e.name
    if isinstance(e, Cast):
        return words(e.value, level)
    if isinstance(e, BufferLoad):
        return f"{e.buffer.name}[{', '.join(map(words, e.indices))}]"
    if isinstance(e, (nodes.Min, nodes.Max)):
        return f"T.{type(e).__name__.lower()}({words(e.a)}, {words(e.b)})"
    symbol = _SYMBOLS.get(type(e))
    if symbol is None or not isinstance(e, BinaryOp):
        return "..."
    text = f"{words(e.a, symbol[1])} {symbol[0]} {words(e.b, symbol[1] + 1)}"
    return f"({text})" if symbol[1] < level else text
