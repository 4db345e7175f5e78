"""The syntax around the cursor, read from the text alone, so that it works while the program is incomplete."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_CHAIN = re.compile(r"(?:[^\W\d]\w*\s*\.\s*)*(?:[^\W\d]\w*)?$")
_MEMBER = re.compile(r"[\])][ \t]*\.[ \t]*(?:[^\W\d]\w*)?$")
_CLOSING = ("]", ")", "}")
_WORD = re.compile(r"\w*")
_TOKEN = re.compile(
    r"""(?P<comment>\#[^\r\n]*)
      | (?P<string>[rRbBfFuU]{0,2}(?:\"{3}(?:[^\\]|\\.)*?(?:\"{3}|\Z)|'{3}(?:[^\\]|\\.)*?(?:'{3}|\Z)
            |"(?:[^"\\\r\n]|\\.)*(?:"|(?=[\r\n])|\Z)|'(?:[^'\\\r\n]|\\.)*(?:'|(?=[\r\n])|\Z)))
      | (?P<name>[^\W\d]\w*(?:[ \t]*\.[ \t]*[^\W\d]\w*)*)
      | (?P<open>[(\[{]) | (?P<close>[)\]}]) | (?P<comma>,) | (?P<keyword>=(?!=)) | (?P<line>\r\n|\n|\r)""",
    re.VERBOSE | re.DOTALL,
)
# A line that can only begin a statement: an unclosed bracket before it is a mistake, not a call.  (`for` and `if` alone may continue a comprehension.)
_STATEMENT = re.compile(
    r"\s*(?:(?:return|import|from|assert|def|class)\b|@\w"
    r"|(?:for|if|elif|else|with|while|try)\b[^\r\n]*:[ \t]*(?:\#[^\r\n]*)?(?:[\r\n]|\Z))"
)
# How far back a call may begin.
REACH = 20_000


@dataclass(frozen=True, slots=True)
class Chain:
    """A dotted name being typed: `path` the names before the last dot, `word` what follows, from `start` to `end`."""

    path: tuple[str, ...]
    word: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class OpenCall:
    """The innermost call whose arguments hold the cursor.

    `quoted` says that it is in any string literal of the call.  `path` names what is called, `index` counts the arguments before the cursor's, `keyword` is the name before `=` in it, `in_string` says that the
    cursor is in a string literal that is itself the argument, `direct` that no list or tuple is open in between.  `given` are the names before `=` so far.
    """

    path: tuple[str, ...]
    index: int
    keyword: str | None
    in_string: bool
    direct: bool
    given: tuple[str, ...]
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Operand:
    """The operand before the dot when it ends in a bracket: `path[...]`, `path(...)`, or `(...)` with an empty path."""

    path: tuple[str, ...]
    bracket: str


def operand_at(text: str, offset: int) -> Operand | None:
    """The subscript, call or group whose member is being typed at the cursor; None when something else is."""
    line = _line_start(text, offset)
    match = _MEMBER.search(text, line, offset)
    if match is None or not _in_code(text, line, offset):
        return None
    opening = _opening(text, line, match.start() + 1)
    if opening is None:
        return None
    before = _CHAIN.search(text, line, opening)
    path = tuple(part.strip() for part in before.group().split(".")) if before is not None and before.group() else ()
    if not path and text[line:opening].rstrip()[-1:] in _CLOSING:
        return None
    return Operand(path, text[opening]) if path or text[opening] == "(" else None


def _opening(text: str, line: int, end: int) -> int | None:
    """The offset of the bracket that is closed just before `end`, on the same line."""
    waiting: list[int] = []
    for match in _TOKEN.finditer(text, line, end):
        if match.lastgroup == "open":
            waiting.append(match.start())
        elif match.lastgroup == "close":
            begun = waiting.pop() if waiting else None
            if match.end() == end:
                return begun
    return None


def _line_start(text: str, offset: int) -> int:
    return max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1


def chain_at(text: str, offset: int) -> Chain | None:
    """The dotted name that ends at the cursor; None inside a comment or string, or behind a number."""
    line = _line_start(text, offset)
    if not _in_code(text, line, offset):
        return None
    match = _CHAIN.search(text, line, offset)
    if match is None:
        return None
    before = text[match.start() - 1 : match.start()]
    if before.isdigit() or (before == "." and match.start() > line):
        return None
    *path, word = [part.strip() for part in match.group().split(".")]
    rest = _WORD.match(text, offset)
    return Chain(tuple(path), word, offset - len(word), rest.end() if rest is not None else offset)


def call_around(text: str, offset: int) -> OpenCall | None:
    """The call whose parentheses hold the cursor and are still open, or None."""
    stack: list[_Bracket] = []
    name: tuple[str, ...] = ()
    named_at = -1
    for match in _TOKEN.finditer(text, max(0, offset - REACH), len(text)):
        if match.start() >= offset:
            break
        kind = match.lastgroup
        if kind == "comment" and match.end() >= offset:
            return None
        if kind == "string" and match.end() > offset:
            return _answer(stack, True)
        if kind == "string" and match.end() == offset and not _is_closed(match.group()):
            return _answer(stack, True)
        if kind == "name":
            name, named_at = tuple(part.strip() for part in match.group().split(".")), match.end()
        elif kind == "open":
            stack.append(_Bracket(match.group(), name if named_at == match.start() else ()))
        elif kind == "close" and stack:
            stack.pop()
        elif kind == "comma" and stack:
            stack[-1].index += 1
            stack[-1].keyword = None
        elif kind == "keyword" and stack and len(name) == 1:
            stack[-1].keyword = name[0]
            stack[-1].given.append(name[0])
        elif kind == "line" and _STATEMENT.match(text, match.end()):
            stack.clear()
    return _answer(stack, False)


@dataclass(slots=True)
class _Bracket:
    character: str
    path: tuple[str, ...]
    index: int = 0
    keyword: str | None = None
    given: list[str] = field(default_factory=list[str])


def _answer(stack: list[_Bracket], in_string: bool) -> OpenCall | None:
    """The innermost parenthesis that follows a name; brackets of lists and tuples in between are part of its argument."""
    call = next((bracket for bracket in reversed(stack) if bracket.character == "(" and bracket.path), None)
    if call is None:
        return None
    direct = call is stack[-1]
    return OpenCall(call.path, call.index, call.keyword, in_string and direct, direct, tuple(call.given), in_string)


def _quote(literal: str) -> str:
    """Prefix and opening quotes of a string literal."""
    match = re.match(r"[rRbBfFuU]{0,2}(\"{3}|'{3}|\"|')", literal)
    return match.group() if match is not None else ""


def _is_closed(literal: str) -> bool:
    opening = _quote(literal)
    mark = opening.lstrip("rRbBfFuU")
    return len(literal) >= len(opening) + len(mark) and literal.endswith(mark)


def _in_code(text: str, line: int, offset: int) -> bool:
    """Whether the cursor is outside comments and strings, as far as its own line tells."""
    for match in _TOKEN.finditer(text, line, len(text)):
        if match.start() >= offset:
            return True
        inside = match.end() > offset or (match.end() == offset and match.lastgroup == "comment")
        unclosed = match.end() == offset and match.lastgroup == "string" and not _is_closed(match.group())
        if match.lastgroup in ("comment", "string") and (inside or unclosed):
            return False
    return True
