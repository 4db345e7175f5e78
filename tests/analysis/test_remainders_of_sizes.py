"""Sizes that are quotients: what is wrong only where there is a remainder is a hint, which says how to demand that there is none."""

from __future__ import annotations

import pytest

from tests.analysis.test_planted_mistakes import HEADER
from tilewright.core.base.diagnostics import Severity
from tilewright.core.base.source import Source
from tilewright.core.frontend.environment import Static
from tilewright.core.frontend.parse import parse

SCALED = """
@T.prim_func
def f(s: T.handle, o: T.handle):
    k = T.int32()
    S = T.match_buffer(s, (k // 32,), "float32")
    O = T.match_buffer(o, (k,), "float32")
    for j in range(k):
        O[j] = S[{index}]
"""
DOMAIN = """
@T.prim_func
def f(s: T.handle, o: T.handle):
    k = T.int32()
    S = T.match_buffer(s, (k,), "float32")
    O = T.match_buffer(o, (k,), "float32")
    for j in range(k):
        with T.block("O"):
            vg = T.axis.opaque(k // 32, {index})
            vj = T.axis.spatial(k, j)
            O[vj] = S[vj] + S[vg]
"""


@pytest.mark.parametrize("program", [SCALED, DOMAIN])
@pytest.mark.parametrize(("index", "severity"), [("j // 32", Severity.HINT), ("j // 16", Severity.ERROR)])
def test_only_what_a_remainder_makes_wrong_is_a_hint(program: str, index: str, severity: Severity) -> None:
    found = parse(Source(HEADER + program.format(index=index)), Static()).diagnostics
    assert [each.severity for each in found] == [severity]
    demand = "; right only where k is a multiple of 32, which `T.assume(k % 32 == 0)` says"
    assert found[0].message.endswith(demand) == (severity is Severity.HINT)
