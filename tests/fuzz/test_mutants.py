"""Mutants of valid programs are answered with diagnostics: nothing is raised, nothing hangs.  `make fuzz` tries many more."""

from __future__ import annotations

import pytest

from tests.fuzz.fuzz import failure, mutants, printable

COUNT = 2000
PARTS = 20


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_mutants(part: int) -> None:
    size = COUNT // PARTS
    for seed, text in enumerate(mutants(size, part * size), part * size):
        wrong = failure(text)
        if (
            wrong is not None
        ):  # an `assert` would show the text as it is, which a process of the tests may not be able to send
            pytest.fail(f"mutant {seed}: {wrong}\n{printable(text)}", pytrace=False)


def test_what_a_failure_shows_can_be_sent_between_processes() -> None:
    assert printable('x = "\ud800é\udfff"').encode("utf-8") == 'x = "\\ud800é\\udfff"'.encode()
