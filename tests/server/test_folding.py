"""Folding by indentation, with runs of imports and comments."""

from __future__ import annotations

from tilewright_server.answers import Fold
from tilewright_server.features.folding import folds


def test_suites_fold_under_their_first_line_without_trailing_blank_lines() -> None:
    lines = ["def f():", "    for i in x:", "        a", "", "    b", "", "c"]
    assert folds(lines) == (Fold(0, 4), Fold(1, 2))


def test_runs_of_imports_and_comments_fold() -> None:
    lines = ["import a", "from b import c", "", "# one", "# two", "x"]
    assert folds(lines) == (Fold(0, 1, "imports"), Fold(3, 4, "comment"))


def test_a_broken_file_folds() -> None:
    assert folds(["def f(:", "    ((", "def g():", "    y"]) == (Fold(0, 1), Fold(2, 3))


def test_nothing_folds_in_an_empty_file() -> None:
    assert folds([""]) == ()
