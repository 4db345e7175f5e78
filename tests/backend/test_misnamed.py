"""Signs of vectors in general registers: the instruction that reads them cannot name the vector registers 16 to 31, which code for AVX-512 uses."""

from __future__ import annotations

import re
from typing import Any

import llvmlite.binding as llvm
import numpy as np
import pytest

from tilewright import build
from tilewright.core.codegen.llvm import misnamed
from tilewright.core.codegen.llvm.machine import machine_of
from tilewright.core.interpret import run
from tilewright.ir.function import IRModule
from tilewright.script import from_source
from tilewright.target import Target

# What leaves only the registers 16 to 31 for a value.
TAKEN = f'call void asm sideeffect "", "{",".join(f"~{{xmm{number}}}" for number in range(16))}"()'
SIGNS = f"""
define i32 @f(<8 x i32> %x, i32 %i) {{
  {TAKEN}
  %y = add <8 x i32> %x, splat (i32 7)
  {TAKEN}
  %negative = icmp slt <8 x i32> %y, zeroinitializer
  %last = extractelement <8 x i1> %negative, i64 7
  %other = extractelement <8 x i1> %negative, i64 6
  %a = select i1 %last, i32 %i, i32 4
  %b = select i1 %other, i32 %i, i32 5
  %sum = add i32 %a, %b
  ret i32 %sum
}}
"""


@pytest.mark.skipif(not llvm.get_process_triple().startswith("x86_64"), reason="about instructions of x86-64")
@pytest.mark.parametrize("cpu", ["skylake-avx512", "sapphirerapids", "znver4"])
def test_no_instruction_names_a_register_that_it_cannot(cpu: str) -> None:
    machine = machine_of(Target(f"llvm -mcpu={cpu}"))

    def parsed(_: Any) -> Any:
        return llvm.parse_assembly(SIGNS)

    text = misnamed.assembly(machine, parsed)
    assert "%ymm16" in text
    assert not re.search(r"movmsk\w+\s+%ymm(1[6-9]|[23]\d)", text)
    careless, careful = machine.create().emit_object(parsed(machine)), misnamed.object_code(machine, parsed)
    assert len(careful) != len(careless)


PROGRAM = """
@T.prim_func
def main(A: T.Buffer((5, 3), "int32"), B: T.Buffer((4, 5), "int32"), k: T.int32):
    for i, j, r in T.grid(4, 5, 9):
        B[i, j] = B[i, j] + A[(i - r) % 5, (j + k) % 3] * (A[k * 2 % 5, (i + j) % 3] + r)
"""


def test_elements_far_apart_are_those_of_the_program() -> None:
    func = from_source(PROGRAM)
    a = np.arange(15, dtype="int32").reshape(5, 3) ** 2
    wanted, found = np.zeros((2, 4, 5), "int32")
    run(IRModule({"main": func}), a, wanted, 1)
    build(func)(a, found, 1)
    np.testing.assert_array_equal(found, wanted)
