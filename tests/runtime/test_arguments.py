"""What a call takes and what it refuses, with the sentence it gives."""

from __future__ import annotations

import array
import ctypes
import math
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import tilewright.ir.operators  # noqa: F401
from tilewright.core.base.diagnostics import UserError
from tilewright.core.codegen.llvm import compile_module
from tilewright.core.ir.buffer import Buffer, decl_buffer
from tilewright.core.ops.table import OPS
from tilewright.ir.expr import BufferLoad, Call, Var
from tilewright.ir.function import IRModule, PrimFunc
from tilewright.ir.stmt import BufferStore, Evaluate, For, ForKind, Stmt
from tilewright.runtime import ArgumentError, Module, Tensor, empty, tensor

INT32 = "int32"


def compiled(name: str, params: list[Any], body: Stmt) -> Module:
    func = PrimFunc(tuple(params), body, attrs={"global_symbol": name})
    return Module(compile_module(IRModule({name: func})))


def flat_view(buffer: Buffer, extent: Any) -> Buffer:
    return decl_buffer((extent,), buffer.dtype, buffer.name, data=buffer.data)


def copying(source: Buffer, target: Buffer, extent: Any, params: list[Any] | None = None, name: str = "copy") -> Module:
    """A function that copies `extent` elements from the memory of one buffer to that of another."""
    i = Var("i", INT32)
    a, b = flat_view(source, extent), flat_view(target, extent)
    body = For(i, 0, extent, ForKind.SERIAL, BufferStore(b, BufferLoad(a, (i,)), (i,)))
    return compiled(name, params or [source, target], body)


@pytest.fixture(scope="module")
def copy() -> Module:
    """copy(A: (n, 4) float32, B: (n, 4) float32)"""
    n = Var("n", INT32)
    return copying(decl_buffer((n, 4), "float32", "A"), decl_buffer((n, 4), "float32", "B"), n * 4)


def f32(*shape: int) -> np.ndarray[Any, Any]:
    return np.arange(math.prod(shape), dtype="float32").reshape(shape)


def refused(module: Module, *args: Any) -> str:
    with pytest.raises(ArgumentError) as caught:
        module(*args)
    return str(caught.value)


def read_only(value: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    value.flags.writeable = False
    return value


@pytest.mark.parametrize("rows", [0, 1, 5])
def test_symbolic_size_is_bound_by_the_arguments(copy: Module, rows: int) -> None:
    target = np.zeros((rows, 4), "float32")
    copy(f32(rows, 4), target)
    np.testing.assert_array_equal(target, f32(rows, 4))


@pytest.mark.parametrize(
    ("a", "b", "sentence"),
    [
        (
            f32(3, 4),
            f32(4, 4),
            "copy: argument `B` has shape (4, 4), and dimension 0 must be 3 (n, bound by dimension 0 of `A`)",
        ),
        (f32(3, 5), f32(3, 4), "copy: argument `A` has shape (3, 5), and dimension 1 must be 4"),
        (f32(12), f32(3, 4), "copy: argument `A` has 1 dimension, shape (12,), and must have 2, shape (n, 4)"),
        (
            f32(1, 3, 4),
            f32(3, 4),
            "copy: argument `A` has 3 dimensions, shape (1, 3, 4), and must have 2, shape (n, 4)",
        ),
        (f32(3, 4).astype("float64"), f32(3, 4), "copy: argument `A` holds float64, and must hold float32"),
        (f32(3, 4).astype(">f4"), f32(3, 4), "copy: argument `A` holds >f4, and must hold float32"),
        (f32(3, 4).astype("complex64"), f32(3, 4), "copy: argument `A` holds complex64, and must hold float32"),
        (None, f32(3, 4), "copy: argument `A` must be an array, and None was given; pass a numpy array"),
        (f32(3, 4), "text", "copy: argument `B` must be an array, and a str was given; pass a numpy array"),
        ([1.0, 2.0], f32(3, 4), "copy: argument `A` must be an array, and a list was given; pass a numpy array"),
        (3.5, f32(3, 4), "copy: argument `A` must be an array, and a float was given; pass a numpy array"),
        (
            f32(4, 3).T,
            f32(3, 4),
            "copy: argument `A` is not compact in row-major order (shape (3, 4), strides (4, 12) in bytes); pass a contiguous copy",
        ),
        (f32(3, 4), read_only(f32(3, 4)), "copy: argument `B` is read-only, and the function writes it"),
    ],
)
def test_bad_arrays(copy: Module, a: Any, b: Any, sentence: str) -> None:
    assert refused(copy, a, b) == sentence


def test_misaligned_array(copy: Module) -> None:
    memory = np.zeros(3 * 4 * 4 + 1, np.uint8)
    shifted = memory[1:].view("float32").reshape(3, 4)
    message = refused(copy, shifted, f32(3, 4))
    assert "`A` begins at address" in message
    assert "which is no multiple of 4 bytes; pass an aligned copy" in message


def test_wrong_number_of_arguments(copy: Module) -> None:
    assert refused(copy, f32(3, 4)) == "copy takes 2 arguments (A, B), and 1 was given"


def test_array_that_is_read_may_be_read_only(copy: Module) -> None:
    target = np.zeros((3, 4), "float32")
    copy(read_only(f32(3, 4)), target)
    np.testing.assert_array_equal(target, f32(3, 4))


def test_strides_do_not_matter_where_a_size_is_one(copy: Module) -> None:
    one_row = np.lib.stride_tricks.as_strided(f32(3, 4), (1, 4), (999, 4))
    target = np.zeros((1, 4), "float32")
    copy(one_row, target)
    np.testing.assert_array_equal(target, one_row)


def test_dimension_too_large_for_its_symbol() -> None:
    n = Var("n", "int8")
    copy = copying(decl_buffer((n,), "int8", "A"), decl_buffer((n,), "int8", "B"), n)
    message = refused(copy, np.zeros(200, "int8"), np.zeros(200, "int8"))
    assert message == "copy: argument `A` has dimension 0 of 200, which does not fit the int8 `n`"


def test_sizes_that_are_expressions() -> None:
    n = Var("n", INT32)
    copy = copying(decl_buffer((n,), "float32", "A"), decl_buffer((n * 2,), "float32", "B"), n)
    target = np.zeros(6, "float32")
    copy(f32(3), target)
    assert target.tolist() == [0, 1, 2, 0, 0, 0]
    assert refused(copy, f32(3), f32(7)) == "copy: argument `B` has shape (7,), and dimension 0 must be 6 (n * 2)"


def test_size_that_no_argument_tells() -> None:
    n = Var("n", INT32)
    with pytest.raises(UserError, match="`n` stands only inside expressions"):
        copying(decl_buffer((n * 2,), "float32", "A"), decl_buffer((n * 2,), "float32", "B"), n)


def test_size_given_by_a_scalar_argument() -> None:
    n = Var("n", INT32)
    a, b = decl_buffer((n,), "float32", "A"), decl_buffer((n,), "float32", "B")
    copy = copying(a, b, n, [a, b, n])
    target = np.zeros(3, "float32")
    copy(f32(3), target, 3)
    assert target.tolist() == [0, 1, 2]
    message = refused(copy, f32(3), target, 4)
    assert message == "copy: argument `A` has shape (3,), and dimension 0 must be 4 (argument `n`)"


def test_symbolic_strides_are_bound() -> None:
    """Element (i, j) lies at i * s + j * t: any numpy layout will do."""
    n, s, t, i = Var("n", INT32), Var("s", INT32), Var("t", INT32), Var("i", INT32)
    a = decl_buffer((n, n), "float32", "A", strides=(s, t))
    out = decl_buffer((n,), "float32", "out")
    diagonal = BufferStore(out, BufferLoad(flat_view(a, 1), (i * s + i * t,)), (i,))
    module = compiled("diagonal", [a, out], For(i, 0, n, ForKind.SERIAL, diagonal))
    for matrix in (f32(4, 4), f32(4, 4).T, f32(8, 8)[::2, ::2], f32(4, 4)[::-1], f32(4, 4)[:, ::-1]):
        result = np.zeros(4, "float32")
        module(matrix, result)
        np.testing.assert_array_equal(result, np.diagonal(matrix))


def test_constant_strides_are_checked() -> None:
    a = decl_buffer((2, 4), "float32", "A", strides=(8, 1))
    copy = copying(a, decl_buffer((4,), "float32", "B"), 4)
    copy(f32(2, 8)[:, :4], f32(4))
    message = refused(copy, f32(2, 4), f32(4))
    assert message == "copy: argument `A` has a stride of 4 in dimension 0, and it must be 8"


def test_stride_that_is_no_number_of_elements() -> None:
    s = Var("s", INT32)
    copy = copying(decl_buffer((2,), "float32", "A", strides=(s,)), decl_buffer((1,), "float32", "B"), 1)
    records = np.zeros(2, np.dtype([("pad", "u2"), ("x", "f4")]))
    message = refused(copy, records["x"], f32(1))
    assert message == "copy: argument `A` has a stride of 6 bytes in dimension 0, which is no multiple of 4"


def test_element_offset_counts_from_the_pointer() -> None:
    """The first element of the argument is element 16 of the buffer's memory."""
    a = decl_buffer((4,), "float32", "A", elem_offset=16)
    i, out = Var("i", INT32), decl_buffer((4,), "float32", "B")
    body = For(i, 0, 4, ForKind.SERIAL, BufferStore(out, BufferLoad(flat_view(a, 20), (i + 16,)), (i,)))
    result = np.zeros(4, "float32")
    compiled("shifted", [a, out], body)(f32(4), result)
    np.testing.assert_array_equal(result, f32(4))


@pytest.mark.parametrize("kind", ["numpy", "tensor", "memoryview", "array", "ctypes", "bytes", "dlpack", "old dlpack"])
def test_anything_with_the_buffer_protocol_or_dlpack(copy: Module, kind: str) -> None:
    given = f32(3, 4)
    sources: dict[str, Any] = {
        "numpy": given,
        "tensor": tensor(given),
        "memoryview": memoryview(given),
        "array": memoryview(array.array("f", given.ravel())).cast("B").cast("f", (3, 4)),
        "ctypes": ((ctypes.c_float * 4) * 3).from_buffer_copy(given),
        "bytes": memoryview(given.tobytes()).cast("f", (3, 4)),
        "dlpack": Exchanged(given),
        "old dlpack": OldExchanged(given),
    }
    target = np.zeros((3, 4), "float32")
    copy(sources[kind], target)
    np.testing.assert_array_equal(target, given)


class Exchanged:
    """A foreign tensor that only speaks DLPack."""

    def __init__(self, inner: np.ndarray[Any, Any], device: tuple[int, int] = (1, 0)) -> None:
        self.inner = inner
        self.device = device

    def __dlpack__(self, **options: Any) -> Any:
        return self.inner.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.device


class OldExchanged(Exchanged):
    """One of the time before versions."""

    def __dlpack__(self, stream: Any = None) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        return self.inner.__dlpack__()


def test_dlpack_tensor_is_written_in_place(copy: Module) -> None:
    target = np.zeros((3, 4), "float32")
    copy(f32(3, 4), Exchanged(target))
    np.testing.assert_array_equal(target, f32(3, 4))


def test_dlpack_refusals(copy: Module) -> None:
    elsewhere = refused(copy, Exchanged(f32(3, 4), (2, 0)), f32(3, 4))
    assert elsewhere == "copy: argument `A` lies on device cuda, and must lie in the memory of the CPU"
    closed = refused(copy, f32(3, 4), Exchanged(read_only(f32(3, 4))))
    assert closed == "copy: argument `B` is read-only, and the function writes it"
    assert "cannot be shared" in refused(copy, Exchanged(f32(3, 4).astype("O")), f32(3, 4))


def test_bfloat16_arrays_are_recognised() -> None:
    """Bytes are copied; what matters is that the element type of the argument is known."""
    a, b = decl_buffer((3,), "bfloat16", "A"), decl_buffer((3,), "bfloat16", "B")
    i = Var("i", INT32)
    views = [decl_buffer((3,), "uint16", each.name, data=each.data) for each in (a, b)]
    body = For(i, 0, 3, ForKind.SERIAL, BufferStore(views[1], BufferLoad(views[0], (i,)), (i,)))
    module = compiled("copy", [a, b], body)
    given, result = np.array([1.5, -2, 3], ml_dtypes.bfloat16), np.zeros(3, ml_dtypes.bfloat16)
    module(given, result)
    np.testing.assert_array_equal(result, given)
    assert refused(module, given.view("uint16"), result) == "copy: argument `A` holds uint16, and must hold bfloat16"


def test_overlapping_arrays_give_what_a_plain_loop_gives(copy: Module) -> None:
    """Shifting a buffer by one element through overlapping views: each element has been overwritten when it is read."""
    memory = np.arange(40, dtype="float32")
    a, b = memory[:32].reshape(8, 4), memory[1:33].reshape(8, 4)
    copy(a, b)
    assert memory[:33].tolist() == [0] * 33
    assert memory[33:].tolist() == list(range(33, 40))


def test_same_array_for_source_and_target(copy: Module) -> None:
    both = f32(3, 4)
    copy(both, both)
    np.testing.assert_array_equal(both, f32(3, 4))


def test_disjoint_views_of_one_array(copy: Module) -> None:
    memory = f32(8, 4)
    copy(memory[:4], memory[4:])
    np.testing.assert_array_equal(memory[4:], f32(4, 4))


def scalar_function(type_: str) -> Module:
    x = Var("x", type_)
    return compiled("f", [x], Evaluate(Call(type_, OPS["tir.ret"], (x,))))


@pytest.mark.parametrize(
    ("type_", "given", "back"), [("int32", True, 1), ("float32", True, 1.0), ("bool", 2, True), ("bool", 0, False)]
)
def test_numbers_and_conditions_stand_for_one_another(type_: str, given: Any, back: Any) -> None:
    assert scalar_function(type_)(given) == back


@pytest.mark.parametrize(
    ("type_", "value", "sentence"),
    [
        ("int8", 128, "f: argument `x` is 128, which does not fit int8 (-128 to 127)"),
        ("uint32", -1, "f: argument `x` is -1, which does not fit uint32 (0 to 4294967295)"),
        (
            "int64",
            2**63,
            "f: argument `x` is 9223372036854775808, which does not fit int64 (-9223372036854775808 to 9223372036854775807)",
        ),
        ("int32", 1.5, "f: argument `x` must be an integer (int32), and float 1.5 was given"),
        ("int32", None, "f: argument `x` must be an integer (int32), and None was given"),
        ("int32", "3", "f: argument `x` must be an integer (int32), and str '3' was given"),
        ("float32", "3", "f: argument `x` must be a number, and str '3' was given"),
        ("float32", 1j, "f: argument `x` must be a number, and complex 1j was given"),
        ("bool", 2.0, "f: argument `x` must be True or False, and float 2.0 was given"),
        ("bool", "yes", "f: argument `x` must be True or False, and str 'yes' was given"),
    ],
)
def test_bad_scalars(type_: str, value: Any, sentence: str) -> None:
    assert refused(scalar_function(type_), value) == sentence


@pytest.mark.parametrize(
    ("type_", "value", "expected"),
    [
        ("int32", np.int64(7), 7),
        ("int32", np.array(7), 7),
        ("uint8", np.uint8(255), 255),
        ("float32", 3, 3.0),
        ("float32", np.float64(0.5), 0.5),
        ("float32", 1e300, math.inf),
        ("float64", 10**400, math.inf),
        ("float16", 1e6, math.inf),
        ("bool", np.bool_(True), True),
        ("bool", 1, True),
    ],
)
def test_numbers_of_python_and_numpy(type_: str, value: Any, expected: Any) -> None:
    assert scalar_function(type_)(value) == expected


def test_bare_pointer() -> None:
    """A handle without a buffer takes memory that may be written, or an address the caller answers for."""
    p, out = Var("p", "handle"), decl_buffer((2,), "float32", "out")
    i, view = Var("i", INT32), decl_buffer((2,), "float32", "view", data=p)
    body = For(i, 0, 2, ForKind.SERIAL, BufferStore(out, BufferLoad(view, (i,)), (i,)))
    module = compiled("f", [p, out], body)
    given, result = f32(2) + 1, np.zeros(2, "float32")
    module(given, result)
    assert result.tolist() == [1, 2]
    module(ctypes.c_void_p(given.ctypes.data), result)
    assert "read-only" in refused(module, read_only(f32(2)), result)
    assert "must be an array, and an int was given" in refused(module, 4096, result)


def test_result_tensor_of_the_library(copy: Module) -> None:
    target = empty((3, 4), "float32")
    copy(f32(3, 4), target)
    assert isinstance(target, Tensor)
    np.testing.assert_array_equal(target.numpy(), f32(3, 4))
