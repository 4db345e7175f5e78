"""Passes whose results are no programs for the CPU, or have another interface: what they give, and that its text means the same program.

The files in `rewrites/` are written as those in `cases/`; programs there may be whole modules.
`python tests/transform/test_rewrites.py` writes what the passes give now into them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.transform.programs import Case, cases_of, program, write
from tilewright import tir
from tilewright.ir.function import IRModule
from tilewright.ir.structural import assert_structural_equal
from tilewright.runtime.registry import register_global_func
from tilewright.transform.tir import PASSES
from tilewright.transform.tir.lower_device_storage_access_info import MemoryInfo

REWRITES = Path(__file__).parent / "rewrites"
ALL = [case for path in sorted(REWRITES.glob("*.tir")) for case in cases_of(path)]


@register_global_func("tvm.info.mem.global.addressed", override=True)
def _addressed() -> MemoryInfo:
    """Memory that begins where a function says."""
    return MemoryInfo(8, 256, 32, tir.call_extern("handle", "head"))


@register_global_func("tvm.info.mem.global.hidden", override=True)
def _hidden() -> MemoryInfo:
    """Memory that has no address."""
    return MemoryInfo(8, 256, 32)


def script(module: IRModule) -> str:
    """The text of a module, or of its one function."""
    functions = list(module.functions.values())
    text = functions[0].script() if len(functions) == 1 else module.script()
    lines = text.splitlines()
    return "\n".join(lines[next(i for i, line in enumerate(lines) if line.startswith("@")) :]) + "\n"


def after(case: Case) -> IRModule:
    """What the pass makes of the program."""
    return PASSES[case.pass_name](program(case.before))


@pytest.mark.parametrize("case", ALL, ids=str)
def test_pass_gives_the_expected_program(case: Case) -> None:
    assert script(after(case)) == case.after


@pytest.mark.parametrize("case", ALL, ids=str)
def test_text_of_the_result_means_the_result(case: Case) -> None:
    assert_structural_equal(program(case.after), after(case))


def test_every_file_is_named_after_a_pass() -> None:
    assert {case.pass_name for case in ALL} <= set(PASSES)


def update() -> None:
    """Write what the passes give now into the files."""
    for path in sorted(REWRITES.glob("*.tir")):
        write(path, [Case(case.pass_name, case.title, case.before, script(after(case))) for case in cases_of(path)])


if __name__ == "__main__":
    update()
