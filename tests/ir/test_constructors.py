"""What TVM's programs build by hand: constants, operators, vectors, buffers and index maps, and the mistakes that are refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tilewright import runtime, te, tir
from tilewright.arith.analyzer import Analyzer
from tilewright.core.base.dtype import dtype
from tilewright.core.ir.index_map import IndexMap
from tilewright.core.ir.node import type_ as types
from tilewright.core.ir.structural import structural_equal
from tilewright.error import TVMError

x: Any = te.var("x")
m, n = te.size_var("m"), te.size_var("n")
B = tir.decl_buffer((24,), "int32", "B")
T: Any = tir  # constructors take Python numbers, which their declarations do not say
LANES: Any = 4 * tir.vscale()
INDEX = T.Ramp(0, 1, LANES)


def test_unsigned_differences_wrap_except_from_zero() -> None:
    assert value(T.const(19, "uint8") - T.const(144, "uint8")) == 131


def test_texts_are_equal_by_their_letters() -> None:
    text = tir.StringImm("abc")
    assert text in ("abc", tir.StringImm("abc"))
    assert text not in (None, "ab", tir.StringImm("ab"))


def test_the_name_of_a_variable_is_a_text() -> None:
    with pytest.raises(TypeError, match="the name of a variable"):
        T.Var(1, "int32")


def value(constant: Any) -> int:
    assert isinstance(constant, tir.IntImm)
    return constant.value


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (True, "bool"),
        (np.uint8(1), "uint8"),
        (np.int64(1), "int64"),
        (np.float16(1), "float16"),
        (1 << 31, "int64"),
        (1.0, "float32"),
        (1e39, "float64"),
    ],
)
def test_types_of_constants(given: Any, expected: str) -> None:
    made: Any = T.const(given)
    assert (made.dtype, made.value) == (expected, given)


MISTAKES: dict[str, tuple[Callable[[], Any], str]] = {
    "int8": (lambda: T.const(128, "int8"), "exceeds range of int8"),
    "uint32": (lambda: T.const(-1, "uint32"), "exceeds range of uint32"),
    "float16": (lambda: T.const(65505.0, "float16"), "exceeds maximum of float16"),
    "an integer as a float": (lambda: T.FloatImm("int32", 1.0), "supports only float"),
    "division by zero": (lambda: T.floordiv(T.const(5, "int32"), T.const(0, "int32")), "Divide by zero"),
    "remainder by zero": (lambda: T.const(5, "int32") % T.const(0, "int32"), "Divide by zero"),
    "below zero": (lambda: T.const(0, "uint8") - T.const(10, "uint8"), "holds no negative number"),
    "shift": (lambda: x << 32, "Shift amount must be non-negative and less than 32"),
    "handles": (lambda: T.StringImm("s").astype("int32"), "Can't cast a handle to other types"),
    "numbers as conditions": (lambda: T.all(T.const(True), x), "takes conditions"),
    "powers of integers": (lambda: T.power(x, x), "takes floats"),
    "lanes": (lambda: T.Ramp(0, 1, tir.vscale() * 2 + 5), "Invalid expression for scalable lanes"),
    "one mask of two": (
        lambda: T.BufferStore(B, T.Broadcast(1, LANES), [INDEX], T.Broadcast(T.const(True), 4)),
        "must both be scalable",
    ),
    "a narrow mask": (
        lambda: T.BufferLoad(B, [T.Ramp(0, 1, 8)], T.Broadcast(T.const(True), 4)),
        "mask with 4 lanes, but trying to load a vector with 8 lanes",
    ),
    "a mask of numbers": (lambda: T.BufferLoad(B, [INDEX], T.Broadcast(1, LANES)), "boolean values, but got int32"),
    "no inverse": (lambda: IndexMap.from_func(lambda i: [i // 4, i % 4]).inverse([14]), "no inverse"),
}


@pytest.mark.parametrize("name", list(MISTAKES))
def test_mistakes(name: str) -> None:
    make, message = MISTAKES[name]
    with pytest.raises(TVMError, match=message):
        make()


def test_axis_separators_stand_in_order() -> None:
    with pytest.raises(ValueError, match="axis separator 2"):
        tir.decl_buffer([1], axis_separators=[1, 2])


def test_integers_of_one_width_meet_unsigned() -> None:
    a, b = te.var("a", "uint32"), te.var("b", "int32")
    assert ((a + b).dtype, (b * a).dtype, T.if_then_else(te.var("c", "bool"), a, b).dtype) == ("uint32",) * 3


def test_lanes_are_normal() -> None:
    assert T.Broadcast(0, T.const(11, "int64")).lanes.dtype == "int32"
    made: Any = T.Ramp(0, 1, 11 * tir.vscale())
    assert made.lanes.a.equal(tir.vscale())
    assert made.lanes.b.value == 11
    assert (T.Ramp(0, 1, LANES) + 3).b.dtype == "int32xvscalex4"


def test_pointers_are_variables() -> None:
    pointer = te.var("p", types.PointerType(types.PrimType(dtype("int32"))))
    assert tir.decl_buffer([m], "int32", data=pointer).data is pointer


def test_offsets_are_simplified() -> None:
    k, d = te.size_var("k"), te.size_var("d")
    A = tir.decl_buffer((m, n), "float32", elem_offset=100)
    assert structural_equal(A.offset_of([2, 3]), [n * 2 + 103])
    wide = tir.decl_buffer((m, n), strides=(d, 1))
    assert structural_equal(wide.offset_of((k // d, k % d)), [k])
    four = tir.decl_buffer((1, 14, 14, 1024))
    i = te.size_var("i")
    index = i * 50176 + k
    pieces = (index // 1024 // 14 // 14, index // 1024 // 14 % 14, index // 1024 % 14, index % 1024)
    assert structural_equal(four.offset_of(pieces), four.offset_of((0, 0, 0, index)))


def test_pointers_for_calls() -> None:
    A = tir.decl_buffer((m, n), "float32", strides=[n + 1, 1])
    made: Any = A.access_ptr("rw", offset=100)
    assert structural_equal(made.args[3], (n + 1) * m - 100)
    assert made.args[4].value == tir.Buffer.READ | tir.Buffer.WRITE


def test_flat_views() -> None:
    assert structural_equal(tir.decl_buffer([16, 32]).get_flattened_buffer().shape, (T.const(512),))
    assert B.get_flattened_buffer() is B
    grouped = tir.decl_buffer([4, 16, 32], axis_separators=[2]).get_flattened_buffer()
    assert [value(size) for size in (*grouped.shape, *grouped.axis_separators)] == [64, 32, 1]


PADDED: dict[str, tuple[Any, list[int], str, str]] = {
    "none": (lambda i: [i // 4, i % 4], [16], "axis0 * 4 + axis1", "T.bool(False)"),
    "right": (lambda i: [i // 4, i % 4], [15], "axis0 * 4 + axis1", "axis0 == 3 and 3 == axis1"),
    "left": (lambda i: [(i + 1) // 4, (i + 1) % 4], [15], "axis0 * 4 + axis1 - 1", "axis0 == 0 and axis1 < 1"),
    "several": (
        lambda i: [(i + 5) // 32, (i + 5) // 4 % 8, (i + 5) % 4],
        [123],
        "axis0 * 32 + axis1 * 4 + axis2 - 5",
        "axis0 == 0 and axis1 * 4 + axis2 < 5",
    ),
}


@pytest.mark.parametrize("name", list(PADDED))
def test_padded_maps_go_back(name: str) -> None:
    forward, shape, back_to, outside = PADDED[name]
    back, padding = IndexMap.from_func(forward, index_dtype="int32").non_surjective_inverse(shape)
    assert (str(back.final_indices[0]), str(padding)) == (back_to, outside)


def test_padding_is_what_no_element_has() -> None:
    forward = IndexMap.from_func(
        lambda i, j: [(i + 1) // 4, (j + 5) // 8, (i + 1) % 4, (j + 5) % 8], index_dtype="int32"
    )
    back, padding = forward.non_surjective_inverse([14, 31])
    taken = {tuple(value(each) for each in forward.map_indices([i, j])) for i in range(14) for j in range(31)}
    simplify = Analyzer().simplify
    for place in np.ndindex(4, 5, 4, 8):
        values = dict(zip(back.initial_indices, map(int, place)))
        is_padding = simplify(tir.stmt_functor.substitute(padding, values))
        assert bool(value(is_padding)) == (place not in taken)


def test_tensors_are_laid_out_anew() -> None:
    forward = IndexMap.from_func(lambda i, j: [j // 2, i, j % 2])
    given = np.arange(12, dtype="int8").reshape(3, 4)
    moved = forward.map_tensor(runtime.tensor(given))
    assert (moved.numpy() == given.reshape(3, 2, 2).transpose(1, 0, 2)).all()
    assert (forward.inverse([3, 4]).map_ndarray(moved).numpy() == given).all()


def test_maps_take_wider_indices() -> None:
    forward = IndexMap.from_func(lambda i: [i // 4, i % 4], index_dtype="int32")
    assert [each.dtype for each in forward.map_indices([T.const(42, "int64")])] == ["int64", "int64"]
    assert [each.dtype for each in forward.map_shape([T.const(14, "int64")])] == ["int64", "int64"]
    assert forward.inverse([16]).is_equivalent_to(IndexMap.from_func(lambda i, j: [4 * i + j]))
