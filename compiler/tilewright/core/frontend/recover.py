"""Parsing text that is not quite Python: each syntax error is reported, its statement put out of the way, and the rest is read.

What is put in the place of a broken statement keeps every other line where it is: a name, `__hole__`, for a simple statement, and a header of the same
kind for a compound one, so that its suite is still read.  A missing colon or bracket is supplied.  Only the part of a file in which parsing
fails is tried again, top-level piece by top-level piece.
"""

from __future__ import annotations

import ast
import re
import threading
import warnings
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from symtable import symtable

from tilewright.core.base.source import Source
from tilewright.core.frontend.pieces import split
from tilewright.core.frontend.unknown import HOLE

_ATTEMPTS = 60
_WARNINGS = threading.Lock()
_IDENTIFIER = re.compile(r"[^\W\d]\w*")
_HEADER = re.compile(
    r"(?P<indent>[ \t\f]*)(?P<word>async\s+def|def|class|for|with|while|if|elif|else|try|except|finally)\b"
)


@dataclass(frozen=True)
class SyntaxMistake:
    """One syntax error: its range, a sentence, and for a missing colon where it goes."""

    start: int
    end: int
    message: str
    colon_at: int | None = None
    code: str = "syntax-error"


@dataclass
class Recovered:
    """The tree of what could be read; lines count from 1 + `shift`.

    `doubtful` are the ranges of text that was removed or repaired: nothing more is said about them.  `lost_names` are the identifiers in them, which may have
    been defined there.
    """

    tree: ast.Module
    mistakes: list[SyntaxMistake] = field(default_factory=lambda: [])
    doubtful: list[tuple[int, int]] = field(default_factory=lambda: [])
    lost_names: set[str] = field(default_factory=lambda: set())
    shift: int = 0

    @property
    def first_line(self) -> int:
        """The number that the tree gives to the first line of the text."""
        return 1 + self.shift


def recover(source: Source) -> Recovered:
    """Parse the text of `source`, whatever it is.  The tree of a text without mistakes is shared and must not be changed."""
    text, mistakes = _readable(source.text)
    shift = 1 if _is_indented(text) else 0
    try:
        return Recovered(_parse("if 1:\n" + text) if shift else _tree(text), mistakes, shift=shift)
    except _FAILURES:
        pass
    recovered = Recovered(ast.Module([], []), mistakes, shift=shift)
    pieces = split(text)
    for piece in pieces:
        _recover_piece(source, text[piece.start : piece.end], piece.start, recovered)
    recovered.mistakes.sort(key=lambda mistake: mistake.start)
    return recovered


_FAILURES = (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError)


def read_quietly(text: str) -> ast.Module | None:
    """The syntax tree of a text, without Python's warnings about it; None when it is no Python.  It is shared and must not be changed."""
    try:
        return _tree(text)
    except _FAILURES:
        return None


def is_python(text: str) -> bool:
    """Whether Python reads a text without a mistake, asked without making its tree, which is most of the work."""
    try:
        with quiet():
            symtable(text, "<string>", "exec")
    except _FAILURES:
        return False
    return True


@lru_cache(maxsize=256)
def _tree(text: str) -> ast.Module:
    """The tree of a text, which several ask for one after another: the parser, and what looks at the Python around scripts."""
    return _parse(text)


def _parse(text: str) -> ast.Module:
    with quiet():
        return ast.parse(text)


@contextmanager
def quiet() -> Generator[None]:
    """Without Python's warnings."""
    with _WARNINGS, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _readable(text: str) -> tuple[str, list[SyntaxMistake]]:
    """The text with characters that Python refuses to look at replaced, one for one."""
    mistakes: list[SyntaxMistake] = []
    if text.startswith("\ufeff"):
        text = "\f" + text[1:]
    at = text.find("\0")
    if at >= 0:
        mistakes.append(SyntaxMistake(at, at + 1, "the text holds a null character"))
        text = text.replace("\0", " ")
    if not text.isascii():
        text = re.sub("[\ud800-\udfff]", "\ufffd", text)
    return text, mistakes


def _is_indented(text: str) -> bool:
    """Whether the first statement is indented, as in the text of a function inside another."""
    found = re.match(r"(?:[ \t\f]*(?:#[^\r\n]*)?(?:\r\n|\n|\r))*(?P<indent>[ \t]*)[^\s#]", text)
    return found is not None and found["indent"] != ""


def _recover_piece(source: Source, text: str, base: int, recovered: Recovered) -> None:
    """Parse one piece, repairing it until it parses, and add its tree; a piece that cannot be repaired is left out."""
    first = source.line_of(base) + recovered.shift

    def on_line(line: int) -> str:
        above = min(line - 1 + source.line_of(base) - recovered.shift, len(source.line_starts) - 1)
        return source.on_lines([source.line_starts[above]])

    repair = _Repair(text, on_line)
    for _ in range(_ATTEMPTS):
        current = "".join(repair.lines)
        try:
            tree = _parse("if 1:\n" + current if recovered.shift else current)
        except SyntaxError as error:
            repair.apply(error, recovered.shift)
        except _FAILURES:
            repair.drop_longest()
        else:
            for statement in tree.body:
                if first != recovered.shift:
                    ast.increment_lineno(statement, first - recovered.shift)
            recovered.tree.body.extend(tree.body)
            break
    for mistake in repair.mistakes:
        colon = None if mistake.colon_at is None else mistake.colon_at + base
        moved = replace(mistake, start=mistake.start + base, end=mistake.end + base, colon_at=colon)
        recovered.mistakes.append(moved)
    for start, end in repair.doubtful:
        recovered.doubtful.append((start + base, end + base))
        recovered.lost_names.update(_IDENTIFIER.findall(text[start:end]))


class _Repair:
    """The lines of a piece while they are repaired; `edits` counts the edits of each.  `on_line` says in words where a line of the piece stands, counted from 1."""

    def __init__(self, text: str, on_line: Callable[[int], str]) -> None:
        self.source = Source(text)
        self.on_line = on_line
        starts = self.source.line_starts
        self.lines = [text[a:b] for a, b in zip(starts, [*starts[1:], len(text)])]
        self.edits = [0] * len(self.lines)
        self.mistakes: list[SyntaxMistake] = []
        self.doubtful: list[tuple[int, int]] = []

    def apply(self, error: SyntaxError, shift: int) -> None:
        """Report `error` and put its cause out of the way."""
        line = min(max((error.lineno or 1) - 1 - shift, 0), len(self.lines) - 1)
        message = (error.msg or "invalid syntax").strip()
        body = re.search(r"expected an indented block after .* on line (\d+)", message)
        if body is not None:
            self._supply_body(min(max(int(body[1]) - 1 - shift, 0), len(self.lines) - 1), message)
        elif "expected ':'" in message and not self.edits[line]:
            self._supply_colon(line, error)
        elif isinstance(error, IndentationError):
            self._drop_indented(line, message)
        elif "unterminated triple-quoted" in message:
            self._report(line, error, message)
            self._drop(line, len(self.lines))
        else:
            self._drop_statement(line, error, message)

    def drop_longest(self) -> None:
        """Put the longest statement out of the way, since something is nested too deeply to be parsed."""
        first = max(range(len(self.lines)), key=lambda number: len(self.lines[number]))
        text, begin = self.source.line_text(first), self.source.line_starts[first]
        place = begin + _indent(text), begin + len(text.rstrip())
        if not self.edits[first]:
            self.mistakes.append(SyntaxMistake(*place, "this is nested too deeply to be read", None, "too-deep"))
        self._drop(first, first + 1 if not self.edits[first] else len(self.lines))

    def _say(self, mistake: SyntaxMistake) -> None:
        """Report a mistake, unless something was said about its line already."""
        line = self.source.line_of(mistake.start)
        if not any(self.source.line_of(known.start) == line for known in self.mistakes):
            self.mistakes.append(mistake)

    def _report(self, line: int, error: SyntaxError, message: str) -> None:
        if self.edits[line]:
            return
        text = self.source.line_text(line)
        begin = self.source.line_starts[line]
        column = min(max((error.offset or 1) - 1, 0), len(text))
        same_line = error.end_lineno in (None, error.lineno)
        end = min((error.end_offset or 0) - 1, len(text)) if same_line else len(text.rstrip())
        if "unterminated" in message:
            end = len(text.rstrip())
        if end <= column and column < len(text.rstrip()):
            end = column + 1
        if not text[column:end].strip():
            column, end = _last_word(text)
        self._say(SyntaxMistake(begin + column, begin + max(end, column), self._sentence(message)))

    def _sentence(self, message: str) -> str:
        """Python's message as the end of a sentence of ours, its line numbers those of the file."""
        kept = re.sub(r"\s*\(detected at line \d+\)", "", message)
        kept = re.sub(r"on line (\d+)", lambda found: self.on_line(int(found[1])), kept)
        return f"this is not Python: {kept[:1].lower()}{kept[1:]}"

    def _supply_body(self, line: int, message: str) -> None:
        """`pass` after a header without a suite."""
        begin, text = self.source.line_starts[line], self.source.line_text(line)
        indent = len(text) - len(text.lstrip())
        word = text.split()[0].rstrip(":") if text.split() else "this"
        if self.edits[line] > 1:
            self._drop(line, line + 1)
            return
        self._say(
            SyntaxMistake(
                begin + indent, begin + len(text.rstrip()), f"`{word}` has no body: indent the lines that belong to it"
            )
        )
        last = self._end_of_statement(line) - 1
        content = _without_comment(self.lines[last])
        self.lines[last] = content.rstrip() + f" {HOLE}" + _line_end(self.lines[last])
        self.edits[line] += 1

    def _supply_colon(self, line: int, error: SyntaxError) -> None:
        """A colon at the end of a header that lacks it."""
        last = max(line, self._end_of_statement(self._start_of_statement(line)) - 1)
        content = _without_comment(self.lines[last])
        kept = content.rstrip()
        at = self.source.line_starts[last] + len(kept)
        word = self.source.line_text(self._start_of_statement(line)).split()
        self._say(SyntaxMistake(at, at, f"`{word[0] if word else 'this'}` needs a `:` at the end of its line", at))
        self.lines[last] = kept + ":" + _line_end(self.lines[last])
        self.edits[line] += 1
        self._doubt(line, last + 1)

    def _drop_indented(self, line: int, message: str) -> None:
        """Lines indented further, or less, than any suite around them: all of the run."""
        indent = _indent(self.lines[line])
        end = line + 1
        while end < len(self.lines) and (not self.lines[end].strip() or _indent(self.lines[end]) >= indent > 0):
            end += 1
        text, begin = self.source.line_text(line), self.source.line_starts[line]
        start = len(text) - len(text.lstrip())
        self._say(SyntaxMistake(begin + start, begin + len(text.rstrip()), self._sentence(message)))
        if "unindent" in message:
            end = line + 1
        self._drop(line, end)

    def _drop_statement(self, line: int, error: SyntaxError, message: str) -> None:
        """The statement around `line`; if it was dropped already, what lies around that, and in the end everything."""
        self._report(line, error, message)
        first = self._start_of_statement(line)
        end = self._end_of_statement(first)
        if self.edits[line] or self.edits[first]:
            first, end = self._wider(first, end)
        self._drop(first, max(end, line + 1))

    def _wider(self, first: int, end: int) -> tuple[int, int]:
        """The header above with less indentation, and all that is indented under it."""
        indent = _indent(self.source.line_text(first))
        while first > 0 and (not self.lines[first].strip() or _indent(self.source.line_text(first)) >= indent):
            first -= 1
        indent = _indent(self.source.line_text(first))
        while end < len(self.lines) and (not self.lines[end].strip() or _indent(self.source.line_text(end)) > indent):
            end += 1
        if all(self.edits[number] for number in range(first, end) if self.source.line_text(number).strip()):
            return 0, len(self.lines)
        return first, end

    def _drop(self, first: int, end: int) -> None:
        """Replace lines by nothing, the first by a stand-in for what it was."""
        self._doubt(first, end)
        if self.edits[first]:
            stand_in = self._filler(first)
        else:
            stand_in = _stand_in(self.source.line_text(first), self._has_suite(first, end))
        for number in range(first, end):
            self.lines[number] = _line_end(self.lines[number])
            self.edits[number] += 1
        if end - first < len(self.lines):
            self.lines[first] = stand_in + self.lines[first]

    def _has_suite(self, first: int, end: int) -> bool:
        """Whether the line after a statement is indented under it."""
        following = next((line for line in self.lines[end:] if line.strip()), "")
        return _indent(following) > _indent(self.source.line_text(first))

    def _filler(self, line: int) -> str:
        """A simple statement in place of something whose stand-in did not help."""
        return "" if self.edits[line] > 1 else " " * _indent(self.source.line_text(line)) + HOLE

    def _doubt(self, first: int, end: int) -> None:
        starts = self.source.line_starts
        self.doubtful.append((starts[first], starts[end] if end < len(starts) else len(self.source.text)))

    def _start_of_statement(self, line: int) -> int:
        """The line at which the statement around `line` begins: the last one above at which no bracket is open."""
        first = line
        depth_at = self._depths()
        while first > 0 and depth_at[first]:
            first -= 1
        return first

    def _end_of_statement(self, first: int) -> int:
        """The line after the statement that begins at `first`."""
        end, depth_at = first + 1, self._depths()
        while end < len(self.lines) and depth_at[end]:
            end += 1
        return end

    def _depths(self) -> list[int]:
        """The number of open brackets at the beginning of each line; a line that begins a statement of its own closes those that nobody closed."""
        depths = [0] * len(self.lines)
        depth, indent = 0, 0
        for number in range(len(self.lines)):
            text = self.lines[number]
            if depth and _begins_statement(text) and _indent(text) <= indent:
                depth = 0
            depths[number] = depth
            if not depth:
                indent = _indent(text)
            depth = max(0, depth + _balance(text))
        return depths


_SKIPPED = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|#.*")
_STATEMENT = re.compile(
    r"\s*(?:for|if|while|with|def|class|return|assert|pass|@|[\w.]+(?:\[[^\]]*\])?\s*[-+*/]?=[^=]|T\.\w+\()"
)


def _balance(text: str) -> int:
    """Brackets opened less brackets closed in a line."""
    code = _SKIPPED.sub("", text)
    return sum(code.count(mark) for mark in "([{") - sum(code.count(mark) for mark in ")]}")


def _begins_statement(text: str) -> bool:
    return _STATEMENT.match(text) is not None


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip(" \t\f"))


def _line_end(line: str) -> str:
    return line[len(line.rstrip("\r\n")) :]


def _without_comment(line: str) -> str:
    """A line without its comment, which begins at a `#` outside of any text."""
    for match in _SKIPPED.finditer(line):
        if match[0].startswith("#"):
            return line[: match.start()]
    return line.rstrip("\r\n")


def _last_word(text: str) -> tuple[int, int]:
    """The last word or character of a line, for an error at its end."""
    kept = _without_comment(text).rstrip()
    found = re.search(r"(\w+|\S)$", kept)
    return (found.start(), found.end()) if found is not None else (0, len(text))


def _stand_in(text: str, has_suite: bool) -> str:
    """A statement that parses and takes the suite of the one it stands for, if that has one."""
    header = _HEADER.match(text)
    indent = text[: _indent(text)]
    if header is None:
        return f"{indent}if {HOLE}:" if has_suite else f"{indent}{HOLE}"
    inline = text.rstrip().endswith(":") or not re.search(r":\s*\S", _SKIPPED.sub("", text))
    word = header["word"]
    name = re.match(r"\s*(?:async\s+)?(?:def|class)\s+([^\W\d]\w*)", text)
    if word in ("def", "async def"):
        made = f"{indent}def {name[1] if name else HOLE}({HOLE}):"
    elif word == "class":
        made = f"{indent}class {name[1] if name else HOLE}:"
    else:
        made = f"{indent}{_HEADERS.get(word, f'if {HOLE}:')}"
    return made if inline else f"{made} {HOLE}"


_HEADERS = {
    "for": f"for {HOLE} in {HOLE}:",
    "with": f"with {HOLE}:",
    "while": f"while {HOLE}:",
    "else": "else:",
    "try": f"if {HOLE}:",
}
