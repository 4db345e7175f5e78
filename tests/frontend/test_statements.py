"""Each form of statement and expression means what its plain form, or the builder, says."""

from __future__ import annotations

import sys

import pytest

from tests.frontend.carets import IMPORTS, program
from tilewright.core.analyze import analyze
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.ir import expr as e
from tilewright.ir import stmt as s
from tilewright.ir.function import PrimFunc
from tilewright.script import from_source

HEAD = 'def f(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8,), "int32"), n: T.int32):\n'


def parsed(body: str, head: str = HEAD) -> PrimFunc:
    """The function with that body."""
    lines = "".join(f"    {line}\n" for line in body.strip("\n").split("\n"))
    return from_source(program(head + lines), check_well_formed=False)


STARRED = "*i" if sys.version_info >= (3, 11) else "(*i,)"  # older grammars want parentheses in a subscript
SAME = {
    "range": ("for i in range(8):\n    B[i] = 1", "for i in T.serial(0, 8):\n    B[i] = 1"),
    "range with a begin": ("for i in range(2, n):\n    B[i] = 1", "for i in T.serial(2, n):\n    B[i] = 1"),
    "range with annotations": (
        'for i in range(8, annotations={"hint": 1}):\n    B[i] = 1',
        'for i in T.serial(8, annotations={"hint": 1}):\n    B[i] = 1',
    ),
    "an integer as a condition": ("if n:\n    B[0] = 1", "if n != 0:\n    B[0] = 1"),
    "grid": (
        "for i, j in T.grid(8, 8):\n    A[i, j] = 0.0",
        "for i in range(8):\n    for j in range(8):\n        A[i, j] = 0.0",
    ),
    "grid in one name": (
        f"for i in T.grid(*A.shape):\n    A[{STARRED}] = 0.0",
        "for i, j in T.grid(8, 8):\n    A[i, j] = 0.0",
    ),
    "starred loop target": (
        "for i, *r in T.grid(8, 8, 2):\n    A[i, r[0]] = 0.0",
        "for i, j, k in T.grid(8, 8, 2):\n    A[i, j] = 0.0",
    ),
    "names of the function around, said to be so": ("nonlocal g\nB[0] = n", "B[0] = n"),
    "augmented store": ("B[n] += 2", "B[n] = B[n] + 2"),
    "annotated let": ("x: T.int32 = n * 2\nB[x] = x", "x = n * 2\nB[x] = x"),
    "let as a scope": ("with T.LetStmt(n * 2) as x:\n    B[x] = x", "x = n * 2\nB[x] = x"),
    "tuple target": ("x, y = n + 1, n + 2\nB[x] = y", "x = n + 1\ny = n + 2\nB[x] = y"),
    "nested targets": (
        "(x, y), [z, *w] = (n, n + 1), [n * 2, n - 1, n - 2]\nB[0] = x + y + z + w[0] + w[1]",
        "x = n\ny = n + 1\nz = n * 2\nw0 = n - 1\nw1 = n - 2\nB[0] = x + y + z + w0 + w1",
    ),
    "meta_var": ("x = T.meta_var(n + 1)\nB[x] = x", "B[n + 1] = n + 1"),
    "I.meta_var": ("x = I.meta_var(n + 1)\nB[x] = x", "B[n + 1] = n + 1"),
    "concise attr": ('T.attr(0, "a", 1)\nB[0] = 1\nB[1] = 2', 'with T.attr(0, "a", 1):\n    B[0] = 1\n    B[1] = 2'),
    "concise in a loop": (
        'for i in range(8):\n    T.attr(0, "a", 1)\n    B[i] = 1\nB[0] = 2',
        'for i in range(8):\n    with T.attr(0, "a", 1):\n        B[i] = 1\nB[0] = 2',
    ),
    "concise allocation": (
        'p = T.allocate([4], "float32")\nT.evaluate(T.isnullptr(p))',
        'with T.allocate([4], "float32") as p:\n    T.evaluate(T.isnullptr(p))',
    ),
    "several items of a with": (
        'with T.attr(0, "a", 1), T.attr(0, "b", 2):\n    B[0] = 1',
        'with T.attr(0, "a", 1):\n    with T.attr(0, "b", 2):\n        B[0] = 1',
    ),
    "assert": ('assert n > 0, "positive"\nB[0] = n', 'with T.Assert(n > 0, "positive"):\n    B[0] = n'),
    "if": (
        "if n > 1:\n    B[0] = 1\nelse:\n    B[0] = 2",
        "with T.If(n > 1):\n    with T.Then():\n        B[0] = 1\n    with T.Else():\n        B[0] = 2",
    ),
    "elif": (
        "if n > 1:\n    B[0] = 1\nelif n > 0:\n    B[0] = 2",
        "if n > 1:\n    B[0] = 1\nelse:\n    if n > 0:\n        B[0] = 2",
    ),
    "if over a Python value": ("if len(A.shape) == 2:\n    B[0] = 1\nelse:\n    B[0] = 2", "B[0] = 1"),
    "while": ("while B[0] < n:\n    B[0] = B[0] + 1", "with T.While(B[0] < n):\n    B[0] = B[0] + 1"),
    "return": ("return n + 1", "T.evaluate(T.ret(n + 1))"),
    "bare expression": ('T.call_extern("int32", "g", n)', 'T.evaluate(T.call_extern("int32", "g", n))'),
    "docstring and pass": ('"""What it does."""\npass\nB[0] = 1', "B[0] = 1"),
    "break": ("for i in range(8):\n    break", "for i in range(8):\n    T.evaluate(T.break_loop())"),
    "continue": ("for i in range(8):\n    continue", "for i in range(8):\n    T.evaluate(T.continue_loop())"),
    "remap": (
        'for i, j in T.grid(8, 8):\n    with T.block("b"):\n        vi, vj = T.axis.remap("SR", [i, j])\n        A[vi, vj] = 0.0',
        'for i, j in T.grid(8, 8):\n    with T.block("b"):\n        vi = T.axis.spatial(8, i)\n        vj = T.axis.reduce(8, j)\n        A[vi, vj] = 0.0',
    ),
    "names of the newer dialect": (
        'with T.sblock("b"):\n    C = T.sblock_alloc_buffer((8,), "int32")\n    C[0] = 1',
        'with T.block("b"):\n    C = T.alloc_buffer((8,), "int32")\n    C[0] = 1',
    ),
    "chained comparison": ("if 0 < n < 8:\n    B[n] = 1", "if T.And(0 < n, n < 8):\n    B[n] = 1"),
    "and, or, not": (
        "if (n > 1 and n < 5) or not n == 0:\n    B[0] = 1",
        "if T.Or(T.And(n > 1, n < 5), T.Not(n == 0)):\n    B[0] = 1",
    ),
    "a Python value decides `and`": ("if True and n > 1:\n    B[0] = 1", "if n > 1:\n    B[0] = 1"),
    "conditional expression": ("B[0] = n if n > 1 else 2", "B[0] = T.if_then_else(n > 1, n, 2)"),
    "conditional over a Python value": ('B[0] = n if A.dtype == "float32" else 2', "B[0] = n"),
    "comprehension": ("B[0] = sum([B[i] for i in range(1, 4) if i != 2], T.int32(0))", "B[0] = B[1] + B[3]"),
    "lambda": ("B[0] = (lambda a, b=2: a * b)(n)", "B[0] = n * 2"),
    "dictionary, subscript, f-string": ('B[0] = {"k1": n}[f"k{1}"]', "B[0] = n"),
    "starred arguments": (
        "for i, j in T.grid(*[8, 8]):\n    A[i, j] = 0.0",
        "for i, j in T.grid(8, 8):\n    A[i, j] = 0.0",
    ),
    "double-starred arguments": ('T.func_attr(**{"attrs": {"k": 1}})\nB[0] = 1', 'T.func_attr({"k": 1})\nB[0] = 1'),
    "slice as a vector": ("B[0:4] = B[4:8] + B[0:4]", "B[T.Ramp(0, 1, 4)] = B[T.Ramp(4, 1, 4)] + B[T.Ramp(0, 1, 4)]"),
    "slice with a step": ("B[0:4] = B[0:8:2]", "B[T.Ramp(0, 1, 4)] = B[T.Ramp(0, 2, 4)]"),
    "negative number": ("B[0] = -n", "B[0] = n * -1"),
}


@pytest.mark.parametrize("title", SAME)
def test_a_form_means_its_plain_form(title: str) -> None:
    form, plain = SAME[title]
    assert_structural_equal(parsed(form), parsed(plain))


def test_operators_make_their_nodes() -> None:
    made = {
        "n + 2": e.Add,
        "n - 2": e.Sub,
        "n * 2": e.Mul,
        "n // 2": e.FloorDiv,
        "n % 2": e.FloorMod,
        "n & 2": e.Call,
        "n << 2": e.Call,
        "~n": e.Call,
        "n < 2": e.LT,
        "n <= 2": e.LE,
        "n == 2": e.EQ,
        "n != 2": e.NE,
        "T.float32(1) / A[0, 0]": e.Div,
    }
    for text, kind in made.items():
        body = parsed(f"T.evaluate({text})").body
        assert isinstance(body, s.Evaluate)
        assert type(body.value) is kind, text


def test_a_long_sum_is_read_without_recursion() -> None:
    body = parsed("B[0] = " + " + ".join(["n"] * 600)).body
    assert isinstance(body, s.BufferStore)


def test_nodes_know_where_they_stand() -> None:
    text = program(HEAD + "    for i in range(8):\n        B[i] = B[i] * 2 + n\n")
    func = next(iter(analyze(text).functions.values()))
    loop = func.body
    store = loop.body
    assert loop.span.text == "for i in range(8)"
    assert store.span.text == "B[i] = B[i] * 2 + n"
    assert store.value.span.text == "B[i] * 2 + n"
    assert store.value.a.a.span.text == "B[i]"
    assert loop.loop_var.name == "i"


def test_parameters_of_every_kind() -> None:
    func = from_source(
        program(
            'def f(a: T.handle, p: T.handle("float32", "shared"), n: T.int64, A: T.Buffer[(4, n), "float16"], B: "T.Buffer((n,))") -> T.int32:\n'
            "    C = T.match_buffer(a, (n, 2))\n    C[0, 0] = B[0]\n    return 1\n"
        )
    )
    names = [param.name for param in func.params]
    assert names == ["a", "p", "n", "A_handle", "B_handle"]
    assert [func.buffer_map[p].name for p in func.params if p in func.buffer_map] == ["C", "A", "B"]
    assert func.params[1].type_annotation.storage_scope == "shared"
    assert func.buffer_map[func.params[3]].dtype == "float16"
    assert func.ret_type.dtype == "int32"


def test_names_of_what_is_made() -> None:
    func = parsed(
        "for outer in range(8):\n    x = outer + n\n    with T.block('b'):\n        axis = T.axis.S(8, outer)\n        C = T.alloc_buffer((8,))\n        C[axis] = T.float32(x)"
    )
    text = func.script()
    assert all(
        part in text
        for part in (
            "for outer in",
            "x: T.int32 = outer + n",
            "axis = T.axis.spatial(8, outer)",
            "C = T.alloc_buffer((8,))",
        )
    )


def test_functions_of_a_module_call_one_another() -> None:
    module = from_source(
        IMPORTS
        + "@I.ir_module\nclass Module:\n    I.module_attrs({'k': 1})\n    @T.prim_func\n    def main(n: T.int32):\n        T.evaluate(Module.helper(n) + cls.helper(2))\n"
        "    @T.prim_func(private=True)\n    def helper(n: T.int32) -> T.int32:\n        return n\n"
    )
    call = module["main"].body.value.a
    assert call.op is module.get_global_var("helper")
    assert call.dtype == "int32"
    assert module.attrs["k"] == 1
    assert "global_symbol" not in module["helper"].attrs
    assert module["main"].attrs["global_symbol"] == "main"


def test_macros_see_the_names_around_their_definition_or_those_of_the_caller() -> None:
    text = (
        IMPORTS
        + "K = 3\n\n@T.macro\ndef hygienic(A, i):\n    A[i] = K\n\n@T.macro(hygienic=False)\ndef open(A):\n    A[n] = 1\n\n"
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'int32'), n: T.int32):\n    for i in range(8):\n        hygienic(A, i)\n    open(A)\n"
    )
    analysis = analyze(text)
    assert not analysis.diagnostics
    plain = from_source(
        program(
            "def f(A: T.Buffer((8,), 'int32'), n: T.int32):\n    for i in range(8):\n        A[i] = 3\n    A[n] = 1\n"
        )
    )
    assert_structural_equal(analysis.functions["f"], plain)


def test_a_mistake_in_a_macro_is_reported_at_the_call_with_a_note_in_the_macro() -> None:
    text = (
        IMPORTS + "@T.macro\ndef m(A):\n    A[0, 0] = 1\n\n@T.prim_func\ndef f(A: T.Buffer((8,), 'int32')):\n    m(A)\n"
    )
    (found,) = analyze(text).diagnostics
    assert found.code == "rank-mismatch"
    assert found.span.text == "m(A)"
    assert (found.notes[0].span.line, found.notes[0].span.text) == (4, "A[0, 0]")
