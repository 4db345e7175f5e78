"""Mutants of valid programs are answered with diagnostics: nothing is raised, nothing hangs.  `make fuzz` tries many more."""

from __future__ import annotations

import pytest

from tests.fuzz.fuzz import failure, mutants

COUNT = 2000
PARTS = 20


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_mutants(part: int) -> None:
    size = COUNT // PARTS
    for seed, text in enumerate(mutants(size, part * size), part * size):
        assert failure(text) is None, f"mutant {seed}\n{text}"
