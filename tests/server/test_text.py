"""Text of documents: positions in three encodings, and edits against the text rebuilt from scratch."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright_server.text import ENCODINGS, Encoding, Text

PIECES = st.text(
    alphabet=st.sampled_from(["a", " ", "\n", "\r", "é", "漢", "😀", "\x0c", "\u2028", "\x85", "\x0b"]), max_size=12
)


@given(PIECES, st.integers(0, 40), st.integers(0, 40), PIECES)
def test_an_edit_gives_the_text_that_a_fresh_scan_gives(content: str, a: int, b: int, new: str) -> None:
    start, end = sorted((min(a, len(content)), min(b, len(content))))
    edited = Text.of(content).edited(start, end, new)
    assert edited == Text.of(content[:start] + new + content[end:])


@given(PIECES, st.integers(0, 40), st.sampled_from(ENCODINGS))
def test_positions_come_back_to_their_offset(content: str, offset: int, encoding: Encoding) -> None:
    text = Text.of(content)
    offset = min(offset, len(content))
    line = text.line(text.line_of(offset))
    if offset - text.line_starts[text.line_of(offset)] > len(line):
        return  # between \r and \n there is no position of its own
    assert text.offset(*text.position(offset, encoding), encoding) == offset


@pytest.mark.parametrize(
    ("encoding", "column"), [("utf-8", 7), ("utf-16", 5), ("utf-32", 4)], ids=["utf-8", "utf-16", "utf-32"]
)
def test_a_column_behind_an_emoji_counts_its_units(encoding: Encoding, column: int) -> None:
    text = Text.of('x="😀"')
    assert text.position(4, encoding) == (0, column)
    assert text.offset(0, column, encoding) == 4


def test_a_column_inside_a_character_means_its_beginning() -> None:
    assert Text.of("😀a").offset(0, 1, "utf-16") == 0


def test_only_line_ends_of_the_protocol_end_a_line() -> None:
    assert Text.of("a\x0cb\u2028c\x85d\ne\rf\r\ng").line_starts == [0, 8, 10, 13]


def test_positions_behind_the_end_are_clamped() -> None:
    text = Text.of("ab\r\ncd")
    assert text.offset(0, 99, "utf-16") == 2
    assert text.offset(7, 0, "utf-16") == 6
