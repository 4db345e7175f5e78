"""A few of the programs that `make fuzz-compile` runs by the thousand."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings

from tests.fuzz.agree import disagreement, levels
from tests.fuzz.generated import Program, programs


@settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(programs())
def test_every_way_to_run_agrees_with_numpy(program: Program) -> None:
    assert disagreement(program, levels()[:2]) is None, program.text
