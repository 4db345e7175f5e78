"""A few of the programs that `make fuzz-compile` runs by the thousand."""

from __future__ import annotations

from hypothesis import given

from tests.fuzz.a_few import A_FEW
from tests.fuzz.agree import disagreement, levels
from tests.fuzz.generated import Program, programs


@A_FEW
@given(programs())
def test_every_way_to_run_agrees_with_numpy(program: Program) -> None:
    assert disagreement(program, levels()[:2]) is None, program.text
