"""`analyze`: nothing is executed, only the script is judged, and an edit touches only what it must."""

from __future__ import annotations

from pathlib import Path

from tests.frontend.carets import IMPORTS
from tilewright.core.analyze import analyze
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.ir.function import PrimFunc

ONE = '@T.prim_func\ndef one(A: T.Buffer((N,), "float32")):\n    A[0] = 1.0\n\n'
TWO = '@T.prim_func\ndef two(A: T.Buffer((4,), "float32")):\n    A[0] = 2.0\n'
FILE = IMPORTS + "N = 2 * 4\n\n" + ONE + TWO


def test_an_edit_reads_one_definition_again() -> None:
    before = analyze(FILE)
    after = analyze(FILE.replace("2.0", "x"), previous=before)
    assert [a is b for a, b in zip(before.definitions, after.definitions)] == [True, True, False]
    assert [found.code for found in after.diagnostics] == ["undefined-name"]


def test_a_moved_definition_keeps_what_is_known_of_it() -> None:
    before = analyze(FILE)
    text = FILE.replace("    A[0] = 1.0\n", "    A[0] = 1.0\n    A[0, 1] = 1.0\n").replace("2.0", "2.0 + y")
    after = analyze(text, previous=analyze(FILE.replace("2.0", "2.0 + y")))
    assert before.definitions[2].source_map is not after.definitions[2].source_map
    assert [text[found.span.start : found.span.end] for found in after.diagnostics] == ["A[0, 1]", "y"]
    assert after.diagnostics[1].span.line == after.source.where(after.diagnostics[1].span.start)[0]


def test_an_earlier_analysis_keeps_its_lines_when_a_later_one_is_made() -> None:
    before = analyze(FILE)
    spans = {name: function.span for name, function in before.functions.items()}
    lines = {name: span.line for name, span in spans.items()}
    after = analyze("# moved\n\n" + FILE, previous=before)
    assert {name: span.line for name, span in spans.items()} == lines
    assert {name: before.span_in_file(function.span).line for name, function in before.functions.items()} == lines
    moved = {name: after.span_in_file(function.span).line for name, function in after.functions.items()}
    assert moved == {name: line + 2 for name, line in lines.items()}
    assert all(before.functions[name] is function for name, function in after.functions.items())


def test_a_changed_constant_reads_its_users_again() -> None:
    before = analyze(FILE)
    after = analyze(FILE.replace("N = 2 * 4", "N = 16"), previous=before)
    same = [a.source_map is b.source_map for a, b in zip(before.definitions, after.definitions)]
    assert same == [False, False, True]
    (buffer,) = after.functions["one"].buffer_map.values()
    assert int(buffer.shape[0]) == 16


def test_the_same_as_without_an_earlier_analysis() -> None:
    previous = analyze(FILE)
    text = FILE.replace("A[0] = 2.0", "A[0] = A[0, 1]")
    fresh, reused = analyze(text), analyze(text, previous=previous)
    assert [str(found) for found in fresh.diagnostics] == [str(found) for found in reused.diagnostics]
    for name, func in fresh.functions.items():
        assert_structural_equal(func, reused.functions[name])


def test_nothing_is_executed(tmp_path: Path) -> None:
    proof = tmp_path / "ran"
    act = f"open({str(proof)!r}, 'w')"
    text = (
        f"import os, subprocess\n{IMPORTS}{act}\nx = {act}\n\ndef helper(a):\n    {act}\n    return a\n\nclass C:\n    {act}\n\n"
        f"@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = helper({act})\n    A[1] = os.system('touch {proof}')\n    A[2] = x\n"
        f"@{act}\n@T.prim_func\ndef g(A: T.Buffer((4,), 'float32'), n: {act}):\n    A[0] = __import__('os').system('touch {proof}')\n"
    )
    analyze(text)
    assert not proof.exists()


def test_other_python_is_not_judged() -> None:
    python = "def g(a, b=undefined):\n    for x in [1, 2]:\n        yield x\n    return a[1, 2, 3] + nowhere\n\n\nclass K(unknown):\n    pass\n\n\nprint(g)\n"
    assert not analyze(python + "def (:\n").diagnostics
    assert not analyze(IMPORTS + python + TWO).diagnostics
    assert [found.code for found in analyze(IMPORTS + python + "def (:\n    pass\n" + TWO).diagnostics] == [
        "syntax-error"
    ]


def test_scripts_are_found_wherever_they_stand() -> None:
    text = IMPORTS + (
        "def gen(n):\n    K = 4\n\n    @T.prim_func\n    def f(A: T.Buffer((K,), 'float32')):\n        A[0] = a\n    return f\n\n"
        "class Tests:\n    @T.prim_func\n    def before(A: T.Buffer((4,), 'float32')):\n        A[0] = b\n\n"
        "if True:\n    @I.ir_module\n    class Module:\n        @T.prim_func\n        def main(A: T.Buffer((4,), 'float32')):\n            A[0] = c\n"
    )
    assert [found.span.text for found in analyze(text).diagnostics] == ["a", "b", "c"]
    whole = analyze(text.replace("= a", "= 1.0").replace("= b", "= 1.0").replace("= c", "= 1.0"))
    assert set(whole.functions) == {"gen.f", "Tests.before", "Module.main"}


def test_what_only_running_would_tell_gives_no_diagnostics() -> None:
    text = IMPORTS + (
        "from elsewhere import *\nfrom other import shape, helper\n\n"
        "def gen(n, dtype, flag):\n    @T.prim_func\n    def f(A: T.Buffer((n, n), dtype), B: T.Buffer((4,), 'float32')):\n"
        "        for i, j in T.grid(*shape):\n            if flag:\n                A[i, j] = helper(A, i)[0] + later\n"
        "        for k in helper(B):\n            with helper.frame(k):\n                B[k] = whatever(k)\n        with T.block():\n            T.where(n)\n    return f\n\nlater = compute()\n"
    )
    assert [str(found) for found in analyze(text).diagnostics] == []
    assert not analyze(text).functions


def test_names_of_the_library_are_understood_however_they_are_imported() -> None:
    for head, prefix in (
        ("import tvm\n", "tvm.script.tir."),
        ("import tvm.script.tir as t\n", "t."),
        ("from tvm import script\n", "script.tir."),
        ("from tvm.script.tir import *\n", ""),
        ("from tvm.script.tir import prim_func, Buffer\n", ""),
        ("from tilewright.script import tir\n", "tir."),
        ("try:\n    from tvm.script import tirx as T\nexcept ImportError:\n    T = None\n", "T."),
    ):
        text = f"{head}@{prefix}prim_func\ndef f(A: {prefix}Buffer((4,), 'float32')):\n    A[0, 0] = 1.0\n"
        codes = [found.code for found in analyze(text).diagnostics]
        assert codes == ["rank-mismatch"] if "try" not in head else codes in ([], ["rank-mismatch"]), head


def test_a_definition_can_be_asked_by_place() -> None:
    analysis = analyze(FILE)
    placed = analysis.at(FILE.index("A[0] = 2.0"))
    assert placed is not None
    assert placed.occurrence.symbol is not None
    assert FILE[placed.start : placed.end] == "A"
    assert placed.definition is analysis.definitions[2]
    assert isinstance(analysis.functions["two"], PrimFunc)


def test_a_captured_name_leads_to_its_definition() -> None:
    analysis = analyze(FILE)
    placed = analysis.at(FILE.index("N,), "))
    assert placed is not None
    assert placed.occurrence.symbol is not None
    assert placed.occurrence.symbol.start == -1
    definition, symbol = analysis.resolve(placed.occurrence.symbol.name) or (None, None)
    assert definition is analysis.definitions[0]
    assert symbol is not None
    assert symbol.value == 8


def test_a_suggestion_follows_the_names_of_the_file() -> None:
    function = '@T.prim_func\ndef f(A: T.Buffer((8,), "float32")):\n    A[0] = lenght\n'
    first = analyze(f"from tvm.script import tir as T\nlength = 1\n{function}")
    assert [found.message for found in first.diagnostics] == ["`lenght` is not defined here; did you mean `length`?"]
    second = analyze(f"from tvm.script import tir as T\nq = 1\n{function}", previous=first)
    assert [found.message for found in second.diagnostics] == ["`lenght` is not defined here; did you mean `len`?"]


def test_a_line_number_in_a_message_follows_the_definition() -> None:
    function = "@T.prim_func\ndef f():\n    T.evaluate((0,\n    1}\n"
    first = analyze(f"from tvm.script import tir as T\n{function}")
    assert "on line 4" in first.diagnostics[0].message
    second = analyze(f"from tvm.script import tir as T\n\n\n{function}", previous=first)
    assert second.diagnostics[0].message == first.diagnostics[0].message.replace("on line 4", "on line 6")
