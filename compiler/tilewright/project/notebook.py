"""Notebooks as programs: the cells that hold Python are read as one text, in which all others, and lines meant for IPython, are comments.

Cells count from 1 and all count, those of text too, as editors count them.  Each stands in the program under a line that says its number (`core/base/cells`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from tilewright.core.base.cells import HEAD, UNIT, head

# Lines for IPython: `%matplotlib inline`, `!pip install`, `?name`.
_MAGIC: Final = re.compile(r"^([ \t]*)[%!?]", re.MULTILINE)
_LINE: Final = re.compile(r"^[^\r\n]", re.MULTILINE)


def program_of_cell(text: str, is_python: bool) -> str:
    """The text of a cell as Python reads it, of the same length."""
    if not is_python or text.lstrip().startswith("%%"):
        return _LINE.sub("#", text)
    return _MAGIC.sub(r"\1#", text).replace(UNIT, " ")


def program_of(cells: Iterable[str]) -> str:
    """The text of all cells, each given as Python reads it."""
    return "".join(f"{head(number)}{cell}\n" for number, cell in enumerate(cells, 1))


@dataclass(frozen=True, eq=False)
class Notebook:
    """The content of a file that is a notebook."""

    tree: dict[str, Any]
    text: str

    @property
    def program(self) -> str:
        """The text of all cells."""
        return program_of(map(_program, self.tree["cells"]))

    def changed(self, program: str) -> str:
        """The content of the file after its program has become this one; what was meant for IPython stays.

        Raises `ValueError` where the program does not have the cells that it had.
        """
        numbers, parts = HEAD.split(program)[1::2], HEAD.split(program)[2::2]
        if numbers != [str(number) for number in range(1, len(self.tree["cells"]) + 1)]:
            raise ValueError("the cells of the notebook are not told apart any more")
        cells = [
            {**cell, "source": _lines(_restored(cell, part[:-1]))} if _program(cell) != part[:-1] else cell
            for cell, part in zip(self.tree["cells"], parts)
        ]
        indented = re.search(r"\n([ \t]+)", self.text)
        end = "\n" if self.text.endswith("\n") else ""
        indent = None if indented is None else indented[1]
        return json.dumps({**self.tree, "cells": cells}, ensure_ascii=False, indent=indent) + end


def notebook_in(text: str) -> Notebook | None:
    """The notebook whose file has this content; None for any other text."""
    if not text.lstrip().startswith("{") or '"nbformat"' not in text:
        return None
    try:
        tree = json.loads(text)
    except ValueError:
        return None
    cells = tree.get("cells")
    is_sound = isinstance(cells, list) and all(isinstance(each, dict) for each in cells)
    return Notebook(tree, text) if is_sound else None


def _program(cell: dict[str, Any]) -> str:
    return program_of_cell(_source(cell), cell.get("cell_type") == "code")


def _source(cell: dict[str, Any]) -> str:
    """The text of a cell, which is a string or a list of lines."""
    source = cell.get("source", "")
    text = source if isinstance(source, str) else "".join(map(str, source))
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _lines(text: str) -> list[str]:
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def _restored(cell: dict[str, Any], program: str) -> str:
    """The text of a cell whose program has changed, with the lines for IPython as they were."""
    from difflib import SequenceMatcher

    written, before, after = (_lines(each) for each in (_source(cell), _program(cell), program))
    made: list[str] = []
    for kind, first, last, start, end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        made += written[first:last] if kind == "equal" else after[start:end]
    return "".join(made)
