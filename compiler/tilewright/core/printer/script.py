"""From a node to its text: `script` and `printed`."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from tilewright.core.base.gc_pause import gc_paused
from tilewright.core.dialects import CLASSIC, DIALECTS, HYBRID, TIRX, Dialect, default_dialect
from tilewright.core.ir.buffer import MatchBufferRegion
from tilewright.core.ir.function import BaseFunc, IRModule
from tilewright.core.ir.recursion import deep_recursion, with_recursion_limit
from tilewright.core.ir.stmt import Stmt
from tilewright.core.printer import tile
from tilewright.core.printer.document import Document, Group, Line, Marks, PrintedScript, plain, render, text
from tilewright.core.printer.excerpt import annotated, excerpt
from tilewright.core.printer.global_info import GLOBAL_INFOS
from tilewright.core.printer.hybrid import check_root
from tilewright.core.printer.metadata import metadata_lines, omission
from tilewright.core.printer.module import FUNCTIONS, ir_module
from tilewright.core.printer.options import Options, options
from tilewright.core.printer.relax_expr import RELAX_EXPRESSIONS
from tilewright.core.printer.relax_function import RELAX_STATEMENTS
from tilewright.core.printer.state import Inexpressible, Printer
from tilewright.core.printer.tir_expr import EXPRESSIONS
from tilewright.core.printer.tir_stmt import STATEMENTS

# What is printed with the sizes of Relax, which are 64 bits wide.
RELAX_ROOTS = (*RELAX_EXPRESSIONS, *RELAX_STATEMENTS)
_EXPRESSIONS = {**EXPRESSIONS, **RELAX_EXPRESSIONS, **GLOBAL_INFOS, **tile.EXPRESSIONS}
_STATEMENTS = {**STATEMENTS, **RELAX_STATEMENTS, **tile.STATEMENTS}
LaidOut = TypeVar("LaidOut")
# How the lines begin that say which imports a text needs.
SCRIPT_COMMENT = "# from tvm.script import "
_TYPE_VARIABLE_COMMENT = "# from typing import TypeVar"
_LAYOUT_COMMENT = "# from tvm.tirx.layout import Axis"
IMPORT_COMMENTS = (SCRIPT_COMMENT, "# import tvm", _TYPE_VARIABLE_COMMENT, _LAYOUT_COMMENT)


def script(node: object, **given: object) -> str:
    """TVMScript text of `node`; the keyword arguments are the fields of `Options`."""
    asked = options(given)
    with gc_paused():
        if asked.obj_to_underline or asked.path_to_underline or asked.print_line_numbers:
            return excerpt(_placed(node, asked), node, asked)
        return _laid_out(node, asked, None, plain)


def printed(node: object, **given: object) -> PrintedScript:
    """The text of `node` with the places of the nodes in it; line numbers and underlining are left out."""
    with gc_paused():
        return _placed(node, options(given))


def printed_statements(node: object, **given: object) -> PrintedScript:
    """As `printed`, with the places of statements and functions alone, which takes two thirds of the time."""
    with gc_paused():
        return _laid_out(node, options(given), None, lambda document, spaces: render(document, Marks(), spaces))


def _placed(node: object, asked: Options) -> PrintedScript:
    marks = Marks()
    return _laid_out(node, asked, marks, lambda document, indent_spaces: render(document, marks, indent_spaces))


@with_recursion_limit
def _laid_out(
    node: object, asked: Options, marks: Marks | None, lay_out: Callable[[Document, int], LaidOut]
) -> LaidOut:
    if asked.path_to_annotate:
        asked = dataclasses.replace(asked, obj_to_annotate=annotated(node, asked))
    if isinstance(node, RELAX_ROOTS):
        asked = dataclasses.replace(asked, int_dtype="int64")
    for dialect in _instead(node, asked):
        with suppress(Inexpressible):
            return _in_dialect(node, asked, dialect, marks, lay_out)
    return _in_dialect(node, asked, dialect_of(node, asked), marks, lay_out)


def _instead(node: object, asked: Options) -> tuple[Dialect, ...]:
    """The dialects in which a program is printed whose own has no form for all of it, where none is asked for; the first that can say it is taken."""
    own = dialect_of(node, asked)
    if asked.dialect is not None or own is TIRX:
        return ()
    return (own, CLASSIC, TIRX) if own is HYBRID else (own, TIRX)


def dialect_of(node: object, asked: Options) -> Dialect:
    """The dialect to print in: the one that is asked for, else that of the program, else the default of the process."""
    name: str | None = asked.dialect or getattr(node, "dialect", None)
    return default_dialect() if name is None else DIALECTS[name]


def _in_dialect(
    node: object, asked: Options, dialect: Dialect, marks: Marks | None, lay_out: Callable[[Document, int], LaidOut]
) -> LaidOut:
    printer = Printer(asked, node, (_EXPRESSIONS, _STATEMENTS), dialect, marks)
    with deep_recursion(), printer.inside(None) as scope:
        document = _document(printer, node)
        bare = type(node) in _EXPRESSIONS
        if isinstance(document, Line) and bare and not asked.verbose_expr:
            scope.statements.clear()
        statements = [*_header(printer, node), *scope.statements, document]
        return lay_out(Group([*metadata_lines(printer), *statements, *omission(printer)]), asked.indent_spaces)


def _document(printer: Printer, node: object) -> Document:
    asked = printer.options
    if isinstance(node, IRModule):
        check_root(printer, node)
        made = ir_module(printer, node, asked.name)
    elif isinstance(node, BaseFunc):
        check_root(printer, node)
        made = FUNCTIONS[type(node)](printer, node, asked.name)
    elif isinstance(node, (Stmt, MatchBufferRegion, *RELAX_STATEMENTS)):
        return printer.statement(node)
    else:
        return Line(printer.expr(node))
    made.node = node
    return made


def _header(printer: Printer, node: object) -> list[Document]:
    """The comment lines that say which imports a function or module needs."""
    if not isinstance(node, (IRModule, BaseFunc)):
        return []
    names = {"ir": printer.options.ir_prefix, "tir": printer.options.tir_prefix, "relax": printer.options.relax_prefix}
    modules = {"tir": printer.dialect.script}
    own = printer.words.decorator
    lines = [_TYPE_VARIABLE_COMMENT] if printer.type_variables else []
    lines += [] if own is None else [f"# import {own.partition('.')[0]}"]
    for kind, name in names.items():
        if kind in printer.prefixes and (kind != "tir" or own is None):
            lines.append(f"{SCRIPT_COMMENT}{modules.get(kind, kind)} as {name}")
            lines += [_LAYOUT_COMMENT] if kind == "tir" and printer.dialect.has_layouts else []
    made = [f'{name} = TypeVar("{name}")' for name in printer.type_variables]
    return [Line(text(line)) for line in (*lines, "", *made)] if lines else []
