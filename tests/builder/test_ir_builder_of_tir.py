"""`tir.ir_builder`: TVM's builder of before TVMScript."""

from __future__ import annotations

import numpy as np
import pytest

import tilewright as tvm
from tilewright import te, tir
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.script import from_source


def test_loops_branches_and_memory() -> None:
    n = te.var("n")
    ib = tir.ir_builder.create()
    A = ib.allocate("float32", n, name="A")
    with ib.for_range(0, n) as i:
        with ib.if_scope(i % 2 == 0):
            A[i] = A[i] + 1
        with ib.else_scope():
            A[0] = A[i] + 2
    with ib.for_range(1, 4, kind="unroll"), ib.new_scope():
        x = ib.let("x", n * 2)
        ib.emit(tir.call_extern("int32", "f", x))
    expected = from_source(
        "@T.prim_func(check_well_formed=False)\ndef f(n: T.int32):\n    A = T.allocate([n], 'float32', 'global')\n"
        "    B = T.Buffer((n,), data=A)\n    for i in range(n):\n        if i % 2 == 0:\n            B[i] = B[i] + T.float32(1)\n"
        "        else:\n            B[0] = B[i] + T.float32(2)\n"
        "    for j in T.unroll(1, 4):\n        x: T.int32 = n * 2\n        T.call_extern('int32', 'f', x)\n"
    )
    assert_structural_equal(tir.PrimFunc([n], ib.get()), expected.without_attr("global_symbol"))


def test_threads_pointers_and_conditions() -> None:
    ib = tir.ir_builder.create()
    thread = te.thread_axis("threadIdx.x")
    ib.scope_attr(thread, "thread_extent", 4)
    p = ib.pointer("int32", name="p")
    with ib.while_loop(ib.likely(p[0] < 4)):
        p[0] = p[0] + 1
    lines = str(ib.get()).splitlines()
    assert [line.strip() for line in lines] == [
        'with T.launch_thread("threadIdx.x", 4) as threadIdx_x:',
        'p = T.Buffer((1,), "int32")',
        "while T.likely(p[0] < 4):",
        "p[0] = p[0] + 1",
    ]


def test_the_body_of_an_extern_op() -> None:
    def body(ins: list[tir.Buffer], outs: list[tir.Buffer]) -> tir.Stmt:
        ib = tir.ir_builder.create()
        a, b = ib.buffer_ptr(ins[0]), ib.buffer_ptr(outs[0])
        with ib.for_range(0, 8, "i") as i:
            b[i] = a[i] * 2.0
        return ib.get()

    A = te.placeholder((8,), name="A")
    B = te.extern((8,), [A], body, name="B", dtype="float32")
    given, out = np.arange(8, dtype="float32"), np.zeros(8, "float32")
    tvm.build(te.create_prim_func([A, B]))(given, out)
    np.testing.assert_array_equal(out, given * 2)


def test_what_does_not_fit() -> None:
    ib = tir.ir_builder.create()
    with pytest.raises(ValueError, match="else_scope can only follow"):
        ib.else_scope()
    with pytest.raises(ValueError, match="Unknown kind"):
        ib.for_range(0, 4, kind="sideways")
    with pytest.raises(ValueError, match="float32 vs int32"):
        ib.pointer("int32")[0] = 1.0
    with pytest.raises(RuntimeError, match="inside construction scope"), ib.for_range(0, 4):
        ib.get()


def test_vectors_are_stored_where_the_index_is_one() -> None:
    ib = tir.ir_builder.create()
    A, B = tir.decl_buffer((8,), "int32", "A"), tir.decl_buffer((8,), "int32", "B")
    a, b = ib.buffer_ptr(A), ib.buffer_ptr(B)
    b[tir.Ramp(0, 2, 4)] = a[tir.Ramp(4, 1, 4)]
    store = ib.get()
    assert isinstance(store, tir.BufferStore)
    assert str(store.value.dtype) == "int32x4"
    with pytest.raises(ValueError, match="data type does not match content type float32 vs int32"):
        b[0] = tir.const(1.0, "float32")
