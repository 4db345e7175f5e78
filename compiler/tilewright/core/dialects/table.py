"""The dialects by name, and how a dialect is told: by a name, by what a text says, by those of several programs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from tilewright.core.dialects.classic import CLASSIC
from tilewright.core.dialects.dialect import Dialect
from tilewright.core.dialects.hybrid import HYBRID
from tilewright.core.dialects.tirx import TIRX

DIALECTS: Final[Mapping[str, Dialect]] = {dialect.name: dialect for dialect in (CLASSIC, TIRX, HYBRID)}

# What only programs in tirx say: words that are looked for first, which is fast, and how they stand there.
_TIRX_WORDS: Final = ("tirx", "T.sblock", "s_tir", "T.let", "R.Any", "out_ty", "ty_args", "out_dtype=None")
_TIRX = re.compile(
    r"\btirx\b|\bT\.sblock|\bs_tir\s*=|\bT\.let\b\s*[\[=]|\bR\.Any\b|\b(?:out_ty|ty_args)\s*=|\bout_dtype=None\b"
)
# The import that a printed text names in a comment.
_COMMENT = re.compile(r"^# from tvm\.script import (tirx?) as ", re.MULTILINE)
# What only classic programs say.
_CLASSIC_WORDS: Final = (
    *("import tir", "tir as T", "T.block(", "T.block_attr(", "T.LetStmt(", "T.Assert(", "T.allocate("),
    *("R.Object", "out_sinfo=", "sinfo_args=", '="void"'),
)


def dialect_named(name: str) -> Dialect:
    """The dialect called `name`; raises `ValueError` for any other name."""
    if name not in DIALECTS:
        raise ValueError(f"dialect is one of {', '.join(DIALECTS)}, not {name!r}")
    return DIALECTS[name]


def dialect_of_text(text: str) -> Dialect | None:
    """The dialect of a text that does not import `T`: the one that its comment names or that has what the text says, None where the text may be of either."""
    said = _COMMENT.search(text)
    if said is not None:
        return TIRX if said[1] == TIRX.script else CLASSIC
    if any(map(text.__contains__, _TIRX_WORDS)) and _TIRX.search(text):
        return TIRX
    return CLASSIC if any(map(text.__contains__, _CLASSIC_WORDS)) else None


def common_dialect(names: Iterable[str | None]) -> str | None:
    """The dialect of a program of several parts: the one that they have in common, classic where they differ, None where no part has one."""
    found = {name for name in names if name is not None}
    return CLASSIC.name if len(found) > 1 else next(iter(found), None)
