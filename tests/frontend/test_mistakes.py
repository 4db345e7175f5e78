"""Every mistake gets its diagnostics, and no other, at the narrowest range; notes and fixes are where they can be known."""

from __future__ import annotations

import pytest

from tests.frontend.carets import IMPORTS, found_in, program, split_marks
from tests.frontend.mistakes import MISTAKES
from tilewright.core.analyze import analyze
from tilewright.core.base.catalogue import CATALOGUE
from tilewright.core.base.codes import names, syntax, tir, types
from tilewright.core.base.diagnostics import Severity
from tilewright.project.fixing import spliced


@pytest.mark.parametrize("title", MISTAKES)
def test_a_mistake_is_found_at_its_range(title: str) -> None:
    text, marks = split_marks(MISTAKES[title])
    _, found = found_in(text)
    assert found == sorted(marks)
    assert marks


EXAMPLES = [code for topic in (names, syntax, tir, types) for code in topic.CODES]
RUNNING = {"host-error", "no-definition", "no-source", "internal-error", "unreadable-file"}


@pytest.mark.parametrize("code", [code.name for code in EXAMPLES if code.name not in RUNNING])
def test_the_example_of_a_code_gets_it_and_the_mended_one_gets_nothing(code: str) -> None:
    row = CATALOGUE[code]
    assert code in [found.code for found in analyze(IMPORTS + row.example).diagnostics]
    if row.fixed:
        assert [str(found) for found in analyze(IMPORTS + row.fixed).diagnostics] == []


def test_ten_mistakes_get_ten_diagnostics() -> None:
    text = program(
        """def f(A: T.Buffer((8, 8), "float32"), n):
    B = T.alloc_bufer((8,), "float32")
    for i, j, k in T.grid(8, 8):
        A[i] = 1.0
    for i in T.serial("8"):
        A[i, 0] = C[i]
    with T.block("b"):
        vi = T.axis.S(8)
        A[0, 8] = 2.0
    import os
    A[0, 0] = A[0, 1] ** 2
    return A
"""
    )
    codes = [found.code for found in analyze(text).diagnostics]
    assert codes == [
        *("missing-annotation", "unknown-member", "unpack-count", "rank-mismatch", "not-an-integer", "undefined-name"),
        *("missing-argument", "index-out-of-bounds", "unsupported-statement", "unsupported-operator", "return-value"),
    ]


def test_a_rank_mismatch_notes_the_declaration() -> None:
    (found,) = analyze(program('def f(A: T.Buffer((4, 4), "float32")):\n    A[0] = 1.0\n')).diagnostics
    assert found.message == "`A` has 2 dimensions and is indexed with 1"
    assert found.notes[0].span.text == "A"
    assert found.notes[0].message == "`A` is declared here with 2 dimensions"


def test_the_fix_for_an_unknown_name_mends_the_program() -> None:
    text = program('def f(alpha: T.Buffer((4,), "float32")):\n    alpha[0] = T.exq(alhpa[1])\n')
    for _ in range(2):
        edit = analyze(text).diagnostics[0].fixes[0].edits[0]
        text = spliced(text, [edit])
    assert "T.exp(alpha[1])" in text
    assert analyze(text).diagnostics == ()


def test_a_missing_import_is_reported_once() -> None:
    found = analyze("@T.prim_func\ndef f(A: T.Buffer((4,))):\n    A[0] = T.float32(1)\n").diagnostics
    assert [(d.code, d.span.text) for d in found] == [("undefined-name", "T")]


def test_one_mistake_does_not_make_ten() -> None:
    text = program(
        "def f(n: T.int32):\n    A = T.match_buffer(m, (4,))\n    for i in range(A.shape[0]):\n        A[i] = A[i + 1] * 2\n"
    )
    assert [found.span.text for found in analyze(text).diagnostics] == ["m"]


CURES = {
    "A[0] = A[1] ** 2": "`**` is not defined on expressions; use `T.pow`",
    "N[0] = N[1] ** 2": "`**` is not defined on expressions; multiply, or use `T.pow` on floats",
    "B = A": "`B` is defined already in this scope; to copy the elements, write `B[i] = A[i]` in a loop",
    "B = 1.0": "`B` is defined already in this scope; to store into the buffer, write an element such as `B[0]`",
    "A[0] = B + 1.0": "the buffer `B` is not a number or an expression; an element of it is `B[0]`",
    "A[0:8] = B[0:4]": "8 elements of `A` are written at once, and the value has 4",
    "while A[0]: A[0] = 0.0": "the condition of `while` must be a condition (bool), not an expression of type float32; "
    "compare it, as in `x != 0`",
    "for i in range(4): D = T.alloc_buffer((4,))": "`T.alloc_buffer` belongs at the top of a function or inside a block; "
    "`T.decl_buffer` allocates anywhere",
}


@pytest.mark.parametrize("statement", CURES)
def test_a_message_names_the_cure_where_it_is_plain(statement: str) -> None:
    text = program(
        'def f(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32"), N: T.Buffer((8,), "int32")):\n'
        f"    {statement}\n"
    )
    assert [found.message for found in analyze(text).diagnostics] == [CURES[statement]]


def test_a_power_of_floats_is_mended() -> None:
    text = program('def f(A: T.Buffer((4,), "float32")):\n    A[0] = 1.0 + A[1] ** 2\n')
    edit = analyze(text).diagnostics[0].fixes[0].edits[0]
    text = spliced(text, [edit])
    assert "1.0 + T.pow(A[1], 2)" in text
    assert analyze(text).diagnostics == ()


MODULE = """from tvm.script import ir as I, tir as T
@I.ir_module
class M:
    @T.prim_func
    def scale(A: T.Buffer((16,), "float32")):
        A[0] = 1.0

    @T.prim_func
    def main(A: T.Buffer((16,), "float32")):
        {call}
"""


@pytest.mark.parametrize(
    ("call", "message", "mended"),
    [
        ("M.sclae(A.data)", "the module `M` has no function `sclae`; did you mean `scale`?", "M.scale(A.data)"),
        ("M.zzz(A.data)", "the module `M` has no function `zzz`; it has `main`, `scale`", None),
        (
            "M.scale(A)",
            "the buffer `A` cannot be passed to a function of the module; pass its memory, `A.data`",
            "M.scale(A.data)",
        ),
    ],
)
def test_a_wrong_call_in_a_module_names_what_the_module_has(call: str, message: str, mended: str | None) -> None:
    text = MODULE.format(call=call)
    (found,) = analyze(text).diagnostics
    assert found.message == message
    assert bool(found.fixes) is (mended is not None)
    for fix in found.fixes:
        (edit,) = fix.edits
        text = spliced(text, [edit])
        assert text == MODULE.format(call=mended)
        assert analyze(text).diagnostics == ()


def test_a_function_printed_without_its_module_reads_back_with_its_calls() -> None:
    module = analyze(MODULE.format(call="M.scale(A.data)")).definitions[-1].values["M"]
    text = module["main"].script()
    assert 'I.GlobalVar("scale")(A.data)' in text
    again = analyze(text.replace("# from", "from"))
    assert again.diagnostics == ()
    assert again.functions["main"].script() == text


def test_names_that_are_given_as_sizes_in_quotes_are_reported_there_alone() -> None:
    text = program('def f(A: T.Buffer(("n", "m"), "float32")):\n    for i, j in T.grid(n, m):\n        A[i, j] = 0.0\n')
    assert [found.code for found in analyze(text).diagnostics] == ["not-an-integer"]
    other = text + "\n\n" + program("def g(A: T.Buffer((4,), 'float32')):\n    A[n] = 0.0\n")
    assert [found.code for found in analyze(other).diagnostics] == ["not-an-integer", "undefined-name"]


@pytest.mark.parametrize("value", ["sum(X[i, :])", "max(X[i, 0:4])", "T.sum(X[i, :])", "np.mean(X)", "np.dot(X, X)"])
def test_functions_of_whole_arrays_name_the_reduction(value: str) -> None:
    text = "import numpy as np\n" + program(
        f"def f(X: T.Buffer((8, 4), 'float32'), Y: T.Buffer((8,), 'float32')):\n    for i in range(8):\n        Y[i] = {value}\n"
    )
    (found,) = analyze(text).diagnostics
    assert "a block with a reduction axis (`R`)" in found.message


def test_what_describes_a_block_moves_into_the_one_that_follows() -> None:
    text = program(
        "def f(A: T.Buffer((4,), 'float32'), B: T.Buffer((8, 4), 'float32')):\n    for k, i in T.grid(8, 4):\n        with T.init():\n            A[i] = 0.0\n"
        "        with T.block():\n            vi, vk = T.axis.remap('SR', [i, k])\n            A[vi] += B[vk, vi]\n"
    )
    (found,) = (each for each in analyze(text).diagnostics if each.code == "outside-block")
    (fix,) = found.fixes
    assert not fix.safe
    after = text
    for edit in sorted(fix.edits, key=lambda each: -each.span.start):
        after = after[: edit.span.start] + edit.text + after[edit.span.end :]
    assert "[i, k])\n            with T.init():\n                A[i] = 0.0\n            A[vi] +=" in after


def test_a_value_that_its_dataflow_block_does_not_put_out() -> None:
    text = "@R.function\ndef f(x: R.Tensor((2,), 'float32')):\n    with R.dataflow():\n        y = R.add(x, x)\n{end}    return y\n"
    head = "from tvm.script import relax as R\n"
    (found,) = analyze(head + text.format(end="")).diagnostics
    assert (found.code, found.span.text) == ("undefined-name", "y")
    assert "`R.output(y)`" in found.notes[0].message
    assert analyze(head + text.format(end="        R.output(y)\n")).diagnostics == ()


@pytest.mark.parametrize("said", ["reads(A[0])", "writes(A[0])", "where(i < 2)", "init()"])
def test_what_is_said_twice_of_a_block_notes_the_first_time(said: str) -> None:
    line = f"with T.{said}:\n                A[0] = 0.0" if said == "init()" else f"T.{said}"
    text = program(
        "def f(A: T.Buffer((4,), 'float32')):\n    for i in range(4):\n        with T.block():\n"
        f"            vi = T.axis.spatial(4, i)\n            {line}\n            {line}\n            A[vi] = 0.0\n"
    )
    (found,) = (
        each for each in analyze(text).diagnostics if each.severity is Severity.ERROR
    )  # the guard leaves elements out
    assert found.code == f"duplicate-{said.split('(')[0]}"
    assert (found.notes[0].span.line, found.notes[0].span.text) == (7, line.split(":")[0])


@pytest.mark.parametrize(
    ("wrong", "mended"),
    [
        ("A[0] = A[1] / 2", "A[0] = A[1] // 2"),
        ("A[0] = (A[1]) / (A[2])", "A[0] = (A[1]) // (A[2])"),
        ("with T.block('b') as x:\n        A[0] = 1", "with T.block('b'):\n        A[0] = 1"),
        ("A[0] = n / 2", None),
    ],
)
def test_a_fix_is_offered_where_it_mends(wrong: str, mended: str | None) -> None:
    head = "def f(A: T.Buffer((4,), 'int32'), n: T.handle):\n    "
    (found,) = analyze(program(f"{head}{wrong}\n")).diagnostics
    assert bool(found.fixes) is (mended is not None)
    for fix in found.fixes:
        (edit,) = fix.edits
        text = program(f"{head}{wrong}\n")
        text = spliced(text, [edit])
        assert text == program(f"{head}{mended}\n")
        assert analyze(text).diagnostics == ()


def test_loops_are_counted_where_names_are_unpacked() -> None:
    (found,) = analyze(program("def f():\n    for i, j in range(4):\n        T.evaluate(i)\n")).diagnostics
    assert found.message == "2 names are defined here, and `range` makes 1 loop; `T.grid` makes several"


def test_a_function_is_no_cure_for_a_name_within_it() -> None:
    text = IMPORTS + "@T.prim_func\ndef zigzag(A: T.Buffer((4,), 'float32')):\n    A[0] = zigzags + T.float32(1)\n"
    (found,) = analyze(text).diagnostics
    assert (found.message, found.fixes) == ("`zigzags` is not defined here", ())


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("i < n & j < m", True),
        ("i < n | j < m", True),
        ("(i < n) & (j < m)", False),
        ("i < (n & j) < m", False),
        ("0 <= i & 3 < 2", False),
    ],
)
def test_bit_operators_between_comparisons_need_parentheses(condition: str, said: bool) -> None:
    text = program(
        "def f(A: T.Buffer((8, 8), 'int32'), n: T.int32, m: T.int32):\n    for i, j in T.grid(8, 8):\n"
        f"        if {condition}:\n            A[i, j] = 0\n"
    )
    found = [each for each in analyze(text).diagnostics if each.code == "operator-precedence"]
    assert len(found) == said
