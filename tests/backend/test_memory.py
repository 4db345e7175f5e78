"""Vectors, masks, allocations, constants and pointers."""

from __future__ import annotations

import ctypes
import mmap
import sys
from typing import Any

import numpy as np
import pytest

from tests.backend.flat_functions import flat, function, load, loop, module, ramp, run, store
from tilewright.core.ir.node.type_ import PointerType, PrimType
from tilewright.core.ops.table import OPS
from tilewright.ir.expr import Add, Broadcast, BufferLoad, Call, IntImm, Select, Shuffle, Var
from tilewright.ir.stmt import Allocate, AllocateConst, Evaluate, SeqStmt
from tilewright.runtime import OutOfMemory

INT32 = "int32"


def numbers(count: int, type_: str = "float32") -> np.ndarray[Any, Any]:
    return np.arange(1, count + 1).astype(type_)


@pytest.mark.parametrize("step", [1, -1, 2, 3, 0])
@pytest.mark.parametrize("type_", ["float32", "int8", "bool", "float16"])
def test_vector_load_with_a_step(step: int, type_: str) -> None:
    a, out = flat("a", type_, 32), flat("out", type_, 8)
    first = 24 if step < 0 else 2
    given, result = (numbers(32, "int32") % 3).astype(type_), np.zeros(8, type_)
    run([a, out], store(out, ramp(0, 1, 8), load(a, ramp(first, step, 8))), args=(given, result))
    np.testing.assert_array_equal(result, given[[first + step * lane for lane in range(8)]])


@pytest.mark.parametrize("step", [1, -1, 2])
def test_vector_store_with_a_step(step: int) -> None:
    a, out = flat("a", size=4), flat("out", size=16)
    given, result = numbers(4), np.zeros(16, "float32")
    run([a, out], store(out, ramp(8, step, 4), load(a, ramp(0, 1, 4))), args=(given, result))
    expected = np.zeros(16, "float32")
    expected[[8 + step * lane for lane in range(4)]] = given
    np.testing.assert_array_equal(result, expected)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="protects pages of memory")
@pytest.mark.parametrize("lanes", [2, 3, 4, 8, 16])
@pytest.mark.parametrize("type_", ["float32", "int8", "float64"])
def test_vectors_of_every_second_element_end_with_the_last_one(lanes: int, type_: str) -> None:
    """Behind it is a page of memory that nobody may read."""
    page, count = mmap.PAGESIZE, 2 * lanes - 1
    memory = mmap.mmap(-1, 2 * page)
    address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    assert ctypes.CDLL(None).mprotect(ctypes.c_void_p(address + page), ctypes.c_size_t(page), 0) == 0
    given = np.frombuffer(memory, type_, count, page - count * np.dtype(type_).itemsize)
    given[:] = np.arange(count)
    a, out = flat("a", type_, count), flat("out", type_, lanes)
    result = np.zeros(lanes, type_)
    run([a, out], store(out, ramp(0, 1, lanes), load(a, ramp(0, 2, lanes))), args=(given, result))
    np.testing.assert_array_equal(result, given[::2])


def test_sum_of_ramp_and_splat_is_one_vector_load() -> None:
    a, out, k = flat("a", size=32), flat("out", size=4), Var("k", INT32)
    place = Add(ramp(0, 1, 4), Broadcast(k * 4, IntImm(INT32, 4)))
    native = module(function("f", [a, out, k], store(out, ramp(0, 1, 4), load(a, place))))
    result = np.zeros(4, "float32")
    native(numbers(32), result, 3)
    np.testing.assert_array_equal(result, [13, 14, 15, 16])
    assert "load <4 x float>" in native.get_source("raw")


def test_gather_by_loaded_indices() -> None:
    table, index, out = flat("table"), flat("index", INT32, 4), flat("out", size=4)
    result = np.zeros(4, "float32")
    picked = np.array([5, 0, 15, 5], INT32)
    body = store(out, ramp(0, 1, 4), load(table, load(index, ramp(0, 1, 4))))
    run([table, index, out], body, args=(numbers(16), picked, result))
    np.testing.assert_array_equal(result, numbers(16)[picked])


@pytest.mark.parametrize("type_", ["float32", "bool", "int8"])
@pytest.mark.parametrize("step", [1, 2])
def test_masked_lanes_are_neither_read_nor_written(step: int, type_: str) -> None:
    a, out, limit = flat("a", type_), flat("out", type_), Var("limit", INT32)
    mask = ramp(0, 1, 8) < Broadcast(limit, IntImm(INT32, 8))
    value = load(a, ramp(0, step, 8), mask)
    given, result = np.ones(16, type_), np.zeros(16, type_)
    run([a, out, limit], store(out, ramp(0, step, 8), value, mask), args=(given, result, 5))
    expected = np.zeros(16, type_)
    expected[: 5 * step : step] = 1
    np.testing.assert_array_equal(result, expected)


def test_scalar_predicate() -> None:
    a, out, keep = flat("a", size=1), flat("out", size=1), Var("keep", "bool")
    native = module(function("f", [a, out, keep], store(out, 0, load(a, 0, keep), keep)))
    result = np.zeros(1, "float32")
    native(numbers(1), result, False)
    assert result[0] == 0
    native(numbers(1), result, True)
    assert result[0] == 1


def test_buffer_of_vectors() -> None:
    """An element of type float32x4 is four numbers that lie together."""
    a, out = flat("a", "float32x4", 8), flat("out", "float32x4", 4)
    body = loop(4, lambda i: store(out, i, load(a, i * 2) + load(a, i * 2 + 1)))
    given, result = numbers(32).reshape(8, 4), np.zeros((4, 4), "float32")
    run([a, out], body, args=(given, result))
    np.testing.assert_array_equal(result, given[::2] + given[1::2])


def test_vector_of_vector_elements() -> None:
    a, out = flat("a", "float32x2", 8), flat("out", "float32x2", 4)
    body = store(out, ramp(0, 1, 4), load(a, ramp(1, 2, 4)))
    given, result = numbers(16).reshape(8, 2), np.zeros((4, 2), "float32")
    run([a, out], body, args=(given, result))
    np.testing.assert_array_equal(result, given[1::2])


def test_shuffle_picks_lanes_of_several_vectors() -> None:
    a, out = flat("a", size=8), flat("out", size=4)
    halves = (load(a, ramp(0, 1, 4)), load(a, ramp(4, 1, 4)))
    picked = Shuffle(halves, tuple(IntImm(INT32, place) for place in (7, 0, 4, 3)))
    result = np.zeros(4, "float32")
    run([a, out], store(out, ramp(0, 1, 4), picked), args=(numbers(8), result))
    assert result.tolist() == [8, 1, 5, 4]


def test_halves_of_a_vector() -> None:
    a, out = flat("a", size=8), flat("out", size=8)
    whole = load(a, ramp(0, 1, 8))
    low, high = (Call("float32x4", OPS[f"tir.vector{part}"], (whole,)) for part in ("low", "high"))
    swapped = Call("float32x8", OPS["tir.vectorcombine"], (high, low))
    result = np.zeros(8, "float32")
    run([a, out], store(out, ramp(0, 1, 8), swapped), args=(numbers(8), result))
    assert result.tolist() == [5, 6, 7, 8, 1, 2, 3, 4]


def test_active_lane_mask() -> None:
    out, base = flat("out", "bool", 4), Var("base", INT32)
    mask = Call("boolx4", OPS["tir.get_active_lane_mask"], (base, IntImm(INT32, 10)))
    result = np.zeros(4, "bool")
    run([out, base], store(out, ramp(0, 1, 4), mask), args=(result, 8))
    assert result.tolist() == [True, True, False, False]


def test_vector_select_and_comparison() -> None:
    a, out = flat("a", size=8), flat("out", size=8)
    whole = load(a, ramp(0, 1, 8))
    eight = IntImm(INT32, 8)
    chosen = Select(whole < Broadcast(4.5, eight), whole, Broadcast(0.0, eight))
    result = np.zeros(8, "float32")
    run([a, out], store(out, ramp(0, 1, 8), chosen), args=(numbers(8), result))
    assert result.tolist() == [1, 2, 3, 4, 0, 0, 0, 0]


@pytest.mark.parametrize("op", ["exp", "erf", "tanh", "floor"])
def test_functions_of_vectors(op: str) -> None:
    a, out = flat("a", size=4), flat("out", size=4)
    value = Call("float32x4", OPS[f"tir.{op}"], (load(a, ramp(0, 1, 4)),))
    given, result = numbers(4) / 3, np.zeros(4, "float32")
    run([a, out], store(out, ramp(0, 1, 4), value), args=(given, result))
    row = OPS[f"tir.{op}"]
    assert row.evaluate is not None
    np.testing.assert_allclose(result, [row.evaluate(float(x), a.dtype) for x in given], rtol=1e-6)


def local(type_: str, name: str = "local") -> Var:
    return Var(name, PointerType(PrimType(type_)))


@pytest.mark.parametrize("size", [1, 64, 100_000, Var("n", INT32)])
def test_allocated_memory(size: Any) -> None:
    """Small memory lies on the stack, large and dynamic memory on the heap; the results are the same."""
    n = size if isinstance(size, Var) else Var("n", INT32)
    a, out, pointer = flat("a", size=n), flat("out", size=n), local("float32")
    buffer = flat("local", data=pointer, size=size)
    fill = loop(n, lambda i: store(buffer, i, load(a, i) * 2.0))
    copy = loop(n, lambda i: store(out, i, load(buffer, i) + 1.0))
    body = Allocate(pointer, "float32", (size,), True, SeqStmt((fill, copy)))
    native = module(function("f", [a, out, n], body))
    count = 1000 if isinstance(size, Var) else size
    given, result = numbers(count), np.zeros(count, "float32")
    native(given, result, count)
    np.testing.assert_array_equal(result, given * 2 + 1)


def test_memory_that_nobody_has() -> None:
    n, out, pointer = Var("n", "int64"), flat("out", size=1), local("float32")
    buffer = flat("local", data=pointer, size=n)
    body = Allocate(pointer, "float32", (n, n), True, SeqStmt((store(buffer, 0, 1.0), store(out, 0, load(buffer, 0)))))
    native = module(function("f", [out, n], body))
    for huge in (2**62, 2**40, 2**31):
        with pytest.raises(OutOfMemory, match="f: out of memory for `local`"):
            native(np.zeros(1, "float32"), huge)
    native(np.zeros(1, "float32"), -5)


def test_constant_data() -> None:
    out, pointer = flat("out", size=3), local("float32")
    table = flat("table", data=pointer, size=3)
    body = AllocateConst(
        pointer, "float32", (3,), np.array([1.5, 2.5, 3.5]), loop(3, lambda i: store(out, i, load(table, i)))
    )
    result = np.zeros(3, "float32")
    run([out], body, args=(result,))
    assert result.tolist() == [1.5, 2.5, 3.5]


def test_constant_data_of_the_module() -> None:
    out, pointer = flat("out", "int64", 2), local("int64")
    table = flat("table", "int64", data=pointer, size=2)
    body = AllocateConst(pointer, "int64", (2,), 1, loop(2, lambda i: store(out, i, load(table, i))))
    native = module(function("f", [out], body), attrs={"constants": [np.zeros(9), np.array([7, 8])]})
    result = np.zeros(2, "int64")
    native(result)
    assert result.tolist() == [7, 8]


def test_address_arithmetic() -> None:
    """C's memcpy moves eight bytes from the address of an element."""
    a, out = flat("a"), flat("out")
    source = Call("handle", OPS["tir.address_of"], (BufferLoad(a, (IntImm(INT32, 3),)),))
    annotation = Call("float32", OPS["tir.type_annotation"], ())
    target = Call("handle", OPS["tir.tvm_access_ptr"], (annotation, out.data, 5, 2, 2))
    copy = Call("handle", OPS["tir.call_extern"], ("memcpy", target, source, IntImm("int64", 8)))
    result = np.zeros(16, "float32")
    run([a, out], Evaluate(copy), args=(numbers(16), result))
    assert result[5:7].tolist() == [4, 5]
    assert result.sum() == 9
