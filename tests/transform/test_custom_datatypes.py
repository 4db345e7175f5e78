"""Types that a user registers: what is registered for an operation takes its place, and memory holds their bits."""

from __future__ import annotations

import pytest

from tests.transform.prepared import POSIT
from tests.transform.programs import program
from tilewright import tir
from tilewright.core.base.registry import get_global_func
from tilewright.ir.function import IRModule

PROGRAM = """@T.prim_func
def main(A: T.Buffer((4,), "{type}"), B: T.Buffer((4,), "float32")):
    for i in range(4):
        {body}
"""


def lowered(body: str, type_: str = "custom[posit]16") -> str:
    before = program(PROGRAM.format(type=type_, body=body))
    after = tir.transform.LowerCustomDatatypes()(before)
    return after["main"].script().splitlines()[-1].strip()


def test_what_is_registered_has_the_name_of_node_and_types() -> None:
    assert all(get_global_func(f"tvm.datatype.lower.llvm.{name}") is function for name, function in POSIT.items())


def test_an_operation_becomes_what_is_registered() -> None:
    assert lowered("A[i] = A[i] + A[i]") == 'A[i] = T.call_pure_extern("uint16", "posit_add", A[i], A[i])'


def test_operations_inside_operations() -> None:
    text = lowered("A[i] = A[i] * (A[i] + A[i])")
    assert text == (
        'A[i] = T.call_pure_extern("uint16", "posit_mul", A[i], T.call_pure_extern("uint16", "posit_add", A[i], A[i]))'
    )


def test_casts_to_and_from() -> None:
    assert lowered('A[i] = T.Cast("custom[posit]16", B[i])') == (
        'A[i] = T.call_pure_extern("uint16", "float_to_posit", B[i])'
    )
    assert lowered('B[i] = T.Cast("float32", A[i])') == 'B[i] = T.call_pure_extern("float32", "posit_to_float", A[i])'


def test_a_copy_needs_nothing() -> None:
    before = program(PROGRAM.format(type="custom[posit]16", body="A[i] = A[3 - i]"))
    after = tir.transform.LowerCustomDatatypes()(before)
    assert 'A: T.Buffer((4,), "uint16")' in after["main"].script()


def test_what_is_not_registered_is_named() -> None:
    with pytest.raises(
        ValueError,
        match=r"Sub on custom\[posit\]16 has no lowering: register it as 'tvm.datatype.lower.llvm.Sub.posit'",
    ):
        lowered("A[i] = A[i] - A[i]")


def test_programs_without_custom_types_stay_the_same_objects() -> None:
    before = program(PROGRAM.format(type="float16", body="A[i] = A[i] + A[i]"))
    assert isinstance(before, IRModule)
    assert tir.transform.LowerCustomDatatypes()(before) is before
