"""The logical lines of a function's text, each with the comments and blank lines in front of it, and the tokens by which lines are compared."""

from __future__ import annotations

import io
import tokenize
from ast import literal_eval
from collections.abc import Iterator
from dataclasses import dataclass, replace

_LAYOUT = {tokenize.NL, tokenize.COMMENT, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


@dataclass(frozen=True, eq=False)
class Logical:
    """One logical line: `text` with its comments but without the indentation of its first line, `above` the lines in front of it as they are.

    `tokens` say what it is, whatever its layout; `comments` are those inside of it and behind it.
    """

    above: tuple[str, ...]
    text: str
    indent: str
    tokens: tuple[str, ...]
    comments: tuple[str, ...]

    @property
    def words_above(self) -> tuple[str, ...]:
        """The comments in front of it, without blank lines and indentation."""
        return tuple(line.strip() for line in self.above if line.strip())

    def at(self, indent: str) -> Iterator[str]:
        """Its lines at another indentation, with what stands in front."""
        for line in self.above:
            yield f"{indent}{line.strip()}" if line.strip() else ""
        first, *rest = self.text.split("\n")
        yield f"{indent}{first}"
        yield from (_shifted(line, self.indent, indent) for line in rest)


def _shifted(line: str, old: str, new: str) -> str:
    """A further line of a statement that moves as its first one does."""
    return f"{new}{line.removeprefix(old)}" if line.startswith(old) else line


def logical_lines(text: str) -> list[Logical]:
    """The logical lines of a definition, which may be indented as a whole. Raises `SyntaxError` or `tokenize.TokenError` when it is no Python."""
    indented = text[:1] in " \t"
    lines = text.split("\n")
    source = "if 1:\n" + text if indented else text
    found: list[Logical] = []
    above = 0
    for tokens in _statements(source):
        first, last = (each - indented for each in (tokens[0].start[0], tokens[-1].end[0]))
        if first > 0:
            found.append(_line(lines, above, first, last, tokens))
            above = last
    return found


def _statements(source: str) -> Iterator[list[tokenize.TokenInfo]]:
    """The tokens of each logical line, its comments among them."""
    tokens: list[tokenize.TokenInfo] = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        begun = any(each.type != tokenize.COMMENT for each in tokens)
        if token.type == tokenize.NEWLINE:
            if begun:
                yield tokens
            tokens = []
        elif token.type == tokenize.NL and not begun:
            tokens = []
        elif token.type not in _LAYOUT or token.type == tokenize.COMMENT:
            tokens.append(token)


def _line(lines: list[str], above: int, first: int, last: int, tokens: list[tokenize.TokenInfo]) -> Logical:
    head = lines[first - 1]
    indent = head[: len(head) - len(head.lstrip())]
    text = "\n".join([head[len(indent) :], *lines[first:last]])
    comments = tuple(each.string for each in tokens if each.type == tokenize.COMMENT)
    return Logical(tuple(lines[above : first - 1]), text, indent, _words(tokens), comments)


def _words(tokens: list[tokenize.TokenInfo]) -> tuple[str, ...]:
    """The tokens that matter: without comments and trailing commas, texts in one kind of quotes."""
    words = [_word(each) for each in tokens if each.type != tokenize.COMMENT]
    return tuple(
        word
        for at, word in enumerate(words)
        if not (word == "," and words[at + 1 : at + 2] == [")"] and not _is_single(words, at))
    )


def _is_single(words: list[str], at: int) -> bool:
    """Whether a comma before a closing bracket makes a tuple of one: nothing but one word and an opening bracket, which no name precedes, stands before it."""
    return at >= 2 and words[at - 2] == "(" and (at == 2 or not (words[at - 3].isidentifier() or words[at - 3] == ")"))


def _word(token: tokenize.TokenInfo) -> str:
    if token.type != tokenize.STRING:
        return token.string
    try:
        return repr(literal_eval(token.string))
    except (ValueError, SyntaxError):
        return token.string


def with_docstrings(lines: list[Logical]) -> list[Logical]:
    """The lines, in which texts that stand alone belong to the line before them."""
    found: list[Logical] = []
    for line in lines:
        if found and len(line.tokens) == 1 and line.tokens[0][:1] in "'\"":
            head = found[-1]
            text = "\n".join([head.text, *line.above, f"{line.indent}{line.text}"])
            found[-1] = replace(head, text=text, comments=(*head.comments, *line.words_above, *line.comments))
        else:
            found.append(line)
    return found
