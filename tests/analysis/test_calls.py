"""Calls between functions of a module: checked as text, and refused by the compiler in the same words."""

from __future__ import annotations

import textwrap

import pytest

import tilewright
from tilewright.core.base.codes.calls import CODES
from tilewright.core.base.codes.code import Code
from tilewright.core.base.diagnostics import Diagnostic
from tilewright.core.base.source import Source
from tilewright.core.frontend.environment import Static
from tilewright.core.frontend.parse import parse
from tilewright.core.ir.verify import verify
from tilewright.error import DiagnosticError
from tilewright.ir.function import IRModule

HEADER = """
from tilewright.script import ir as I
from tilewright.script import tir as T

@I.ir_module
class M:
    @T.prim_func
    def f2(A: T.Buffer((16,), "float32")):
        A[0] = 1.0

    @T.prim_func
    def f3(a: T.handle, n: T.int32):
        A = T.match_buffer(a, (16,), "float32")
        A[0] = T.Cast("float32", n)

    @T.prim_func
    def f4(p: T.handle, q: T.handle("int8")):
        T.evaluate(T.call_extern("int32", "use", p, q))

    @T.prim_func
    def main(B: T.Buffer((16,), "float32"), C: T.Buffer((4,), "int8"), D: T.Buffer((4,), "float32"), h: T.handle):
"""


def program(*calls: str) -> str:
    return HEADER + textwrap.indent("\n".join(calls), " " * 8) + "\n"


def diagnostics(*calls: str) -> tuple[Diagnostic, ...]:
    return parse(Source(program(*calls)), Static()).diagnostics


def said(*calls: str) -> list[str]:
    return [f"{found.code}: {found.span.text}: {found.message}" for found in diagnostics(*calls)]


def module(*calls: str) -> IRModule:
    made = parse(Source(program(*calls)), Static()).values["M"]
    assert isinstance(made, IRModule)
    return made


def test_every_mistaken_call_is_reported() -> None:
    assert said("M.f2(3)", "M.f2(B.data, 3)", "M.f2()", "M.f2(B[0])", "M.f2(C.data)", "M.f2(D.data)") == [
        "call-argument: 3: `A` of `f2` is an array of float32, and `3` is given; pass the `data` of a buffer",
        "call-count: M.f2(B.data, 3): `f2` takes 1 argument (`A`) and is called with 2",
        "call-count: M.f2(): `f2` takes 1 argument (`A`) and is called with none",
        "call-argument: B[0]: `A` of `f2` is an array of float32, and the element `B[0]` is given; pass `B.data`",
        "call-argument: C.data: `A` of `f2` holds float32, and `C.data` points to int8",
        "call-size: D.data: `A` of `f2` has 16 elements, and `D` has 4",
    ]


def test_parameters_have_the_names_of_the_signature() -> None:
    assert said("M.f3(C.data, 1)", "M.f3(B.data, C.data)", "M.f3(B.data, B[0])", "M.f4(h, B.data)") == [
        "call-argument: C.data: `a` of `f3` holds float32, and `C.data` points to int8",
        "call-argument: C.data: `n` of `f3` is a number of type int32, and a pointer is given",
        "call-argument: B[0]: `n` of `f3` is int32, and the value given is float32",
        "call-argument: B.data: `q` of `f4` holds int8, and `B.data` points to float32",
    ]


def test_note_at_the_definition() -> None:
    count, kind = diagnostics("M.f2()", "M.f2(C.data)")
    assert [(note.message, note.span.text) for note in count.notes] == [("`f2` is defined here", "f2")]
    (note,) = kind.notes
    assert (note.message, note.span.text) == ("`A` is declared here", "A")
    assert "def f2(A" in note.span.source.text.splitlines()[note.span.source.line_of(note.span.start)]


@pytest.mark.parametrize(
    "calls",
    [
        ["M.f2(B.data)", "M.f3(B.data, 3)", "M.f3(B.data, T.Cast('int32', C[0]))", "M.f4(B.data, C.data)"],
        ["M.f2(h)", "M.f4(h, h)"],
        ["V = T.decl_buffer((1,), 'float32', data=C.data)", "V[0] = 1.0", "M.f2(C.data)"],
        ["M.f2(T.address_of(B[0]))"],
        ["with T.block('b'):", "    S = T.alloc_buffer((16,))", "    M.f2(S.data)", "    B[0] = S[0]"],
    ],
)
def test_calls_that_fit_get_nothing(calls: list[str]) -> None:
    assert said(*calls) == []


def test_compiler_says_the_same_at_the_same_place() -> None:
    wrong = module("M.f2(B.data, 3)", "M.f2(C.data)", "M.f2(D.data)")
    with pytest.raises(DiagnosticError) as raised:
        tilewright.build(wrong)
    assert [(found.code, found.span.text) for found in raised.value.diagnostics] == [
        ("call-count", "M.f2(B.data, 3)"),
        ("call-argument", "C.data"),
    ]


def test_verify_of_a_module_checks_its_calls() -> None:
    assert [found.code for found in verify(module("M.f2()"))] == ["call-count"]


IMPORTS = "from tilewright.script import ir as I\nfrom tilewright.script import tir as T\n\n"


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.name)
def test_examples_of_the_catalogue(code: Code) -> None:
    found = parse(Source(IMPORTS + code.example), Static()).diagnostics
    assert {each.code for each in found} == {code.name}
    assert not parse(Source(IMPORTS + code.fixed), Static()).diagnostics
