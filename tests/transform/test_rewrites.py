"""Passes whose results are no programs for the CPU, or have another interface: what they give, and that its text means the same program.

The files in `rewrites/` are written as those in `cases/`; programs there may be whole modules, and what a pass refuses has its sentence for a result.
`python tests/transform/test_rewrites.py` writes what the passes give now into them.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.transform.prepared import after
from tests.transform.programs import Case, cases, cases_of, program, write
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.core.passes.tir import PASSES
from tilewright.ir.function import IRModule, PrimFunc

REWRITES = Path(__file__).parent / "rewrites"
REFUSED = "# refused:"
ALL = [case for path in sorted(REWRITES.glob("*.tir")) for case in cases_of(path)]


def script(module: IRModule) -> str:
    """The text of a module, or of its one function."""
    functions = list(module.functions.values())
    text = functions[0].script() if len(functions) == 1 else module.script()
    lines = text.splitlines()
    return "\n".join(lines[next(i for i, line in enumerate(lines) if line.startswith("@")) :]) + "\n"


def passed(case: Case) -> str:
    """What the pass gives now: a program, or the sentence with which it refuses this one."""
    try:
        return script(after(case))
    except (RuntimeError, ValueError) as error:
        return f"{REFUSED} {error}\n"


@pytest.mark.parametrize("case", ALL, ids=str)
def test_pass_gives_the_expected_program(case: Case) -> None:
    assert passed(case) == case.after


@pytest.mark.parametrize("case", [case for case in ALL if not case.after.startswith(REFUSED)], ids=str)
def test_text_of_the_result_means_the_result(case: Case) -> None:
    made, again = after(case), program(case.after)
    if len(made.functions) == 1:
        (func,), (read,) = made.functions.values(), again.functions.values()
        assert isinstance(read, PrimFunc)
        assert_structural_equal(as_named(read, func), func)
    else:
        assert_structural_equal(again, made)


def as_named(read: PrimFunc, func: object) -> PrimFunc:
    """The function with the symbol of `func`: the text of a single function does not tell it."""
    assert isinstance(func, PrimFunc)
    name = func.attrs.get("global_symbol")
    return read.without_attr("global_symbol") if name is None else read.with_attr("global_symbol", name)


def test_every_file_is_named_after_a_pass() -> None:
    assert {case.pass_name for case in ALL} <= set(PASSES)


def test_every_pass_has_at_least_six_programs_of_its_own() -> None:
    counted = Counter(case.pass_name for case in (*ALL, *cases()))
    # It tells what a program has that no CPU can do, and changes nothing; its tests are those of the codes.
    assert {name: counted[name] for name in PASSES if counted[name] < 6} == {"VerifyCPU": 0}


def update() -> None:
    """Write what the passes give now into the files."""
    for path in sorted(REWRITES.glob("*.tir")):
        write(path, [Case(case.pass_name, case.title, case.before, passed(case)) for case in cases_of(path)])


if __name__ == "__main__":
    update()
