"""Every op of a device is in `T`, and a call of it comes back from its text."""

from __future__ import annotations

import pytest

from tests.tile_language.programs import program
from tilewright.core.analyze import analyze
from tilewright.core.builder.dialects import TIRX, member_at
from tilewright.core.ops.op import Op
from tilewright.core.ops.ptx import FAMILIES
from tilewright.core.ops.ptx_forms import forms
from tilewright.core.ops.table import OPS
from tilewright.ir import assert_structural_equal
from tilewright.script import from_source

ROWS = [row for row in OPS.values() if row.group == "device"]
# Functions that make more of their arguments than a call of the row with them; programs call them.
MADE_OTHERWISE = ("func_call", "ldg", "mov_sreg", "wait_until", "tensormap_encode_tiled", "call_ffi_kernel")
CALLED = [
    row
    for row in ROWS
    if str(row.script).partition(".")[0] not in ("ptx", "tile") and not str(row.script).endswith(MADE_OTHERWISE)
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_an_op_of_a_device_is_a_member(row: Op) -> None:
    assert (
        member_at(
            TIRX,
            str(row.script).replace("ptx.and", "ptx.and_").replace("ptx.or", "ptx.or_").replace("ptx.not", "ptx.not_"),
        )
        is not None
    )


@pytest.mark.parametrize("row", CALLED, ids=lambda row: row.name)
def test_a_call_of_an_op_of_a_device_comes_back(row: Op) -> None:
    args = ["'float32'" if param.kind == "dtype" else "n" for param in row.params]
    func = from_source(program(f"T.evaluate(T.{row.script}({', '.join(args)}))"))
    assert f"T.{row.script}(" in func.script()
    assert_structural_equal(from_source(func.script()), func)


def test_every_instruction_has_forms() -> None:
    assert sorted(forms()) == sorted(FAMILIES)
    assert sum(map(len, forms().values())) == 505


def test_a_modifier_may_be_a_word_of_python() -> None:
    text = program("T.ptx.and_.b32(A[0, 0], n, n)")
    assert analyze(text).diagnostics == ()
