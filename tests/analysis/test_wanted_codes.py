"""Diagnostics of some codes alone: the same as those of these codes among all."""

from __future__ import annotations

import pytest

from tests.analysis.test_planted_mistakes import HEADER, MISTAKES
from tilewright.core.analyze import analyze
from tilewright.core.base.diagnostics import Diagnostic
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.verify import verify

ASKED = (
    *("axis-out-of-domain", "index-out-of-bounds", "parallel-race", "region-too-narrow"),
    *("thread-race", "unwritten-element", "undefined-variable"),
)
PROGRAMS = [heading for heading in MISTAKES if any(code in heading for code in ASKED)]


def functions(heading: str) -> list[PrimFunc]:
    return list(analyze(HEADER + MISTAKES[heading]).functions.values())


def of(code: str, found: list[Diagnostic]) -> list[str]:
    return [each.message for each in found if each.code == code]


@pytest.mark.parametrize("heading", PROGRAMS)
def test_what_is_asked_for_is_found(heading: str) -> None:
    for func in functions(heading):
        everything = verify(func)
        for code in ASKED:
            assert of(code, verify(func, frozenset((code,)))) == of(code, everything)


def test_other_checks_are_not_made() -> None:
    heading = next(each for each in PROGRAMS if each.endswith(": index-out-of-bounds") and functions(each))
    (func,) = functions(heading)
    assert of("index-out-of-bounds", verify(func))
    assert not verify(func, frozenset(("thread-race",)))
