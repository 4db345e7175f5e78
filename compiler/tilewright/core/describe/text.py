"""Pieces of text that several descriptions share: expressions as they are written, types, sizes, ranges, lines."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr, FloatImm, IntImm, Range, StringImm, Var
from tilewright.core.printer.script import script


def expression_text(value: object) -> str:
    """An expression as it is written inside a script."""
    if isinstance(value, Var):
        return value.name
    if isinstance(value, IntImm) and not value.dtype.is_bool:
        return str(value.value)
    if isinstance(value, (FloatImm, StringImm)):
        return repr(value.value)
    if isinstance(value, Expr):
        return script(value).rstrip()
    return repr(value)


def count_text(value: Expr) -> str:
    """A count as one writes it by hand, without the conversions to 64 bits that keep it from overflowing."""
    return ast.unparse(_WithoutConversions().visit(ast.parse(expression_text(value), mode="eval")))


class _WithoutConversions(ast.NodeTransformer):
    def visit_Call(self, node: ast.Call) -> ast.expr:
        """`T.Cast("int64", n)` and `T.int64(8)` are what stands in them."""
        self.generic_visit(node)
        called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        converted = node.args[1:] if called == "Cast" and ast.unparse(node.args[0]) == "'int64'" else node.args
        return converted[0] if called in ("Cast", "int64") and len(converted) == 1 else node


def tuple_text(values: Iterable[Any]) -> str:
    """Expressions as a tuple is written."""
    parts = [expression_text(value) for value in values]
    return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"


def buffer_text(buffer: Buffer) -> str:
    """The declaration of a buffer as it would stand in a parameter list; what is at its default is left out."""
    parts = [tuple_text(buffer.shape), f'"{buffer.dtype}"']
    if buffer.strides:
        parts.append(f"strides={tuple_text(buffer.strides)}")
    if not (isinstance(buffer.elem_offset, IntImm) and buffer.elem_offset.value == 0):
        parts.append(f"elem_offset={expression_text(buffer.elem_offset)}")
    if buffer.scope() != "global":
        parts.append(f'scope="{buffer.scope()}"')
    return f"{buffer.name}: T.Buffer({', '.join(parts)})"


def range_text(range_: Range) -> str:
    """A half-open range: `[0, 128)`."""
    return f"[{expression_text(range_.min)}, {expression_text(range_.min + range_.extent)})"


def type_text(value: object) -> str:
    """The kind of a value, in a word or two."""
    if isinstance(value, Buffer):
        return f"{tuple_text(value.shape)} {value.dtype}"
    if isinstance(value, Expr):
        return str(value.dtype)
    if isinstance(value, tuple):
        return tuple_text(value)
    return type(value).__name__


def bytes_text(count: int) -> str:
    """A size in memory."""
    size = float(count)
    for unit in ("bytes", "KiB", "MiB", "GiB"):
        if size < 1024 or unit == "GiB":
            return f"{size:.4g} {unit}"
        size /= 1024
    raise AssertionError(count)


def code(program: str) -> str:
    """Markdown that shows a program."""
    return f"```python\n{program}\n```"


def bullets(facts: Iterable[str | None]) -> str:
    """Markdown list of the facts that are known."""
    return "\n".join(f"- {fact}" for fact in facts if fact)
