"""Migration of a whole file: each top-level piece is rewritten, and what does not provably keep its meaning stays as it was.

A piece that stays keeps the namespace that it was written with; the others then get the namespace of the new dialect under a name of its own.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from functools import cached_property

import libcst as cst

from tilewright.core.analyze import Analysis, Definition, analyze
from tilewright.core.base.source import Source, Span
from tilewright.core.dialects import DIALECTS
from tilewright.core.frontend.macros import ScriptMacro
from tilewright.core.frontend.source_map import Symbol
from tilewright.core.migrate.captured import first_lost
from tilewright.core.migrate.edits import Piece, Refused, changed
from tilewright.core.migrate.host_code import Leftover, host_code, names_that_stay
from tilewright.core.migrate.imports import Imports, imports_of
from tilewright.core.migrate.proof import difference, programs
from tilewright.core.migrate.reducer_steps import without_steps
from tilewright.core.migrate.rewrite import Place, rewritten
from tilewright.core.migrate.semantics import changes_to

# What programs can be rewritten to.
TARGETS = tuple(name for name, dialect in DIALECTS.items() if dialect.migration is not None)


@dataclass(frozen=True)
class Refusal:
    """A function that stays as it was: its name, why, and the place in the text before that the reason is about."""

    name: str
    reason: str
    span: Span


@dataclass(frozen=True)
class Migrated:
    """A file in another dialect, with the functions that stay as they were, and what of the Python code around may have to be changed by hand."""

    text: str
    refusals: tuple[Refusal, ...] = ()
    leftovers: tuple[Leftover, ...] = ()


def migrate(text: str, to: str = "classic") -> str:
    """The program `text` in the dialect `to`; see `migrated`."""
    return migrated(text, to).text


def migrated(text: str, to: str = "classic", name: str = "<string>") -> Migrated:
    """The program `text` in the dialect `to`, a member of `TARGETS`; text that is in it already comes back as it is.

    What a function computes stays the same; a function that cannot be said in the other dialect is left as it is, and named with the reason.
    Raises `ValueError` for another dialect, and `libcst.ParserSyntaxError` or `SyntaxError` when the text is no Python.
    """
    if to not in TARGETS:
        raise ValueError(f"programs can be rewritten to {', '.join(TARGETS[:-1])} or {TARGETS[-1]}, not {to!r}")
    if "\r" in text and "\n" not in text:  # libcst takes two such line ends for one
        made = migrated(text.replace("\r", "\n"), to, name)
        return replace(made, text=made.text.replace("\n", "\r"))
    return Original.read(text, name).migrated(to)


def migrated_part(text: str, to: str, start: int, end: int, name: str = "<string>") -> Migrated:
    """The text with only those top-level functions and modules in the dialect `to` that stand between two offsets, as `migrated` has them; the others stay.

    Raises as `migrated` does.
    """
    original = Original.read(text, name)
    if not original.imports.any_names:
        return Migrated(text)
    migration = _Migration(original, to)
    return migration.run_between(start, end)


@dataclass(frozen=True)
class Original:
    """A file as it was read: `before` is what it means and `written` what its text says, which steps of reducers alone make different."""

    text: str
    name: str
    imports: Imports
    before: Analysis
    written: Analysis

    @classmethod
    def read(cls, text: str, name: str = "<string>") -> Original:
        """The file with this text; raises `libcst.ParserSyntaxError` or `SyntaxError` when it is no Python."""
        try:
            imports = imports_of(cst.parse_module(text))
        except UnicodeEncodeError as error:
            raise SyntaxError(str(error)) from error
        read = without_steps(text, _python(text))
        if not imports.any_names:
            nothing = Analysis(Source(text, name), ())
            return cls(text, name, imports, nothing, nothing)
        before = analyze(read, name)
        return cls(text, name, imports, before, before if read == text else analyze(text, name))

    def migrated(self, to: str) -> Migrated:
        """The file in a dialect, as `migrated` gives it."""
        made = _Migration(self, to).run() if self.imports.any_names else Migrated(self.text)
        if made.refusals:
            return replace(made, leftovers=names_that_stay(made.text, DIALECTS[to], made.refusals[0].name))
        text, leftovers = host_code(made.text, self.text, DIALECTS[to])
        return Migrated(text, (), leftovers)


def _python(text: str) -> ast.Module:
    """The text as Python reads it; raises `SyntaxError` for one that libcst reads and Python does not, such as one with null characters or half characters."""
    try:
        return ast.parse(text)
    except (ValueError, MemoryError, RecursionError) as error:
        raise SyntaxError(str(error)) from error


class _Migration:
    """The search for the pieces of a file that can be rewritten."""

    def __init__(self, original: Original, to: str) -> None:
        self.text = original.text
        self.to = to
        self.name = original.name
        self.imports = original.imports
        self.before = self.after = original.before
        self.written = original.written
        self.refusals: dict[int, Refusal] = {}  # by the position of the piece
        self.kept: set[int] = set()  # those that were not to be rewritten
        self.done: dict[tuple[int, bool], str] = {}
        self.trees: dict[int, Piece] = {}

    @cached_property
    def _import_piece(self) -> Definition | None:
        """The piece that gets the import which hybrid script did without: the last with imports in front of its functions; None when nothing is missing."""
        hybrid = {name for name, kind in self.imports.names.items() if kind == "hybrid"}
        is_missing = not self.imports.has_tvm if self.to == "hybrid" else hybrid and not hybrid & self.imports.imported
        if not is_missing:
            return None
        found = self.before.definitions[0]
        for at, piece in enumerate(self.before.definitions):
            if any(isinstance(each, (ast.Import, ast.ImportFrom)) for each in self._tree(at).tree.body):
                found = piece
            if _defines_script(piece):
                break
        return found

    def run(self) -> Migrated:
        """Rewrite until no piece means something else."""
        pieces = self.before.definitions
        if not pieces:
            return Migrated(rewritten(self.text, DIALECTS[self.to], Place(self.imports)))
        while True:
            refused = len(self.refusals)
            made = [self._rewritten(at, piece) for at, piece in enumerate(pieces)]
            if self._has_only_refused(pieces):
                return self._result(self.text)
            if len(self.refusals) > refused:
                continue  # under another name of the namespace
            text = "".join(made)
            is_same = text == self.before.source.text
            self.after = self.before if is_same else analyze(text, self.name, self.after)
            self._compare(self.after)
            if len(self.refusals) == refused:
                return self._result(text)

    def run_between(self, start: int, end: int) -> Migrated:
        """Rewrite only what stands between two offsets of the text."""
        for at, piece in enumerate(self.written.definitions):
            if _defines_script(piece) and not (piece.base <= end and start < piece.end):
                self.kept.add(at)
                self._refuse(at, "it is to stay", (0, 0))
        return self.run()

    def _result(self, text: str) -> Migrated:
        return Migrated(text, tuple(self.refusals[at] for at in sorted(self.refusals) if at not in self.kept))

    def _has_only_refused(self, pieces: tuple[Definition, ...]) -> bool:
        return bool(self.refusals) and all(
            at in self.refusals for at, piece in enumerate(pieces) if _defines_script(piece)
        )

    def _rewritten(self, at: int, piece: Definition) -> str:
        if at in self.refusals:
            return self.written.definitions[at].source.text
        key = at, bool(self.refusals)
        if key not in self.done:
            try:
                self.done[key] = self._other_dialect(at, piece)
            except Refused as refused:
                self._refuse(at, refused.reason, refused.place)
                return self.written.definitions[at].source.text
        return self.done[key]

    def _tree(self, at: int) -> Piece:
        """A piece of the file as Python reads it."""
        if at not in self.trees:
            self.trees[at] = Piece.of(self.before.definitions[at])
        return self.trees[at]

    def _other_dialect(self, at: int, piece: Definition) -> str:
        text = changed(piece.source.text, changes_to(self._tree(at), DIALECTS[self.to], self.imports))
        place = Place(self.imports, bool(self.refusals), piece is self._import_piece)
        return rewritten(text, DIALECTS[self.to], place)

    def _compare(self, after: Analysis) -> None:
        """Refuse each piece whose functions are not what they were."""
        later = after.definitions if len(after.definitions) == len(self.before.definitions) else ()
        for at, piece in enumerate(self.before.definitions):
            found = difference(piece, later[at] if later else None, self.to) or self._lost_value(at, later)
            if found is None:
                continue
            symbol, reason = found
            if at in self.refusals:
                self._refuse_macros_of(piece, symbol)
            else:
                self._refuse(at, reason, (symbol.start, symbol.end))

    def _lost_value(self, at: int, later: tuple[Definition, ...]) -> tuple[Symbol, str] | None:
        """The first function of a piece that does not take a value any more which the Python function around it gave, with the reason."""
        if not later or later[at].source.text == self.before.definitions[at].source.text:
            return None
        lost = first_lost(self._tree(at), Piece.of(later[at]))
        return lost and (lost[0], f"`{lost[1]}` would not be the value any more that the Python function around it has")

    def _refuse_macros_of(self, piece: Definition, symbol: Symbol) -> None:
        """Leave the macros as they were that a piece calls which stays."""
        for at, other in enumerate(self.before.definitions):
            for macro in other.source_map.symbols:
                if isinstance(macro.value, ScriptMacro) and macro.name in piece.captured and at not in self.refusals:
                    self._refuse(at, f"`{symbol.name}`, which calls it, stays as it was", (macro.start, macro.end))

    def _refuse(self, at: int, reason: str, place: tuple[int, int]) -> None:
        piece = self.before.definitions[at]
        inside = [symbol for symbol in programs(piece) if symbol.extent[0] <= place[0] <= symbol.extent[1]]
        macros = [symbol for symbol in piece.source_map.symbols if isinstance(symbol.value, ScriptMacro)]
        named = (inside or macros)[-1].name if inside or macros else "this"
        written = self.written.definitions[at]
        if written.source.text != piece.source.text:  # a place in what was read is none in what was written
            place = 0, len(written.source.text.rstrip())
        span = Span(self.written.source, place[0] + written.base, place[1] + written.base)
        self.refusals[at] = Refusal(named, reason, span)


def _defines_script(piece: Definition) -> bool:
    return any(
        symbol.start >= 0 and isinstance(symbol.value, ScriptMacro) for symbol in piece.source_map.symbols
    ) or any(True for _ in programs(piece))
