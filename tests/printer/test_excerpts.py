"""Underlining, comments, line numbers, and where nodes stand in the text."""

from __future__ import annotations

import pytest

from tests.printer.hand_built import function, matmul, nop, var
from tilewright.core.ir.access_path import AccessPath
from tilewright.core.printer import printed
from tilewright.ir.function import IRModule, PrimFunc
from tilewright.ir.stmt import Evaluate, For, LetStmt, SeqStmt

ROOT = AccessPath.root()


def lines(count: int) -> PrimFunc:
    return function(SeqStmt(tuple(Evaluate(at) for at in range(count))))  # pyright: ignore[reportArgumentType]


def body_of(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines()[4:]]


def test_underline_a_node_at_every_place() -> None:
    """Where it is used: TVM draws no line under a definition."""
    a, b = var("a"), var("b")
    func = function(SeqStmt((Evaluate(a), Evaluate(b), Evaluate(a + a))), a, b)
    assert func.script(obj_to_underline=[a]).splitlines()[3:] == [
        "def main(a: T.int32, b: T.int32):",
        "    T.evaluate(a)",
        "               ^",
        "    T.evaluate(b)",
        "    T.evaluate(a + a)",
        "               ^   ^",
    ]


def test_underline_a_path() -> None:
    func = lines(3)
    step = ROOT.attr("body").attr("seq").array_item(1)
    assert func.script(path_to_underline=[step]).splitlines()[4:] == [
        "    T.evaluate(0)",
        "    T.evaluate(1)",
        "    ^^^^^^^^^^^^^",
        "    T.evaluate(2)",
    ]
    deeper = func.script(path_to_underline=[step.attr("value").attr("value")])
    assert deeper.splitlines()[6] == "               ^"
    missing = func.script(path_to_underline=[step.attr("nothing").array_item(3)])
    assert missing.splitlines()[6] == "    ^^^^^^^^^^^^^"


def test_underline_a_whole_function_of_a_module() -> None:
    module = IRModule({"f": function(nop(), name="f")})
    path = ROOT.attr("functions").map_item(module.get_global_var("f"))
    assert module.script(path_to_underline=[path]).splitlines()[4:] == [
        "class Module:",
        "    @T.prim_func",
        "    ^^^^^^^^^^^^",
        "    def f():",
        "    ^^^^^^^^",
        "        T.evaluate(0)",
        "        ^^^^^^^^^^^^^",
    ]


@pytest.mark.parametrize(
    ("marked", "shown"),
    [
        ([0], "0^12(7)"),
        ([1], "01^23(6)"),
        ([3], "0123^45(4)"),
        ([4], "(2)234^56(3)"),
        ([6], "(4)456^789"),
        ([9], "(7)789^"),
        ([0, 9], "0^12(4)789^"),
        ([0, 3, 9], "0^123^456789^"),
        ([], "0123456789"),
    ],
)
def test_lines_around(marked: list[int], shown: str) -> None:
    whole = lines(10).body
    assert isinstance(whole, SeqStmt)
    text = whole.script(obj_to_underline=[whole.seq[at] for at in marked], num_context_lines=2)
    found = ""
    for line in text.splitlines():
        if line.startswith("(..."):
            found += f"({line.split()[1]})"
        elif "^" in line:
            found += "^"
        else:
            found += line[len("T.evaluate(") : -1]
    assert found == shown


def test_line_numbers_are_aligned() -> None:
    func = lines(7)
    assert isinstance(func.body, SeqStmt)
    text = func.script(print_line_numbers=True, obj_to_underline=[func.body.seq[5]])
    assert text.splitlines()[-4:] == [
        " 9     T.evaluate(4)",
        "10     T.evaluate(5)",
        "       ^^^^^^^^^^^^^",
        "11     T.evaluate(6)",
    ]


def test_comments() -> None:
    func = lines(2)
    assert isinstance(func.body, SeqStmt)
    by_node = func.script(obj_to_annotate={func.body.seq[1]: "second"})
    by_path = func.script(path_to_annotate={ROOT.attr("body").attr("seq").array_item(1): "second"})
    assert by_node == by_path
    assert body_of(by_node) == ["T.evaluate(0)", "T.evaluate(1)  # second"]


def test_a_commented_scope_shows_where_it_ends() -> None:
    x, y = var("x"), var("y")
    func = function(LetStmt(x, 1, LetStmt(y, x + 1, Evaluate(y))))  # pyright: ignore[reportArgumentType]
    assert isinstance(func.body, LetStmt)
    text = func.script(obj_to_annotate={func.body.body: "here"})
    assert body_of(text) == ["x: T.int32 = 1", "# here", "with T.LetStmt(x + 1) as y:", "T.evaluate(y)"]


def test_places_cut_the_text_of_each_node() -> None:
    i, n = var("i"), var("n")
    loop = For(i, 0, n, 0, Evaluate(i + n))  # pyright: ignore[reportArgumentType]
    func = function(loop, n)
    page = printed(func)
    assert isinstance(loop.body, Evaluate)
    cut = [page.text[start:end] for start, end in page.of(loop.body.value)]
    assert cut == ["i + n"]
    assert [page.text[start:end] for start, end in page.of(loop)] == ["for i in range(n):\n        T.evaluate(i + n)"]
    assert [page.text[start:end] for start, end in page.of(n)] == ["n", "n", "n"]
    offset = page.text.index("i + n")
    assert page.at(offset)[:3] == (i, loop.body.value, loop.body)
    assert page.spans[id(loop)] == page.of(loop)[0]


def test_every_statement_of_a_program_has_a_place() -> None:
    from tilewright.core.ir.walk import walk
    from tilewright.ir.stmt import Stmt

    func = matmul()
    page = printed(func, syntax_sugar=False)
    assert all(page.of(node) for node in walk(func.body) if isinstance(node, Stmt))


def test_paths_are_written_as_tvm_writes_them() -> None:
    path = ROOT.attr("buffer_map").map_item(var("a")).attr("shape").array_item(0)
    assert str(path) == "<root>.buffer_map[a].shape[0]"
    assert str(ROOT.attr("attrs").map_item("key")) == '<root>.attrs["key"]'
    assert ROOT.attr("body").is_prefix_of(ROOT.attr("body").attr("value"))
    assert not ROOT.attr("value").is_prefix_of(ROOT.attr("body"))
