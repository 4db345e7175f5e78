"""Docstrings are plain sentences: none begins with a question word, as a clause without a subject and verb of its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.repository

ROOT = Path(__file__).parent.parent
FOLDERS = ("compiler/tilewright", "server", "stubs/generate", "stubs/tilewright_checkers")
QUESTIONS = ("Where ", "How ", "What ", "Who ", "Whose ", "Why ", "When ")


def docstrings(text: str) -> Iterator[tuple[int, str]]:
    """Each docstring of a file, with its line."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            found = ast.get_docstring(node, clean=False)
            if found is not None:
                yield node.body[0].lineno, found.lstrip()


def test_no_docstring_begins_with_a_question_word() -> None:
    files = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text.splitlines()[0]}"
        for path in files
        for line, text in docstrings(path.read_text(encoding="utf-8"))
        if text.startswith(QUESTIONS)
    ]
    assert len(files) > 900
    assert not found, "\n".join(found)


def test_such_a_docstring_is_found() -> None:
    assert list(docstrings('def f():\n    """Where it is."""\n')) == [(2, "Where it is.")]
