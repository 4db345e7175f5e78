"""Scripts for notebooks: coloured HTML whose suites can be folded, in the colours of light and dark themes.

The colours follow the browser's preference, and the themes of JupyterLab and VS Code where they say which they are. Nothing is loaded from elsewhere and no script runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from tilewright.core.printer.script import script

# Lines that are shown; `show()` prints all of a longer program.
LIMIT: Final = 3000
# Suites in suites that can be folded.
DEPTH: Final = 60
# Class -> colour in light and in dark themes.
COLOURS: Final = {
    "k": ("#8250df", "#d2a8ff"),  # keywords
    "s": ("#0a3069", "#a5d6ff"),  # texts
    "n": ("#0550ae", "#79c0ff"),  # numbers
    "c": ("#6e7781", "#8b949e"),  # comments
    "d": ("#953800", "#ffa657"),  # decorators
    "f": ("#1a7f37", "#7ee787"),  # names of functions and classes
}
# Token type of Pygments, by its text -> class; the longest that fits counts.
TOKENS: Final = {
    "Token.Keyword": "k",
    "Token.Operator.Word": "k",
    "Token.Literal.String": "s",
    "Token.Literal.Number": "n",
    "Token.Comment": "c",
    "Token.Name.Decorator": "d",
    "Token.Name.Function": "f",
    "Token.Name.Class": "f",
}
DARK: Final = ('[data-jp-theme-light="false"]', ".vscode-dark", '[data-theme="dark"]')
LIGHT: Final = ('[data-jp-theme-light="true"]', ".vscode-light", '[data-theme="light"]')


def node_html(node: object) -> str:
    """The script of a node as HTML."""
    return html(("", script(node)))


def html(*sections: tuple[str, str]) -> str:
    """An element with a part for each (title, script); a part without a title cannot be folded as a whole."""
    parts = [part(title, text) for title, text in sections]
    return f'<div class="tilewright-script"><style>{STYLE}</style>{"".join(parts)}</div>'


def part(title: str, text: str) -> str:
    body = folded(lines_of(text))
    return f"<details open><summary><b>{escape(title)}</b></summary>{body}</details>" if title else body


def lines_of(text: str) -> list[tuple[int, str]]:
    """The lines of a script, each with its indentation (-1: empty) and its HTML."""
    plain = text.split("\n")
    shown = list(zip((indentation(line) for line in plain), coloured(text)))[:LIMIT]
    left = len(plain) - len(shown)
    return [*shown, (0, f'<span class="c"># {left} more lines: show() prints all</span>')] if left else shown


def indentation(line: str) -> int:
    return len(line) - len(line.lstrip(" ")) if line.strip() else -1


def coloured(text: str) -> list[str]:
    """The HTML of each line. Indentation goes into the first element: exports of notebooks shorten text that is white space alone."""
    from pygments.lexers.python import PythonLexer

    lines = [""]
    for kind, value in PythonLexer(stripnl=False, ensurenl=False).get_tokens(text):
        name = class_of(str(kind))
        for place, piece in enumerate(value.split("\n")):
            if place:
                lines.append("")
            if piece and name:
                before = "" if lines[-1].strip() else lines[-1]
                lines[-1] = f'{lines[-1].removesuffix(before)}<span class="{name}">{before}{escape(piece)}</span>'
            else:
                lines[-1] += escape(piece)
    return lines


def class_of(kind: str) -> str:
    """The class of a token type: that of the nearest type above it that has one."""
    while kind and kind not in TOKENS:
        kind = kind.rpartition(".")[0]
    return TOKENS.get(kind, "")


def folded(lines: Sequence[tuple[int, str]], depth: int = 0) -> str:
    """Lines as elements; a line with deeper lines below it becomes the summary of these, down to `DEPTH`."""
    made: list[str] = []
    at = 0
    while at < len(lines):
        indent, shown = lines[at]
        end = suite_end(lines, at)
        if indent >= 0 and end > at + 1 and depth < DEPTH:
            made.append(f"<details open><summary>{shown}</summary>{folded(lines[at + 1 : end], depth + 1)}</details>")
        else:
            made.append(f"<div>{shown or ' '}</div>")
            end = at + 1
        at = end
    return "".join(made)


def suite_end(lines: Sequence[tuple[int, str]], at: int) -> int:
    """The position after the last line that is deeper than the one at `at`; empty lines at the end do not count."""
    end = at + 1
    for place in range(at + 1, len(lines)):
        indent = lines[place][0]
        if 0 <= indent <= lines[at][0]:
            break
        if indent > lines[at][0]:
            end = place + 1
    return end


def rules(places: Iterable[str], theme: int) -> str:
    """The colours of a theme, 0 light or 1 dark, below each of the places."""
    return "".join(
        f"{','.join(f'{place} .tilewright-script .{name}'.strip() for place in places)}{{color:{both[theme]}}}"
        for name, both in COLOURS.items()
    )


STYLE: Final = (
    ".tilewright-script{font-family:monospace;white-space:pre;overflow-x:auto;line-height:1.35;padding-left:1.2em}"
    ".tilewright-script summary{cursor:pointer;list-style:none;position:relative}"
    ".tilewright-script summary::-webkit-details-marker{display:none}"
    ".tilewright-script summary::before{content:'\\25b8';position:absolute;left:-1.1em;opacity:.5}"
    ".tilewright-script details[open]>summary::before{content:'\\25be'}"
    + rules([""], 0)
    + f"@media(prefers-color-scheme:dark){{{rules([''], 1)}}}"
    + rules(LIGHT, 0)
    + rules(DARK, 1)
)
