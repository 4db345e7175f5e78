"""The text of a live function or class: what was written, with its file, line and indentation.

Python's own way (`inspect.getsource`) looks a class up by name, which finds the wrong one when a file has several; the line of the
running decorator does not lie.  Text of notebooks and of `exec` is found when `linecache` has it.
"""

from __future__ import annotations

import ast
import inspect
import linecache
from types import FrameType, FunctionType

from tilewright.core.base.cells import begins_cell, cells_in
from tilewright.core.base.source import Source


class NoSourceError(OSError):
    """The text of a function or class cannot be found."""


def source_of_function(function: FunctionType) -> Source:
    """The definition of `function` with its decorators; raises `NoSourceError` when its text is not to be had."""
    code = inspect.unwrap(function).__code__
    return _block(code.co_filename, code.co_firstlineno, function.__globals__, function.__name__)


def source_of_class(made: type, frame: FrameType) -> Source:
    """The definition of the class `made`, whose decorator is being called from `frame`; raises `NoSourceError` without text."""
    line = made.__dict__.get("__firstlineno__") or _class_line(made, frame)
    return _block(frame.f_code.co_filename, line, frame.f_globals, made.__name__)


def _lines(filename: str, variables: dict[str, object]) -> list[str]:
    linecache.checkcache(filename)
    return linecache.getlines(filename, variables)


def _block(filename: str, line: int, variables: dict[str, object], name: str) -> Source:
    lines = _lines(filename, variables)
    if not 0 < line <= len(lines):
        raise NoSourceError(f"the text of `{name}` cannot be read: {_where(filename, line)}")
    cells = cells_in("".join(lines)) if begins_cell(lines[0]) else None
    return Source("".join(inspect.getblock(lines[line - 1 :])), filename, line - 1, around=cells)


def _where(filename: str, line: int) -> str:
    """The reason why there is no text at a line, and what to do where Python keeps none."""
    if filename == "<stdin>":
        return "Python's prompt keeps no text; save it in a file and run that, or use IPython or a notebook"
    if filename == "<string>":
        return "it was given to Python as a string (`exec`, `python -c`); save it in a file, or use `script.from_source(text)`"
    return f"{filename} has no line {line}"


def _class_line(made: type, frame: FrameType) -> int:
    """The line of the first decorator: that of the running one, or one above it."""
    lines = _lines(frame.f_code.co_filename, frame.f_globals)
    line = min(frame.f_lineno, len(lines))
    while line > 1 and lines[line - 2].lstrip().startswith("@"):
        line -= 1
    return line


def class_decorators(body: FrameType) -> list[ast.expr]:
    """The decorators of the class whose body runs in the frame `body`, none when its text is not to be had."""
    lines = _lines(body.f_code.co_filename, body.f_globals)
    header: list[str] = []
    for line in lines[body.f_code.co_firstlineno - 1 :]:
        if line.lstrip().startswith("class "):
            break
        header.append(line)
    text = inspect.cleandoc("".join(header)) + "\nclass _: pass\n"
    try:
        (definition,) = ast.parse(text).body
    except (SyntaxError, ValueError):
        return []
    return definition.decorator_list if isinstance(definition, ast.ClassDef) else []
