"""ConvertSSA on programs that text cannot say: one statement object in two places."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.transform.prepared import twice
from tests.transform.programs import assert_same, program, results
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.core.ir.walk import definitions, walk
from tilewright.core.passes.tir import PASSES
from tilewright.ir.expr import Var
from tilewright.ir.function import IRModule

PROGRAMS = {
    "loop": "for i in range(4):\n        A[i] = A[i] + T.float32(1)",
    "name": "with T.LetStmt(A[0]) as x:\n        A[1] = A[1] + x",
    "memory": 'data = T.allocate([4], "float32", "local")\n    t = T.decl_buffer((4,), data=data, scope="local")\n'
    "    t[0] = A[2]\n    A[3] = t[0] + t[0]",
    "loops inside": "for i in range(2):\n        for j in range(2):\n            A[i * 2 + j] = A[j] + T.float32(1)",
}


def repeated(body: str) -> IRModule:
    return twice(program(f'@T.prim_func\ndef main(A: T.Buffer((4,), "float32")):\n    {body}\n'))


def defined(module: IRModule) -> Counter[Var]:
    return Counter(
        variable for func in module.functions.values() for node in walk(func) for variable in definitions(node)
    )


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_definition_gets_a_variable_of_its_own(name: str) -> None:
    before = repeated(PROGRAMS[name])
    after = PASSES["ConvertSSA"](before)
    assert max(defined(before).values()) == 2
    assert max(defined(after).values()) == 1
    assert_same(results(before), results(after))


def test_functions_of_a_module_share_no_variable() -> None:
    (func,) = program('@T.prim_func\ndef main(A: T.Buffer((4,), "float32")):\n    A[0] = A[1]\n').functions.values()
    before = IRModule({"first": func, "second": func})
    after = PASSES["ConvertSSA"](before)
    first, second = after["first"], after["second"]
    assert first is before["first"]
    assert set(first.params).isdisjoint(second.params)
    assert set(first.buffer_map.values()).isdisjoint(second.buffer_map.values())
    assert_structural_equal(first, second)
    assert PASSES["ConvertSSA"](after) is after
