"""A notebook of each page of the tutorial, beside the page: `docs/tutorial/NAME.ipynb`.

Text becomes cells of text with links to the site, blocks of Python become cells of code, folded where they are answers of exercises, commands become
`!tilewright ...`, and the output that the page shows is the output of the cell.  `tests/docs/test_notebooks.py` executes them.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from posixpath import normpath

from generate.files import ROOT
from tilewright.project.address import SITE, help_address

TUTORIAL = ROOT / "docs" / "tutorial"
BLOCK = re.compile(
    r'^```(?P<kind>\w+)(?: title="(?P<title>[^"]+)")?\n(?P<shown>.*?)^```$|^<!--- invisible-code: python\n(?P<hidden>.*?)^-->$',
    re.MULTILINE | re.DOTALL,
)
ANSWERS = re.compile(r"<details[^>]*>\s*<summary>(.*?)</summary>|</details>")
LINK = re.compile(r"\]\((?!https?:)([^)\s]+)\)")
Cell = dict[str, object]


def notebooks() -> dict[Path, str]:
    """The text of each notebook by its path."""
    pages = [path for path in sorted(TUTORIAL.glob("*.md")) if path.stem != "index"]
    return {path.with_suffix(".ipynb"): notebook(path.read_text(encoding="utf-8"), path.name) for path in pages}


def notebook(page: str, name: str) -> str:
    """A page of the tutorial, the file `name` of its folder, in the format of Jupyter (nbformat 4.5)."""
    cells = [
        {**cell, "id": f"cell-{number}"} for number, cell in enumerate(_folded(_cells(_with_addresses(page, name))))
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    whole = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


_HIDDEN = {"jupyter": {"source_hidden": True}}
PLAIN = 'import os\n\nos.environ["TERM"] = "dumb"  # the commands below print plain text\n'


def _folded(cells: Iterator[Cell]) -> Iterator[Cell]:
    """The cells with the code of answers hidden until the reader opens it; Jupyter folds no text over several cells."""
    hidden = False
    for cell in cells:
        if cell["cell_type"] == "code":
            yield {**cell, "metadata": _HIDDEN} if hidden else cell
            continue
        source = cell["source"]
        assert isinstance(source, list)
        text = "".join(source)
        marks = [found.group() for found in ANSWERS.finditer(text)]
        hidden = marks[-1] != "</details>" if marks else hidden
        if shown := ANSWERS.sub(lambda found: f"**{found[1]}**" if found[1] else "", text).strip():
            yield {**cell, "source": _lines(shown)}


def _cells(page: str) -> Iterator[Cell]:
    if "```console" in page:
        yield _code(PLAIN)
    place, waiting = 0, None
    for block in BLOCK.finditer(page):
        text = page[place : block.start()].strip()
        place = block.end()
        if block["kind"] == "text" and waiting is not None:
            waiting["outputs"] = [_output(block["shown"])]
            continue
        if waiting is not None:
            yield waiting
            waiting = None
        if text:
            yield _words(text)
        if block["hidden"] is not None:
            waiting = {**_code(_silent(block["hidden"])), "metadata": _HIDDEN}
        elif block["kind"] == "console":
            yield from _commands(block["shown"])
        elif block["kind"] == "python" and block["title"]:
            yield _code(f"%%writefile {block['title']}\n{block['shown']}")
            waiting = _code(f"%run {block['title']}\n")
        elif block["kind"] == "python":
            waiting = _code(block["shown"])
        else:
            yield _words(block.group())
    if waiting is not None:
        yield waiting
    if text := page[place:].strip():
        yield _words(text)


def _silent(source: str) -> str:
    """The source with `;` after an expression in the last line, whose value a notebook would show and a script does not."""
    last = ast.parse(source).body[-1]
    return f"{source.rstrip()};\n" if isinstance(last, ast.Expr) and "print(" not in ast.unparse(last) else source


def _commands(block: str) -> Iterator[Cell]:
    for command in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        line, _, shown = command.partition("\n")
        yield {**_code(f"!{line}\n"), "outputs": [_output(shown)]}


def _words(text: str) -> Cell:
    return {"cell_type": "markdown", "metadata": {}, "source": _lines(text)}


def _code(source: str) -> Cell:
    return {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": _lines(source)}


def _output(text: str) -> Mapping[str, object]:
    return {"name": "stdout", "output_type": "stream", "text": _lines(text)}


def _lines(text: str) -> list[str]:
    return text.rstrip("\n").splitlines(keepends=True)


def _with_addresses(page: str, name: str) -> str:
    """The page with links to the site, since a notebook is read anywhere; what looks like a link in a block of code is none."""

    def on_site(link: re.Match[str]) -> str:
        file, anchor, heading = link[1].partition("#")
        if file.endswith("/diagnostics.md") and heading:
            return f"]({help_address(heading)})"
        return f"]({SITE}{normpath(f'tutorial/{file or name}').replace('.md', '.html')}{anchor}{heading})"

    parts = re.split(r"(^```.*?^```$|^<!---.*?^-->$)", page, flags=re.MULTILINE | re.DOTALL)
    return "".join(part if number % 2 else LINK.sub(on_site, part) for number, part in enumerate(parts))
