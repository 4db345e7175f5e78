"""Adding fixes to the diagnostics of a piece of a file."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from tilewright.core.base.diagnostics import Diagnostic, Edit, Fix
from tilewright.core.base.rows import merged
from tilewright.core.base.source import Source
from tilewright.core.fixes import doubts, insertions, removals, replacements
from tilewright.core.fixes.rule import Rule
from tilewright.core.fixes.site import Site
from tilewright.core.frontend.positions import positions
from tilewright.core.frontend.recover import read_quietly
from tilewright.core.frontend.source_map import SourceMap

# By the code of the diagnostic.
FIXES: Final[Mapping[str, Rule]] = merged("fix", removals.FIXES, replacements.FIXES, insertions.FIXES, doubts.FIXES)
# So many diagnostics of one definition get fixes: each is tried on the text, and a broken file may have thousands.
MOST: Final = 50


def with_fixes(diagnostics: Iterable[Diagnostic], source: Source, source_map: SourceMap) -> tuple[Diagnostic, ...]:
    """The diagnostics of a source, with the fixes of those that have none yet and whose rule knows one."""
    given = tuple(diagnostics)
    if not any(_may_have_one(each, source) for each in given):
        return given
    tree = read_quietly(source.text)
    if tree is None:
        return given
    place = positions(source)
    chosen = {id(each) for each in [each for each in given if _may_have_one(each, source)][:MOST]}
    return tuple(
        _with_fix(Site(each, source, tree, place, source_map)) if id(each) in chosen else each for each in given
    )


def _may_have_one(diagnostic: Diagnostic, source: Source) -> bool:
    if diagnostic.fixes or diagnostic.code not in FIXES or diagnostic.span.source is not source:
        return False
    # What stands in the text of a macro or helper is reported at a call.
    return not any(note.message.startswith("in the text of `") for note in diagnostic.notes)


def _with_fix(site: Site) -> Diagnostic:
    made = FIXES[site.diagnostic.code](site)
    if made is None or not _is_python(site, made):
        return site.diagnostic
    return replace(site.diagnostic, fixes=(made,))


def _is_python(site: Site, made: Fix) -> bool:
    """Whether the text with the fix can be read: one statement that the fix stays in, or all of it."""
    statement = site.statement
    if isinstance(statement, _SIMPLE):
        extent = site.place(statement)
        if all(_stays_in(edit, extent) for edit in made.edits):
            tree = read_quietly(_edited(site.source, made, extent))
            if tree is not None and tree.body and all(isinstance(each, _SIMPLE) for each in tree.body):
                return True
    return read_quietly(_edited(site.source, made, (0, len(site.source.text)))) is not None


def _stays_in(edit: Edit, extent: tuple[int, int]) -> bool:
    """Whether an edit changes only what lies there, and adds no line."""
    return extent[0] <= edit.span.start and edit.span.end <= extent[1] and not re.search("[\r\n]", edit.text)


# Statements of one logical line: where several such replace one, the text around them can be read as before.
_SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Return, ast.Assert, ast.Pass)


def _edited(source: Source, made: Fix, extent: tuple[int, int]) -> str:
    """A part of the text with the fix, which lies in it."""
    start, end = extent
    text = source.text[start:end]
    for edit in sorted(made.edits, key=lambda each: (each.span.start, each.span.end), reverse=True):
        text = text[: edit.span.start - start] + edit.text + text[edit.span.end - start :]
    return text
