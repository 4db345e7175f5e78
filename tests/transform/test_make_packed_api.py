"""MakePackedAPI: the function it makes is called with packed arguments built by hand, and says what is wrong with those that do not fit."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from tests.transform.programs import program
from tilewright.core.driver.build import build
from tilewright.core.ir.structural import assert_structural_equal, structural_equal
from tilewright.core.passes.tir import PASSES
from tilewright.ir.function import IRModule, PrimFunc
from tilewright.runtime import AssertionFailed

SCALE = """
@T.prim_func
def main(a: T.handle, B: T.Buffer((3,), "float32"), s: T.float32):
    n = T.int32()
    A = T.match_buffer(a, (n, 3))
    for i, j in T.grid(n, 3):
        B[j] = B[j] + A[i, j] * s
"""
RETURNS = """
@T.prim_func
def main(x: T.int64) -> T.int64:
    return x * T.int64(2)
"""
NONE, INT, BOOL, FLOAT, POINTER, DL_TENSOR = 0, 1, 2, 3, 4, 7


class Tensor(ctypes.Structure):
    """DLPack's `DLTensor`."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p),
        ("byte_offset", ctypes.c_uint64),
    )


class Value(ctypes.Structure):
    """One packed argument."""

    _fields_ = (("type_index", ctypes.c_int32), ("zeros", ctypes.c_int32), ("value", ctypes.c_int64))


class Word(ctypes.Union):
    """The bits of a number."""

    _fields_ = (("real", ctypes.c_double), ("bits", ctypes.c_int64))


def packed(module: IRModule) -> IRModule:
    return PASSES["MakePackedAPI"](module)


def only(module: IRModule) -> PrimFunc:
    (func,) = module.functions.values()
    assert isinstance(func, PrimFunc)
    return func


def tensor(array: np.ndarray[Any, Any], strides: bool = True, **fields: int) -> tuple[Value, Any]:
    """An argument that holds the array, and what must live as long as it."""
    sizes = (ctypes.c_int64 * array.ndim)(*array.shape)
    steps = (ctypes.c_int64 * array.ndim)(*[step // array.itemsize for step in array.strides])
    codes = {"i": 0, "u": 1, "f": 2, "b": 6}
    made = Tensor(
        array.ctypes.data,
        1,
        0,
        array.ndim,
        codes[array.dtype.kind],
        array.itemsize * 8,
        1,
        ctypes.addressof(sizes),
        ctypes.addressof(steps) if strides else None,
        0,
    )
    for name, value in fields.items():
        setattr(made, name, value)
    return Value(DL_TENSOR, 0, ctypes.addressof(made)), (made, sizes, steps, array)


def real(number: float) -> Value:
    return Value(FLOAT, 0, Word(real=number).bits)


def call(text: str, *values: Value) -> Value:
    """Call the packed function of a program."""
    (func,) = packed(program(text)).functions.values()
    native = build(IRModule({"packed": func}))[func.attrs["global_symbol"]]
    arguments = (Value * max(1, len(values)))(*values)
    result = Value(NONE, 0, 0)
    pointers = [ctypes.c_void_p(ctypes.addressof(each)) for each in (arguments, result)]
    status = native(ctypes.c_void_p(None), pointers[0], len(values), pointers[1])
    assert status == 0
    return result


def scaled(a: np.ndarray[Any, Any], scale: Value, **options: Any) -> np.ndarray[Any, Any]:
    b = np.ones(3, "float32")
    first, keep_first = tensor(a, **options)
    second, keep_second = tensor(b)
    call(SCALE, first, second, scale)
    assert keep_first is not None
    assert keep_second is not None
    return b


A = np.arange(6, dtype="float32").reshape(2, 3)


def test_interface_is_the_packed_one() -> None:
    func = only(packed(program(SCALE)))
    assert [param.name for param in func.params] == ["self_handle", "args", "num_args", "result"]
    assert func.attrs["global_symbol"] == "__tvm_ffi_main"
    assert func.attrs["calling_conv"] == 1
    assert not func.buffer_map


@pytest.mark.parametrize("text", [SCALE, RETURNS])
@pytest.mark.parametrize("before", [(), ("FlattenBuffer",)])
def test_result_prints_as_text_that_means_it(text: str, before: tuple[str, ...]) -> None:
    module = program(text)
    for name in (*before, "MakePackedAPI"):
        module = PASSES[name](module)
    again = only(program(only(module).script())).with_attr("global_symbol", "__tvm_ffi_main")
    assert_structural_equal(again, only(module))


def test_arguments_are_unpacked() -> None:
    np.testing.assert_allclose(scaled(A, real(2.0)), 1 + A.sum(0) * 2)


def test_integers_do_for_floats() -> None:
    np.testing.assert_allclose(scaled(A, Value(INT, 0, 3)), 1 + A.sum(0) * 3)


def test_tensors_without_strides_are_compact() -> None:
    np.testing.assert_allclose(scaled(A, real(1.0), strides=False), 1 + A.sum(0))


def test_empty_tensors_need_no_memory() -> None:
    np.testing.assert_allclose(scaled(A[:0], real(1.0), data=0), np.ones(3))


def test_result_is_a_packed_value() -> None:
    result = call(RETURNS, Value(INT, 0, 21))
    assert (result.type_index, result.zeros, result.value) == (INT, 0, 42)


@pytest.mark.parametrize(
    ("array", "fields", "sentence"),
    [
        (A[0], {}, "argument `A` (arg[0]) has an unexpected rank: expected 2"),
        (A.T.copy(), {}, "argument `A` (arg[0]) has an unexpected dimension 1: expected 3, got"),
        (A.astype("float64"), {}, "argument `A` (arg[0]) has an unexpected dtype: expected float32"),
        (np.zeros((3, 4), "float32")[:, :3], {}, "argument `A` (arg[0]) is expected to be a compact array"),
        (A, {"byte_offset": 4}, "argument `A` (arg[0]) has an unexpected byte offset"),
        (A, {"device_type": 2}, "argument `A` (arg[0]) has an unexpected device type: expected 1"),
        (A, {"device_id": 1}, "argument `B` (arg[1]) has an unexpected device id: expected dev_id"),
        (A, {"data": 0}, "argument `A` (arg[0]) is expected to have data"),
    ],
)
def test_tensors_that_do_not_fit(array: np.ndarray[Any, Any], fields: dict[str, int], sentence: str) -> None:
    with pytest.raises(AssertionFailed) as failed:
        scaled(array, real(1.0), **fields)
    assert sentence in str(failed.value)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ((Value(INT, 0, 1), Value(INT, 0, 1)), "num_args should be 1"),
        ((real(1.0),), "Expect arg[0] to be int"),
        ((Value(NONE, 0, 0),), "Expect arg[0] to be int"),
    ],
)
def test_numbers_that_do_not_fit(values: tuple[Value, ...], sentence: str) -> None:
    with pytest.raises(AssertionFailed) as failed:
        call(RETURNS, *values)
    assert sentence in str(failed.value)


def test_internal_and_packed_functions_stay() -> None:
    module = program(SCALE)
    internal = IRModule({"main": only(module).without_attr("global_symbol")})
    assert packed(internal) is internal
    once = packed(module)
    assert packed(once) is once


def test_calls_among_functions_go_by_symbol() -> None:
    module = packed(
        program("""
@I.ir_module
class Module:
    @T.prim_func
    def twice(x: T.int64) -> T.int64:
        T.func_attr({"global_symbol": "twice"})
        return x * T.int64(2)
    @T.prim_func
    def main(x: T.int64):
        T.func_attr({"global_symbol": "main"})
        T.evaluate(Module.twice(x))
""")
    )
    assert '"tir.tvm_call_cpacked", "__tvm_ffi_twice", x' in module["main"].script()
    assert not structural_equal(module["main"], module["twice"])


def test_the_newer_release_says_how_the_function_is_called() -> None:
    module = packed(
        program(
            """# from tvm.script import tirx
@T.prim_func
def main(n: T.int32, on: T.bool, x: T.float32) -> T.int32:
    return n
""".replace("# from tvm.script import tirx\n", "from tvm.script import tirx as T\n")
        )
    )
    text = module["main"].script()
    call = "main(n: int32, on: bool, x: float32)"
    assert f'"Expected 3 arguments when calling:\\n  `{call}`"' in text
    assert f'"Mismatched type on argument #1 when calling:\\n  `{call}`,\\n  expected boolean"' in text
    assert '"TypeError"' in text
