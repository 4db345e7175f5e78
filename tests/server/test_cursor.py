"""What stands around the cursor, read from text that may be no program."""

from __future__ import annotations

import pytest

from tests.server.cursors import at_cursor
from tilewright_server.features.cursor import call_around, chain_at


@pytest.mark.parametrize(
    ("marked", "path", "word"),
    [
        ("T.$0", ("T",), ""),
        ("x = T.gr$0id(4)", ("T",), "gr"),
        ("T.axis.$0", ("T", "axis"), ""),
        ("T . axis . re$0", ("T", "axis"), "re"),
        ("A[i] = B$0", (), "B"),
        ("for i in T.grid(4):\n    T.$0\n", ("T",), ""),
        ("s = 'a' + T.$0", ("T",), ""),
    ],
)
def test_dotted_names(marked: str, path: tuple[str, ...], word: str) -> None:
    chain = chain_at(*at_cursor(marked))
    assert chain is not None
    assert (chain.path, chain.word) == (path, word)


def test_a_word_is_replaced_to_its_end() -> None:
    text, offset = at_cursor("T.gr$0id(4)")
    chain = chain_at(text, offset)
    assert chain is not None
    assert text[chain.start : chain.end] == "grid"


@pytest.mark.parametrize("marked", ["# T.$0", "'T.$0'", "x = 'T.$0", "1.$0", "f().$0", 'f("a$0'])
def test_no_name_in_comments_strings_numbers_and_behind_calls(marked: str) -> None:
    assert chain_at(*at_cursor(marked)) is None


@pytest.mark.parametrize(
    ("marked", "path", "index", "keyword"),
    [
        ("T.grid($0", ("T", "grid"), 0, None),
        ("T.grid(1, $0)", ("T", "grid"), 1, None),
        ("T.alloc_buffer((4, 4), $0", ("T", "alloc_buffer"), 1, None),
        ("T.alloc_buffer((4, $0", ("T", "alloc_buffer"), 0, None),
        ("T.alloc_buffer((4,), dtype=$0", ("T", "alloc_buffer"), 1, "dtype"),
        ("T.max(A[i, $0], 1)", ("T", "max"), 0, None),
        ("T.max(f(1, 2), $0", ("T", "max"), 1, None),
        ("T.max(',', '(', $0", ("T", "max"), 2, None),
        ("T.max(1, # a, b\n 2, $0", ("T", "max"), 2, None),
        ("T.max(a == b, $0", ("T", "max"), 1, None),
        ("T.max(\n    [a\n    for a in x\n    if a], $0", ("T", "max"), 1, None),
    ],
)
def test_open_calls(marked: str, path: tuple[str, ...], index: int, keyword: str | None) -> None:
    call = call_around(*at_cursor(marked))
    assert call is not None
    assert (call.path, call.index, call.keyword) == (path, index, keyword)


@pytest.mark.parametrize(
    "marked", ["$0", "(1, $0", "T.grid(1)$0", "T.grid(  # $0", "x = T.grid(1\nfor i in $0:", "[1, $0"]
)
def test_no_call(marked: str) -> None:
    assert call_around(*at_cursor(marked)) is None


@pytest.mark.parametrize(
    ("marked", "in_string"),
    [
        ('A: T.Buffer((4,), "flo$0at32")', True),
        ('T.alloc_buffer((4,), "$0', True),
        ('T.alloc_buffer((4,), "float32"$0', False),
        ('T.alloc_buffer(("$0', False),
        ("T.alloc_buffer((4,), $0", False),
    ],
)
def test_a_string_that_is_an_argument_is_known(marked: str, in_string: bool) -> None:
    call = call_around(*at_cursor(marked))
    assert call is not None
    assert call.in_string is in_string
