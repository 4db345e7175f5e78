"""Documents that programs put together: `tvm.script.printer.doc` and `to_python_script`."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any, cast

import pytest

from tilewright.ffi import AccessPath
from tilewright.script.printer.doc import (
    AssertDoc,
    AssignDoc,
    ClassDoc,
    CommentDoc,
    DictDoc,
    Doc,
    DocStringDoc,
    ExprDoc,
    ExprStmtDoc,
    ForDoc,
    FunctionDoc,
    IdDoc,
    IfDoc,
    LambdaDoc,
    ListDoc,
    LiteralDoc,
    OperationDoc,
    OperationKind,
    ReturnDoc,
    ScopeDoc,
    SliceDoc,
    StmtBlockDoc,
    StmtDoc,
    TupleDoc,
    WhileDoc,
)
from tilewright.script.printer.doc_printer import to_python_script
from tilewright.tir import FloatImm, IntImm

A, B, C = IdDoc("a"), IdDoc("b"), IdDoc("c")


def binary(kind: OperationKind, left: ExprDoc, right: ExprDoc) -> OperationDoc:
    return OperationDoc(kind, [left, right])


def chosen(condition: ExprDoc, value: ExprDoc, other: ExprDoc) -> OperationDoc:
    return OperationDoc(OperationKind.IfThenElse, [condition, value, other])


def negative(value: ExprDoc) -> OperationDoc:
    return OperationDoc(OperationKind.USub, [value])


@pytest.mark.parametrize(
    ("doc", "text"),
    [
        (LiteralDoc(None), "None"),
        (LiteralDoc(True), "True"),
        (LiteralDoc('say "no"\n\x7f'), r'"say \"no\"\n\x7F"'),
        (LiteralDoc(1e20), "100000000000000000000.0"),
        (LiteralDoc(0.1), "0.10000000000000001"),
        (LiteralDoc(IntImm("int32", 3)), "3"),
        (LiteralDoc(IntImm("bool", 1)), "True"),
        (LiteralDoc(FloatImm("float32", -0.5)), "-0.5"),
        (A[()], "a[()]"),
        (A[SliceDoc(B), SliceDoc(None, B, C), SliceDoc()], "a[b:, :b:c, :]"),
        (A.attr("x").call(B, key=C), "a.x(b, key=c)"),
        (LambdaDoc([A, B], C).call(A), "(lambda a, b: c)(a)"),
        (TupleDoc([A]), "(a,)"),
        (ListDoc([A, DictDoc({LiteralDoc("k"): B})]), '[a, {"k": b}]'),
        (binary(OperationKind.Sub, A, binary(OperationKind.Sub, B, C)), "a - (b - c)"),
        (binary(OperationKind.Pow, binary(OperationKind.Pow, A, B), negative(C)), "(a ** b) ** -c"),
        (binary(OperationKind.Mod, binary(OperationKind.Add, A, B), C).attr("T"), "((a + b) % c).T"),
        (OperationDoc(OperationKind.Not, [binary(OperationKind.And, A, B)]), "not (a and b)"),
        (chosen(A, chosen(A, B, C), chosen(A, B, C)), "b if a else c if a else (b if a else c)"),
        (binary(OperationKind.Lt, A, chosen(A, B, C)), "a < (b if a else c)"),
    ],
)
def test_expressions(doc: Doc, text: str) -> None:
    assert to_python_script(doc) == text


FUNCTION = FunctionDoc(
    IdDoc("f"),
    [AssignDoc(A, None, IdDoc("int")), AssignDoc(B, LiteralDoc(1), IdDoc("int"))],
    [IdDoc("wrap")],
    LiteralDoc(None),
    [ReturnDoc(A)],
)


def test_statements() -> None:
    body: Sequence[StmtDoc] = [
        CommentDoc("first\nsecond"),
        DocStringDoc("said"),
        FUNCTION,
        AssignDoc(TupleDoc([A, TupleDoc([B, C])]), TupleDoc([A, B])),
        ForDoc(TupleDoc([A, B]), C, []),
        WhileDoc(A, [ScopeDoc(B, C, [AssertDoc(A, LiteralDoc("no"))])]),
        IfDoc(A, [], [ExprStmtDoc(B)]),
    ]
    expected = '''\
        @wrap
        class M:
            # first
            # second
            """
            said
            """
            @wrap
            def f(a: int, b: int = 1) -> None:
                return a

            a, (b, c) = a, b
            for a, b in c:
                pass
            while a:
                with c as b:
                    assert a, "no"
            if a:
                pass
            else:
                b'''
    assert to_python_script(ClassDoc(IdDoc("M"), [IdDoc("wrap")], body)) == textwrap.dedent(expected)


def test_comments() -> None:
    line, suite, function = ExprStmtDoc(A), WhileDoc(A, [ExprStmtDoc(B)]), FunctionDoc(A, [], [], None, [])
    line.comment, suite.comment, function.comment = "behind", "above\nit", "inside"
    text = '# above\n# it\nwhile a:\n  b\na  # behind\ndef a():\n  """\n  inside\n  """\n  pass'
    assert to_python_script(StmtBlockDoc([suite, line, function]), indent_spaces=2) == text
    line.comment = "two\nlines"
    with pytest.raises(ValueError, match="cannot have newline"):
        to_python_script(line)


def test_what_is_no_statement() -> None:
    with pytest.raises(ValueError, match="annotation where there is no value"):
        AssignDoc(A, None)
    with pytest.raises(ValueError, match="to a tuple"):
        AssignDoc(TupleDoc([A]), B, C)
    with pytest.raises(ValueError, match="non-empty"):
        IfDoc(A, [], [])
    with pytest.raises(TypeError, match="LiteralDoc"):
        LiteralDoc(cast(Any, []))
    with pytest.raises(RuntimeError, match="iterable"):
        iter(A)


def named(name: str, path: AccessPath) -> IdDoc:
    doc = IdDoc(name)
    doc.source_paths = [path]
    return doc


def test_the_longest_known_beginning_of_a_path_is_underlined() -> None:
    root = AccessPath.root()
    inner = named("inner", root.attr("x").attr("y"))
    doc = StmtBlockDoc([ExprStmtDoc(named("outer", root.attr("x"))), ExprStmtDoc(binary(OperationKind.Add, inner, A))])
    assert to_python_script(doc, path_to_underline=[root.attr("x").attr("y").attr("z")]) == "outer\ninner + a\n^^^^^"
    assert to_python_script(doc, path_to_underline=[root.attr("x")]) == "outer\n^^^^^\ninner + a"
    assert to_python_script(doc, path_to_underline=[root.attr("other")]) == "outer\ninner + a"


def test_lines_around_what_is_underlined() -> None:
    path = AccessPath.root().attr("it")
    doc = StmtBlockDoc([ExprStmtDoc(named("it", path) if at == 7 else IdDoc(f"x{at}")) for at in range(12)])
    text = to_python_script(doc, print_line_numbers=True, num_context_lines=2, path_to_underline=[path])
    assert text == ("(... 5 lines skipped ...)\n 6 x5\n 7 x6\n 8 it\n   ^^\n 9 x8\n10 x9\n(... 2 lines skipped ...)")
