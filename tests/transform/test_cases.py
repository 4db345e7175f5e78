"""Every pass on the cases of its file: the program it gives, that this text means the same program, and that it computes the same."""

from __future__ import annotations

import pytest

from tests.transform.programs import CASES, Case, assert_same, cases, passed, program, results
from tilewright.core.driver.build import build
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.core.passes.tir import PASSES

ALL = cases()
# It changes nothing, and tells what a CPU cannot do.
WITHOUT_CASES = {"VerifyCPU"}


def _rounds_once(case: Case) -> bool:
    """Whether chains of operations are rounded after each by the interpreter and once by native code."""
    return "bfloat16" in case.before or "float8" in case.before


def test_every_pass_has_cases() -> None:
    rewrites = {path.stem for path in (CASES.parent / "rewrites").glob("*.tir")}
    assert {case.pass_name for case in ALL} | rewrites == set(PASSES) - WITHOUT_CASES


@pytest.mark.parametrize("case", ALL, ids=str)
def test_pass_gives_the_expected_program(case: Case) -> None:
    assert passed(case) == case.after


@pytest.mark.parametrize("case", ALL, ids=str)
def test_text_of_the_result_means_the_result(case: Case) -> None:
    assert_structural_equal(program(case.after), PASSES[case.pass_name](program(case.before)))


@pytest.mark.parametrize("case", ALL, ids=str)
def test_pass_keeps_the_meaning(case: Case) -> None:
    before = program(case.before)
    assert_same(results(before), results(PASSES[case.pass_name](before)), _rounds_once(case))


@pytest.mark.parametrize("case", ALL, ids=str)
def test_native_code_equals_the_interpreter(case: Case) -> None:
    before = program(case.before)
    assert_same(results(before), results(before, build(before)), _rounds_once(case))
