"""Asking tensors what they are: `A.shape[i]`, `A.strides[i]`, `A.ndim`, `A.dtype.bits`, offsets."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tilewright
from tests.relax.programs import HEAD
from tilewright import relax
from tilewright.error import TVMError

ASKS = {
    "A.shape[i]": 3,
    "A.strides[i]": 5,
    "A.ndim": 2,
    "A.dtype.bits": 16,
    "A.dtype.type_code": 2,
    "A.dtype.lanes": 1,
    "A.byte_offset": 0,
    "A.elem_offset": 0,
}


def asking(what: str, tensor: str = "R.Tensor") -> Any:
    body = f'    @R.function\n    def main(A: {tensor}, i: R.Prim("int64")):\n        return {what}\n'
    return tilewright.script.from_source(HEAD.replace("tvm", "tilewright") + body)


@pytest.mark.parametrize("what", ASKS)
@pytest.mark.parametrize("lowered", [False, True])
def test_the_machine_answers(what: str, lowered: bool) -> None:
    passes = [relax.transform.LowerRuntimeBuiltin()] if lowered else []
    built = relax.build(tilewright.transform.Sequential(passes)(asking(what)), relax_pipeline=None)
    machine = relax.VirtualMachine(built, tilewright.cpu())
    assert machine["main"](tilewright.runtime.tensor(np.zeros((3, 5), "float16")), 0) == ASKS[what]


def test_views_begin_behind_the_memory_that_they_are_of() -> None:
    machine = relax.VirtualMachine(tilewright.compile(asking("A.byte_offset")), tilewright.cpu())
    whole: Any = tilewright.runtime.empty((8,), "int32")
    part = whole._create_view((4,), "int32", relative_byte_offset=8)
    assert machine["main"](part, 0) == 8
    assert machine["main"](part._create_view((2,), "int32", relative_byte_offset=4), 0) == 12


def test_an_axis_that_is_not_there_is_refused_when_it_is_asked_for() -> None:
    machine = relax.VirtualMachine(tilewright.compile(asking("A.shape[i]")), tilewright.cpu())
    with pytest.raises(TVMError, match="no axis 2"):
        machine["main"](tilewright.runtime.empty((3, 5), "float32"), 2)


@pytest.mark.parametrize(
    ("what", "known"),
    [
        ("A.shape[1]", "R.prim_value(4)"),
        ("A.strides[0]", "R.prim_value(4)"),
        ("A.ndim", "R.prim_value(T.int32(2))"),
        ("A.dtype.bits", "R.prim_value(T.uint8(32))"),
        ("A.byte_offset", "R.prim_value(T.uint64(0))"),
        ("A.shape[0]", "R.prim_value(n)"),
    ],
)
def test_what_the_signature_tells_is_a_number(what: str, known: str) -> None:
    printed = asking(what, 'R.Tensor(("n", 4), "float32")')["main"].script()
    assert f"= {known}" in printed or f"return {known}" in printed


def test_printed_calls_read_back() -> None:
    module = asking("A.shape[i]")
    assert "R.inspect.tensor_shape_i(A, i)" in module.script()
    tilewright.ir.assert_structural_equal(tilewright.script.from_source(module.script()), module)


def test_only_tensors_have_a_shape() -> None:
    scalar = relax.Var("x", relax.PrimStructInfo("int64"))
    with pytest.raises(TypeError, match="only tensors have `shape`"):
        _ = scalar.shape  # pyright: ignore[reportAttributeAccessIssue]
