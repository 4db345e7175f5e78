"""The layout of functions: each statement as the printer writes it, with the author's words, comments and blank lines.

A statement that the printer writes with the same tokens is written as the printer does; one in other words, such as a size by its name, gets spaces as Python's own
printer sets them.  Statements that carry comments inside of them, and those that Python's printer would change, keep their lines.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Mapping
from itertools import accumulate

from tilewright.core.analyze import Analysis, Definition
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.relax import Function
from tilewright.core.printer.script import script
from tilewright.core.refactor.lines import Logical, logical_lines
from tilewright.core.refactor.written import Rewritten

# A statement that the author has spread over lines stays so when it would be longer than this in one.
_WIDTH = 100
_STEP = "    "


def laid_out(analysis: Analysis, start: int, end: int) -> tuple[Rewritten, ...]:
    """The functions of the script that touch `start:end` of the file, in their layout; only those that change."""
    return tuple(
        made
        for definition in analysis.definitions
        if definition.base <= end and start <= definition.end
        for symbol in definition.source_map.symbols
        if _is_outermost(symbol)
        and symbol.extent[0] + definition.base <= end
        and start <= symbol.extent[1] + definition.base
        for made in _laid_out(definition, symbol)
    )


def _is_outermost(symbol: Symbol) -> bool:
    """Whether a symbol is a function of the script that stands in no other one."""
    if symbol.kind is not SymbolKind.FUNCTION or symbol.start < 0:
        return False
    return symbol.parent is None or symbol.parent.kind is SymbolKind.MODULE


def _laid_out(definition: Definition, symbol: Symbol) -> Iterator[Rewritten]:
    text = definition.source.text
    start = text.rfind("\n", 0, symbol.extent[0]) + 1
    rest = text.find("\n", symbol.extent[1])
    end = len(text) if rest < 0 else rest - (text[rest - 1] == "\r")
    written = text[start:end].replace("\r\n", "\n")
    made = _text(written, _printed(definition, symbol))
    if made is not None and made != written:
        made = made.replace("\n", "\r\n") if "\r\n" in text else made
        yield Rewritten(start + definition.base, end + definition.base, made)


def _printed(definition: Definition, symbol: Symbol) -> Mapping[tuple[str, ...], str]:
    """The text that the printer writes for each statement of a function, by its tokens; nothing for a function that is not whole."""
    if not isinstance(symbol.value, (PrimFunc, Function)):
        return {}
    return {
        line.tokens: line.text
        for line in logical_lines(script(symbol.value, name=symbol.name))
        if "\n" not in line.text
    }


def _text(written: str, printed: Mapping[tuple[str, ...], str]) -> str | None:
    """The text of a function in its layout; None when it cannot be read, or would say something else."""
    try:
        lines = logical_lines(written)
        base = lines[0].indent
        depths = [*_depths(lines)]
        made = "\n".join(
            each for line, depth in zip(lines, depths) for each in _lines(line, base + depth * _STEP, printed)
        )
        made += _tail(written, lines)
        again = logical_lines(made)
    except (SyntaxError, tokenize.TokenError, IndexError):
        return None
    same = [line.tokens for line in again] == [line.tokens for line in lines] and [*_depths(again)] == depths
    return made if same else None


def _depths(lines: list[Logical]) -> Iterator[int]:
    """The depth of each line in the function."""
    open_suites: list[int] = []
    for line in lines:
        column = len(line.indent.expandtabs(8))
        while open_suites and column < open_suites[-1]:
            open_suites.pop()
        if not open_suites or column > open_suites[-1]:
            open_suites.append(column)
        yield len(open_suites) - 1


def _tail(written: str, lines: list[Logical]) -> str:
    """The comment lines behind the last statement, as they are."""
    count = sum(len(line.above) + line.text.count("\n") + 1 for line in lines)
    rest = [line.rstrip() for line in written.split("\n")[count:]]
    return "".join(f"\n{line}" for line in rest)


def _lines(line: Logical, indent: str, printed: Mapping[tuple[str, ...], str]) -> Iterator[str]:
    blank = False
    for above in line.above:
        if above.strip():
            yield f"{indent}{_comment(above.strip())}"
        elif not blank:
            yield ""
        blank = not above.strip()
    yield from _statement(line, indent, printed)


def _statement(line: Logical, indent: str, printed: Mapping[tuple[str, ...], str]) -> Iterator[str]:
    said = printed.get(line.tokens)
    said = said if said is not None else _spaced(line)
    behind = _comment_behind(line)
    if said is None or behind is None or ("\n" in line.text and _stays_spread(line, f"{indent}{said}")):
        first, *rest = line.text.split("\n")
        yield f"{indent}{first.rstrip()}"
        yield from (f"{indent}{each.removeprefix(line.indent).rstrip()}" for each in rest)
    else:
        yield f"{indent}{said}{behind}"


def _stays_spread(line: Logical, said: str) -> bool:
    """Whether a statement keeps its lines: it is long, or a comma before a closing bracket says so, as for other formatters."""
    return len(said) > _WIDTH or re.search(r",\s*\n\s*[)\]}]", line.text) is not None


def _comment_behind(line: Logical) -> str | None:
    """The comment at the end of a statement with its two spaces; None where comments stand inside of the statement."""
    if not line.comments:
        return ""
    return f"  {_comment(line.comments[0])}" if "\n" not in line.text else None


def _comment(text: str) -> str:
    return f"# {text[1:]}" if text[1:2] not in ("", " ", "!", ":", "#") else text


def _spaced(line: Logical) -> str | None:
    """A statement as Python's printer spaces it, with the texts as the author writes them; None where that changes a token."""
    head = line.text.removesuffix(line.comments[0]).rstrip() if line.comments else line.text
    for before, behind in _COMPLETED:
        try:
            tree = ast.parse(f"{before}{head}{behind}")
        except SyntaxError:
            continue
        if any(isinstance(node, (ast.JoinedStr, ast.Constant)) and _is_long(node) for node in ast.walk(tree)):
            return None
        unparsed = ast.unparse(tree).split("\n")
        said = unparsed[before.count("\n")].strip() if before or behind else "\n".join(unparsed)
        return _same(line, said) or _same(line, _TARGETS.sub(r"\1\2\3", said, count=1))
    return None


# Python 3.10 prints parentheses around several targets: `for (i, j) in ...`, `(a, b) = ...`.
_TARGETS = re.compile(r"^(for )?\(([^()]*)\)( in | = )")


# What makes a program of a statement that is none alone: the header of a suite, a decorator, the branch of a condition.
_COMPLETED = (("", ""), ("", " pass"), ("", "\ndef f(): pass"), ("if 1:\n    pass\n", " pass"))


def _is_long(node: ast.AST) -> bool:
    """Whether the text of a node spans lines, or is one with expressions in it."""
    value = node.value if isinstance(node, ast.Constant) else None
    return isinstance(node, ast.JoinedStr) or (isinstance(value, str) and "\n" in value)


def _same(line: Logical, said: str) -> str | None:
    """`said` with the author's texts and numbers, if it has the same tokens."""
    theirs = _literals(line.text)
    pieces: list[str] = []
    at = 0
    starts = [0, *accumulate(len(each) + 1 for each in said.split("\n"))]
    for token in tokenize.generate_tokens(io.StringIO(said).readline):
        if token.type in (tokenize.STRING, tokenize.NUMBER):
            if not theirs:
                return None
            begin, stop = (starts[row - 1] + column for row, column in (token.start, token.end))
            pieces += (said[at:begin], theirs.pop(0))
            at = stop
    made = "".join(pieces) + said[at:]
    body = f"{made} pass" if made.endswith(":") else made
    (found, *_) = logical_lines(body) or [None]
    tokens = found.tokens[: len(line.tokens)] if found is not None else ()
    return made if "\n" not in made and not theirs and tokens == line.tokens else None


def _literals(text: str) -> list[str]:
    return [
        token.string
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type in (tokenize.STRING, tokenize.NUMBER)
    ]
