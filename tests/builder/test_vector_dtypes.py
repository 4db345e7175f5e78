"""Vector types of any number of lanes have a name under `T.`."""

from __future__ import annotations

import pytest

from tilewright.core.builder.namespace import TIR
from tilewright.script import from_source


@pytest.mark.parametrize("name", ["boolx16", "int32x2", "int32x3", "uint8x5", "float64x128", "bfloat16x7"])
def test_any_number_of_lanes_has_a_name(name: str) -> None:
    func = from_source(f"@T.prim_func\ndef f(x: T.{name}):\n    T.evaluate(x)\n")
    assert str(func.params[0].dtype) == name
    assert f"x: T.{name}" in func.script()


@pytest.mark.parametrize("name", ["boolx0", "int32x", "intx", "floats32x4", "handlex4"])
def test_other_names_are_no_members(name: str) -> None:
    assert TIR.member(name) is None
    with pytest.raises(AttributeError, match=name):
        getattr(TIR, name)
