"""Ops as functions: conversion of arguments, result types, and the ops that build more than a call."""

from __future__ import annotations

import math

import pytest

from tilewright.core.builder.frames import IRBuilder
from tilewright.core.builder.namespace import IR as I
from tilewright.core.builder.namespace import TIR as T
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.operators import const
from tilewright.ir.expr import (
    And,
    Broadcast,
    BufferLoad,
    Call,
    Cast,
    Expr,
    FloatImm,
    FloorDiv,
    FloorMod,
    IntImm,
    Max,
    Mod,
    Not,
    Ramp,
    Select,
    StringImm,
)


def var(dtype: str, name: str = "x") -> Expr:
    return T.var(dtype, name)


def array(*shape: int, dtype: str = "float32") -> Buffer:
    return IRBuilder.name("A", T.buffer(shape, dtype))


def test_a_call_has_the_type_of_its_argument() -> None:
    call = T.exp(var("float16"))
    assert isinstance(call, Call)
    assert (call.op.name, call.dtype) == ("tir.exp", "float16")


def test_a_python_number_takes_the_type_of_the_other_operand() -> None:
    x = var("float16")
    assert T.pow(x, 2).dtype == "float16"
    assert T.pow(2.0, x).dtype == "float16"
    assert T.if_then_else(var("bool"), x, 0).dtype == "float16"
    assert T.exp(2).args[0].dtype == "float32"
    assert T.pow(2, 3).dtype == "float32"
    assert T.shift_left(var("int64"), 1).args[1].dtype == "int64"


def test_a_slice_is_a_vector() -> None:
    call = T.sqrt(array(4, 16)[0, 4:8])
    assert call.dtype == "float32x4"
    assert isinstance(call.args[0].indices[1], Ramp)


def test_arguments_by_name() -> None:
    assert T.exp(x=var("float32")).dtype == "float32"
    call = T.tvm_struct_get(var("handle"), 0, field=12, dtype="handle")
    assert call.dtype == "handle"
    assert [arg.value for arg in call.args[1:]] == [0, 12]
    assert T.call_extern("f", 1, dtype="int64").dtype == "int64"
    assert T.reinterpret(var("float32"), dtype="uint32").dtype == "uint32"


def test_defaults() -> None:
    assert T.dp4a(var("int8x4"), var("int8x4")).args[2].value == 0
    assert len(T.simdgroup_load(var("handle"), 0, var("handle"), 8).args) == 7
    assert T.assume().args[0].dtype == "bool"


@pytest.mark.parametrize(
    ("name", "arguments", "dtype"),
    [
        ("isnan", ("float32",), "bool"),
        ("clz", ("uint64",), "int32"),
        ("popcount", ("int64",), "int64"),
        ("isnullptr", ("handle",), "bool"),
        ("tvm_warp_shuffle", ("uint32", "float16", "int32", "int32", "int32"), "float16"),
        ("q_multiply_shift", ("int32x4", "int32x4", "int32", "int32"), "int32x4"),
        ("ret", ("float64",), "float64"),
        ("ldexp", ("float32", "int32"), "float32"),
    ],
)
def test_result_types(name: str, arguments: tuple[str, ...], dtype: str) -> None:
    assert getattr(T, name)(*[var(argument) for argument in arguments]).dtype == dtype


def test_operator_classes() -> None:
    a, b = var("int32", "a"), var("int32", "b")
    assert isinstance(T.floordiv(a, b), FloorDiv)
    assert isinstance(T.truncmod(a, b), Mod)
    assert isinstance(T.max(a, 3), Max)
    assert T.min(7, 3).value == 3
    assert T.ceildiv(130, 16).value == 9
    assert [T.truncdiv(-7, 2).value, T.floordiv(-7, 2).value, T.truncmod(-7, 2).value] == [-3, -4, -1]
    assert T.Add(a, b).a is a


@pytest.mark.parametrize("name", ["floor", "ceil", "trunc", "round", "nearbyint"])
def test_rounding_leaves_integers_alone(name: str) -> None:
    x = var("int32")
    assert getattr(T, name)(x) is x
    assert isinstance(getattr(T, name)(var("float32")), Call)
    assert getattr(T, name)(T.float32(2.5)).value == (3.0 if name == "ceil" else 2.0)


def test_absolute_values() -> None:
    assert T.abs(T.float32(-2.5)).value == 2.5
    assert T.abs(T.int32(-3)).value == 3
    assert T.abs(var("float32")).op.name == "tir.fabs"
    assert isinstance(T.abs(var("int32")), Select)
    unsigned = var("uint8")
    assert T.fabs(unsigned) is unsigned


def test_classification() -> None:
    assert T.isnan(var("int32")).value == 0
    assert T.isfinite(var("int32")).value == 1
    half = T.isnan(var("float16"))
    assert isinstance(half.args[0], Cast)
    infinite = T.isinf(var("float32"))
    assert isinstance(infinite, And)
    assert isinstance(infinite.b, Not)
    assert isinstance(infinite.a.b, FloatImm)
    assert math.isinf(infinite.a.b.value)
    assert isinstance(T.isfinite(var("float32x4")), And)


def test_constant_conditions_choose() -> None:
    x, y = var("float32", "x"), var("float32", "y")
    assert T.if_then_else(True, x, y) is x
    assert T.if_then_else(T.bool(False), x, y) is y
    assert T.likely(T.bool(True)).value == 1
    assert isinstance(T.likely(var("bool")), Call)


def test_address_of_a_buffer_is_that_of_its_first_element() -> None:
    call = T.address_of(array(4, 4))
    assert isinstance(call.args[0], BufferLoad)
    assert [index.value for index in call.args[0].indices] == [0, 0]
    assert T.address_of(array(4)[2]).args[0].indices[0].value == 2


def test_packed_calls_take_buffers_as_tensors() -> None:
    call = T.call_packed("f", array(4, 4), 3)
    name, tensor, number = call.args
    assert (call.op.name, call.dtype, name.value, number.value) == ("tir.tvm_call_packed", "int32", "f", 3)
    assert tensor.op.name == "tir.tvm_stack_make_array"
    assert [size.value for size in tensor.args[1].args] == [4, 4]
    assert tensor.args[2].value == 0
    assert T.tvm_call_packed("f").op is call.op


def test_llvm_intrinsics_by_name_and_by_number() -> None:
    number = T.llvm_lookup_intrinsic_id("llvm.prefetch")
    assert number == T.llvm_lookup_intrinsic_id("llvm.prefetch") > 0
    by_name, by_number = (T.call_llvm_intrin("int32", name, 1) for name in ("llvm.prefetch", number))
    assert isinstance(by_name.args[0], StringImm)
    assert by_name.args[0].value == by_number.args[0].value == "llvm.prefetch"


def test_call_intrin_reaches_every_row() -> None:
    call = T.call_intrin("float32", "tir.fma", 1.0, 2.0, 3.0)
    assert (call.op.name, call.dtype, len(call.args)) == ("tir.fma", "float32", 3)


def test_data_types_convert_and_make_variables() -> None:
    assert (T.int64(5).dtype, T.int64(5).value) == ("int64", 5)
    assert T.float16(0.1).value == pytest.approx(0.1, abs=1e-4)
    assert math.isinf(T.float32("-inf").value)
    assert math.isnan(T.float64("nan").value)
    assert T.bool(True).dtype == "bool"
    assert isinstance(T.float32(var("int32")), Cast)
    assert isinstance(T.float32x4(var("float32")), Broadcast)
    assert isinstance(T.int32(T.float32(2.7)), IntImm)
    assert T.uint64(2**64 - 1).value == 2**64 - 1
    assert type(T.int32(is_size_var=True)).__name__ == "SizeVar"


def test_the_constants_of_a_type() -> None:
    assert (T.min_value("int8").value, T.max_value("uint16").value) == (-128, 65535)
    assert T.max_value("float16").value == 65504.0
    assert T.min_value("bfloat16").value == pytest.approx(-3.3895e38, rel=1e-4)
    assert T.max_value("float8_e4m3fn").value == 448.0
    assert math.isinf(T.infinity("float32").value)


def test_pointers() -> None:
    assert T.handle().dtype == "handle"
    typed = T.handle("float32", "shared")
    assert (typed.type_annotation.element_type.dtype, typed.type_annotation.storage_scope) == ("float32", "shared")
    assert T.Ptr("int8").type_annotation.element_type.dtype == "int8"
    assert T.Ptr[T.float32].type_annotation.element_type.dtype == "float32"
    assert T.buffer_var("int8", "local").type_annotation.storage_scope == "local"


def test_buffers_in_older_spellings() -> None:
    assert [int(size) for size in T.Buffer[(4, 4), "int8"].shape] == [4, 4]
    assert T.Buffer[(4, 4), "int8"].dtype == "int8"
    assert [int(size) for size in T.Buffer[4, 8].shape] == [4, 8]
    assert T.buffer_decl((4,), "int8").dtype == "int8"
    assert T.Buffer((4,), "bool").data.type_annotation.element_type.dtype == "int8"


def test_ranges_reducers_and_index_maps() -> None:
    assert (int(T.Range(2, 6).extent), int(T.Range(4).min)) == (4, 0)
    reducer = T.comm_reducer(lambda x, y: x + y, [T.float32(0)])
    assert [v.name for v in (*reducer.lhs, *reducer.rhs)] == ["x", "y"]
    mapped = T.index_map(lambda i, j: (i // 4, j, i % 4))
    assert [index.dtype for index in mapped.initial_indices] == ["int64", "int64"]
    assert [int(index) for index in mapped.map_indices([T.int64(6), T.int64(1)])] == [1, 1, 2]


def test_macros_and_meta_variables() -> None:
    def add(x: int) -> int:
        return x + 1

    assert T.macro(add).hygienic
    assert not T.macro(hygienic=False)(add).hygienic
    assert T.macro(add).function is add
    with pytest.raises(ValueError, match="positional"):
        T.macro(True)
    assert T.meta_var(3).value == 3
    assert [item.value for item in T.meta_var([1, 2])] == [1, 2]


def test_targets() -> None:
    assert T.target("llvm").kind.name == T.target({"kind": "llvm"}).kind.name == "llvm"


def test_devices_of_a_module() -> None:
    with IRBuilder() as builder, I.ir_module():
        first, second = I.vdevice("llvm"), I.vdevice("llvm", 1, "shared")
        I.module_global_infos({"vdevice": [first, second], "dummy": [I.dummy_global_info()]})
        assert I.lookup_vdevice() is first
        assert I.lookup_vdevice("llvm", 1) is second
    assert builder.get().global_infos["vdevice"] == [first, second]
    assert (second.vdevice_id, second.memory_scope) == (1, "shared")


def test_a_python_function_of_a_module() -> None:
    def helper() -> int:
        return 1

    assert I.pyfunc(helper) is helper
    assert helper() == 1


def test_floats_are_folded_as_the_machine_adds_them() -> None:
    a, b = 2.1365677619102536e38, 2.7029197898570963e37  # neither is a float32
    found = const(a, "float32") + const(b, "float32")
    assert found.value == 2.406859596455798e38


@pytest.mark.parametrize("dtype", ["int8", "uint8", "uint32", "uint64"])
def test_remainders_of_index_types_alone_are_folded(dtype: str) -> None:
    assert isinstance(T.floormod(const(7, dtype), const(3, dtype)), FloorMod)
    assert T.floormod(const(7, "int64"), const(3, "int64")).value == 1
