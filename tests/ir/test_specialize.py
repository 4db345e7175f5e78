"""`PrimFunc.specialize`: parameters that become constants, buffers of known shape, or other expressions."""

from __future__ import annotations

from typing import Any

from tilewright import tir
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.script import from_source


def private(text: str) -> Any:
    return from_source(f"@T.prim_func(private=True, check_well_formed=False)\n{text}")


def test_nothing_to_specialize() -> None:
    func = private("def f(n: T.int32):\n    T.evaluate(n)\n")
    assert func.specialize({}) is func


def test_sizes_are_computed_again() -> None:
    body = "    for i in range({0} - 1):\n        B[i] = A[i // 8, i % 8] + ({0} + 1) * 42\n"
    before = private(
        "def f(a: T.handle, b: T.handle):\n    n = T.int32()\n    A = T.match_buffer(a, (n // 8, 8), 'int32')\n"
        "    B = T.match_buffer(b, (n,), 'int32')\n" + body.format("n")
    )
    after = private(
        "def f(a: T.handle, b: T.handle):\n    A = T.match_buffer(a, (2, 8), 'int32')\n"
        "    B = T.match_buffer(b, (16,), 'int32')\n" + body.format("16")
    )
    assert_structural_equal(before.specialize({before.params[1]: tir.decl_buffer([16], "int32")}), after)


def test_a_buffer_may_take_the_memory_of_another() -> None:
    before = private("def f(A: T.Buffer((4,)), B: T.Buffer((4,))):\n    B[0] = A[1]\n")
    after = private(
        "def f(A: T.Buffer((4,)), b: T.handle):\n    B = T.match_buffer(b, (4,), data=A.data)\n    B[0] = A[1]\n"
    )
    a, b = before.params
    assert_structural_equal(before.specialize({b: before.buffer_map[a]}), after)


def test_a_pointer_may_become_an_expression() -> None:
    before = private(
        "def f(p: T.handle('float32'), q: T.handle('float32')):\n    A = T.decl_buffer((32,), data=p)\n"
        "    B = T.decl_buffer((16,), data=q)\n    B[0] = A[0]\n"
    )
    after = private(
        "def f(p: T.handle('float32')):\n    A = T.decl_buffer((32,), data=p)\n    q: T.handle('float32') = T.address_of(A[16])\n"
        "    B = T.decl_buffer((16,), data=q)\n    B[0] = A[0]\n"
    )
    made = before.specialize({before.params[1]: tir.address_of(before.body.buffer[16])})
    assert_structural_equal(made, after)


def test_blocks_read_what_is_declared_around_them() -> None:
    func = private(
        "def f(A: T.Buffer((4,), 'int32')):\n    p = T.allocate_const([1, 2, 3, 4], 'int32', [4])\n"
        "    B = T.decl_buffer((4,), 'int32', data=p)\n    for i in range(4):\n        with T.block('b'):\n"
        "            vi = T.axis.spatial(4, i)\n            A[vi] = B[vi]\n"
    )
    assert "T.reads(B[vi])" in func.script()
