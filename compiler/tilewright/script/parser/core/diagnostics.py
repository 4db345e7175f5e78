"""Diagnostics and the text that they are about."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

from tilewright.core.base.diagnostics import Diagnostic, Severity
from tilewright.core.base.source import Span
from tilewright.core.frontend import doc
from tilewright.core.frontend.source_text import source_of_function


class Source:
    """The text of a program, given as text, as a function or as a class, with its place in the file that it comes from.

    `source` is the text of the definition and `full_source` that of the file; lines are counted from 1 and columns from 0.
    """

    def __init__(self, program: str | Callable[..., Any] | ast.AST) -> None:
        self.source_name = "<str>"
        self.start_line = 1
        self.start_column = 0
        if isinstance(program, ast.AST):
            program = ast.unparse(program)
        if isinstance(program, str):
            self.source = self.full_source = program
            return
        self.source_name = inspect.getsourcefile(program) or self.source_name
        if isinstance(program, FunctionType):
            found = source_of_function(program)
            self.source, self.start_line = found.text, found.first_line + 1
        else:
            lines, self.start_line = inspect.getsourcelines(program)
            self.source = "".join(lines)
        self.start_column = len(self.source) - len(self.source.lstrip())
        module = sys.modules.get(program.__module__)
        self.full_source = self.source if module is None else inspect.getsource(module)

    def as_ast(self) -> Any:
        """The canonical tree of the text; raises `SyntaxError` where it is no Python."""
        return doc.parse(inspect.cleandoc(f"\n{self.source}"))


__all__ = ["Diagnostic", "Severity", "Source", "Span"]
