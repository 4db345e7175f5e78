"""Statements in the flat form of TVM since 0.25, and the nested ones of which they are a view."""

from __future__ import annotations

from typing import Any

import pytest

from tilewright import tir, tirx
from tilewright.core.ir.flat import flat, nested
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.script import from_source
from tilewright.script import tirx as tirx_script

x, y = tir.Var("x", "int32"), tir.Var("y", "int32")
buffer = tir.decl_buffer((4,), "float32", "b")
one = tir.const(1, "int32")
VALUE = tir.const(2.0, "float32")


def is_a(stmt: Any, form: Any) -> bool:
    return isinstance(stmt, form)


def store(index: Any) -> tir.Stmt:
    return tir.BufferStore(buffer, VALUE, [index])


def test_what_defines_something_holds_what_follows() -> None:
    made = tirx.SeqStmt([store(0), tirx.AllocBuffer(buffer), tirx.Bind(x, one), store(x), store(1)])
    declared = tir.DeclBuffer(buffer, tir.LetStmt(x, one, tir.SeqStmt([store(x), store(1)])))
    expected = tir.SeqStmt([store(0), tir.Allocate(buffer.data, "float32", [4], True, declared)])
    assert_structural_equal(made, expected, map_free_vars=True)


def test_a_nested_statement_reads_as_a_sequence() -> None:
    made: Any = tirx.SeqStmt([tirx.AllocBuffer(buffer), tirx.Bind(x, one), store(x), tirx.Evaluate(x)])
    assert is_a(made, tirx.SeqStmt)
    assert len(made) == len(made.seq) == 4
    first, second, third, _ = made.seq
    assert is_a(first, tirx.AllocBuffer)
    assert first.buffer is buffer
    assert not is_a(first, tirx.SeqStmt)
    assert is_a(second, tirx.Bind)
    assert (second.var, int(second.value)) == (x, 1)
    assert third is made[2]
    assert is_a(third, tirx.BufferStore)
    assert [type(each) for each in made] == [type(each) for each in made.seq]


def test_the_views_make_the_program_again() -> None:
    inner = tirx.SeqStmt([tirx.Bind(y, one), store(y)])
    made = tirx.SeqStmt([tirx.DeclBuffer(buffer), tirx.Bind(x, one), store(x), inner])
    assert len(made) == 5  # type: ignore[arg-type]
    assert_structural_equal(nested(flat(made)), made, map_free_vars=True)


def test_what_is_last_defines_nothing_more() -> None:
    made: Any = tirx.SeqStmt([store(0), tirx.Bind(x, one)])
    assert len(made) == 2
    assert is_a(made[1], tirx.Bind)
    assert is_a(tirx.SeqStmt([tirx.Bind(x, one)]), tirx.Bind)


def test_a_value_of_another_type_is_refused() -> None:
    with pytest.raises(TypeError, match="cannot stand for a value of type float32"):
        tirx.Bind(x, VALUE)


def test_memory_that_no_buffer_follows_is_that_of_a_buffer_of_its_sizes() -> None:
    memory = tir.Allocate(buffer.data, "float32", [4], True, tir.Evaluate(0))
    assert is_a(memory, tirx.AllocBuffer)
    assert memory.declared is None
    assert memory.buffer.data is buffer.data
    assert [int(size) for size in memory.buffer.shape] == [4]
    assert bool(memory)


def test_several_marks_are_nested_the_first_outermost() -> None:
    marked: Any = from_source(
        """
@T.prim_func(s_tir=True)
def main(A: T.Buffer((4,), "float32")):
    with T.attr({"first": 1, "second": 2}):
        A[0] = T.float32(0)
    T.attr(0, "first", 1)
    T.attr(0, "second", 2)
    A[0] = T.float32(0)
""",
        {"T": tirx_script},
    )
    first, second = marked.body.seq
    assert_structural_equal(first, second)
    assert (first.attr_key, first.body.attr_key) == ("first", "second")
