"""Definition, references, highlights, rename, symbols, tokens."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from tests.server.cursors import at_cursor, mark
from tests.server.programs import BROKEN, CALLS, HEADER, MATMUL, MODULE
from tilewright.core.analyze import Analysis, analyze
from tilewright_server.answers import Extent, FilePlace, Outline, Token
from tilewright_server.features.definition import definitions
from tilewright_server.features.hover import hover
from tilewright_server.features.references import references
from tilewright_server.features.rename import renamable, rename
from tilewright_server.features.semantic_tokens import tokens
from tilewright_server.features.symbols import outline
from tilewright_server.pieces import Piece, numbers
from tilewright_server.text import Text
from tilewright_server.wire import Wire, token_edits


@pytest.mark.parametrize(
    ("program", "use", "definition"),
    [
        (MATMUL, "$0A[vi, vk]", "$0A: T.Buffer"),
        (MATMUL, "A[$0vi, vk]", "$0vi, vj, vk ="),
        (MATMUL, "A[vi$0, vk]", "$0vi, vj, vk ="),
        (MATMUL, "[$0i, j, k])", "$0i, j, k in"),
        (MODULE, "T.parallel($0n)", "$0n: T.int32"),
        (MODULE, "$0L[p,", "$0L = T.alloc"),
        (MODULE, "$0y % 4", "$0y: T.int32"),
        (MODULE, "A.data, $0m)", "$0m = T.int32()"),
        (MODULE, "Mod.$0helper(A", "$0helper(x"),
        (MODULE, "($0N, 4)", "$0N = 16"),
        (BROKEN, "$0A[i] = T.float32", 'whole($0A: T.Buffer((8,), "float32")):\n    for i in T.serial(8):'),
    ],
)
def test_definition(program: str, use: str, definition: str) -> None:
    text, offset = at_cursor(mark(program, use))
    _, wanted = at_cursor(mark(program, definition))
    found = definitions(analyze(text), offset)
    assert [place.start for place in found] == [wanted]


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("T.$0grid", "def grid("),
        ("T.axis.$0remap", "def remap("),
        ("T.$0float32", "class float32"),
        ("T.$0Buffer", "class Buffer"),
    ],
)
def test_definition_of_a_member_is_its_line_in_the_stub(place: str, line: str) -> None:
    text, offset = at_cursor(mark(MATMUL, place))
    (found,) = definitions(analyze(text), offset)
    assert isinstance(found, FilePlace)
    shown = Path(found.path).read_text(encoding="utf-8").splitlines()[found.line]
    assert shown.strip().startswith(line)
    assert shown[found.start : found.end] == line.split()[1].rstrip("(:")


def mentioned(program: str, place: str) -> list[tuple[str, str]]:
    text, offset = at_cursor(mark(program, place))
    return [(text[m.extent.start : m.extent.end], m.access) for m in references(analyze(text), offset)]


def test_mentions_of_a_buffer_tell_reads_from_writes() -> None:
    found = mentioned(MATMUL, "$0C[vi, vj] = C")
    assert found == [("C", "write"), ("C", "write"), ("C", "write"), ("C", "read")]


def test_mentions_are_the_same_from_the_definition_and_from_a_use() -> None:
    assert mentioned(MODULE, "$0y: T.int32") == mentioned(MODULE, "$0y % 4") == [("y", "write"), ("y", "read")]


def test_mentions_stay_in_their_function() -> None:
    assert len(mentioned(BROKEN, "$0A[i] = T.float32")) == 2


def test_mentions_of_a_captured_constant_reach_its_definition() -> None:
    assert len(mentioned(MODULE, "($0N, 4)")) == 3


def test_rename_changes_the_definition_and_every_mention() -> None:
    text, offset = at_cursor(mark(MATMUL, "$0A[vi, vk]"))
    changes = rename(analyze(text), offset, "Left")
    assert not isinstance(changes, str)
    for change in sorted(changes, key=lambda change: -change.extent.start):
        text = text[: change.extent.start] + change.text + text[change.extent.end :]
    assert text == MATMUL.replace("A: T.Buffer", "Left: T.Buffer").replace("A[vi, vk]", "Left[vi, vk]")


@pytest.mark.parametrize("name", ["B", "if", "1x", ""])
def test_rename_refuses_names_that_clash_or_are_none(name: str) -> None:
    text, offset = at_cursor(mark(MATMUL, "$0A[vi, vk]"))
    assert isinstance(rename(analyze(text), offset, name), str)


@pytest.mark.parametrize(
    ("marked", "count"),
    [("def $0scale", 4), ("cls.$0scale", 4), ("class $0Mod", 4), ("def $0alone", 2)],
)
def test_functions_and_modules_are_found_and_renamed_wherever_the_file_names_them(marked: str, count: int) -> None:
    text, offset = at_cursor(mark(CALLS, marked))
    analysis = analyze(text)
    changes = rename(analysis, offset, "renamed")
    assert not isinstance(changes, str)
    assert len(changes) == len(references(analysis, offset)) == count
    for change in sorted(changes, key=lambda each: -each.extent.start):
        text = text[: change.extent.start] + change.text + text[change.extent.end :]
    assert not analyze(text).diagnostics
    compile(text, "renamed.py", "exec")
    # A parameter of the same name, and words in texts, are something else.
    assert "def build(scale):" in text
    assert '"alone"\n' in text


@pytest.mark.parametrize(
    ("program", "marked", "name", "why"),
    [
        (CALLS + "def broken(:\n", "def $0alone", "other", "Python can read"),
        (CALLS, "def $0alone", "build", "already stands for something else in this file"),
        (CALLS, "def $0scale", "main", "already stands for something else"),
    ],
)
def test_why_a_function_cannot_be_renamed(program: str, marked: str, name: str, why: str) -> None:
    text, offset = at_cursor(mark(program, marked))
    said = rename(analyze(text), offset, name)
    assert isinstance(said, str)
    assert why in said


def _outline(text: str) -> list[Outline]:
    """The trees of all definitions, in offsets of each."""
    return [tree for part in outline(analyze(text)) for tree in part.local.found]


def names(symbols: tuple[Outline, ...]) -> list[object]:
    return [(s.name, s.kind, names(s.children)) if s.children else (s.name, s.kind) for s in symbols]


def test_names_of_ours_cannot_be_renamed() -> None:
    text, offset = at_cursor(mark(MATMUL, "T.$0grid"))
    assert renamable(analyze(text), offset) is None


@pytest.mark.parametrize("marked", ["R.$0call_tir", "@R.$0function", "R.$0Tensor"])
def test_names_of_relax_are_defined_in_its_stub(marked: str) -> None:
    text, offset = at_cursor(mark(CALLS, marked))
    (place,) = definitions(analyze(text), offset)
    assert isinstance(place, FilePlace)
    line = Path(place.path).read_text(encoding="utf-8").splitlines()[place.line]
    assert line[place.start : place.end] == marked.partition("$0")[2]


@pytest.mark.parametrize(
    ("marked", "words"),
    [
        ("cls.$0scale", ("def scale(A: T.Buffer((4,), ", "**function**")),
        ("$0cls = Mod", ("**module** `Mod`", "`main`, `scale`")),
        ("class $0Mod", ("def scale(", "def main(x: R.Tensor((4,)", "**module** of 2 functions")),
    ],
)
def test_functions_are_described_where_they_are_called(marked: str, words: tuple[str, ...]) -> None:
    text, offset = at_cursor(mark(CALLS, marked))
    found = hover(analyze(text), offset)
    assert found is not None
    for word in words:
        assert word in found.markdown


def test_symbols_form_a_tree() -> None:
    (function,) = _outline(MATMUL)
    assert (function.name, function.kind) == ("matmul", "function")
    assert names(function.children) == [
        ("A", "buffer"),
        ("B", "buffer"),
        ("C", "buffer"),
        ("i, j, k", "loop variable", [("C", "block")]),
    ]
    assert function.children[3].detail == "serial [0, 128), serial [0, 64), serial [0, 96)"
    assert (
        function.detail
        == '(A: T.Buffer((128, 96), "float32"), B: T.Buffer((96, 64), "float32"), C: T.Buffer((128, 64), "float32"))'
    )


def test_symbols_of_a_module_and_names_inside_their_extents() -> None:
    module = next(symbol for symbol in _outline(MODULE) if symbol.kind == "module")
    assert [child.name for child in module.children] == ["helper", "main"]

    def check(symbol: Outline) -> None:
        assert symbol.extent.start <= symbol.name_extent.start <= symbol.name_extent.end <= symbol.extent.end
        for child in symbol.children:
            check(child)

    check(module)


def test_symbols_of_a_broken_file() -> None:
    assert "whole" in [symbol.name for symbol in _outline(BROKEN)]


def _tokens(text: str) -> list[Token]:
    return [
        Token(Extent(token.extent.start + part.base, token.extent.end + part.base), token.role, token.modifiers)
        for part in tokens(analyze(text))
        for token in part.local.found
    ]


def test_tokens_are_ordered_and_apart() -> None:
    found = _tokens(MATMUL)
    assert all(a.extent.end <= b.extent.start for a, b in pairwise(found))
    roles = {(MATMUL[t.extent.start : t.extent.end], t.role) for t in found}
    assert {("A", "buffer"), ("vi", "block axis"), ("i", "loop variable"), ("matmul", "function")} <= roles
    written = Extent(MATMUL.index("C[vi, vj] = T"), MATMUL.index("C[vi, vj] = T") + 1)
    assert next(t.modifiers for t in found if t.extent == written) == ("modification",)


def _coloured(wire: Wire, analysis: Analysis) -> list[str]:
    """The words that the numbers of the protocol point at."""
    lines, found = wire.text.lines(), list[str]()
    data, line, column = numbers(wire.tokens(tokens(analysis))), 0, 0
    for down, right, length in zip(data[::5], data[1::5], data[2::5]):
        line, column = line + down, right + (0 if down else column)
        found.append(lines[line][column : column + length])
    return found


def test_what_is_kept_of_a_definition_follows_it_when_lines_are_put_before_it() -> None:
    first = MATMUL + MATMUL.removeprefix(HEADER).replace("matmul", "again")
    before = analyze(first)
    words = _coloured(Wire("file:///k.py", 1, Text.of(first), "utf-16"), before)
    assert words.count("matmul") == words.count("again") == 1
    second = "# one line more\n" + first.replace("\n@T", '\n"""and more\nof them"""\n\n\n@T', 1)
    after = analyze(second, previous=before)
    wire = Wire("file:///k.py", 2, Text.of(second), "utf-16")
    assert _coloured(wire, after) == words
    assert json.loads(wire.written_outline(outline(after))) == wire.outline(outline(after))
    for symbol in wire.outline(outline(after)):
        place = symbol["selectionRange"]["start"]
        assert wire.text.line(place["line"])[place["character"] :].startswith(symbol["name"])


@pytest.mark.parametrize(
    "after",
    [
        [[1, 2], [3, 4, 5], [6]],
        [[1, 2], [3, 4, 6], [6]],
        [[1, 2], [3, 9, 4, 5], [6]],
        [[1, 2], [6]],
        [[0], [1, 2], [3, 4, 5], [6], [6]],
        [],
    ],
)
def test_the_edit_of_tokens_makes_the_new_numbers_of_the_old(after: list[list[int]]) -> None:
    before = [Piece.of(each) for each in ([1, 2], [3, 4, 5], [6])]
    changed = numbers(before)
    for edit in token_edits(before, [Piece.of(each) for each in after]):
        changed[edit["start"] : edit["start"] + edit["deleteCount"]] = edit["data"]
    assert changed == [number for piece in after for number in piece]


def test_references_of_a_local_name_do_not_read_the_rest_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright_server.features.variables.file_names", None)
    text, offset = at_cursor(MATMUL.replace("A[vi, vk]", "$0A[vi, vk]"))
    found = [text[each.extent.start : each.extent.end] for each in references(analyze(text), offset)]
    assert found == ["A", "A"]
