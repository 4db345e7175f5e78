"""`detect_common_subexpr`."""

from __future__ import annotations

import pytest

from tilewright import tir
from tilewright.arith import detect_common_subexpr

X, Y, Z = (tir.Var(name, "int32") for name in "xyz")  # pyright: ignore[reportArgumentType]


def test_what_occurs_twice_is_found() -> None:
    found = detect_common_subexpr((X + Y) * Z + (X + Y), 2)
    assert len(found) == 1
    assert found[X + Y] == 2
    assert (X + Y) in found
    assert (X + Z) not in found


def test_the_threshold() -> None:
    expr = (X + Y) * (X + Y) * (X + Y)
    assert detect_common_subexpr(expr, 3)[X + Y] == 3
    assert not detect_common_subexpr(expr, 4)


def test_what_is_free_or_may_change_is_left_out() -> None:
    buffer = tir.decl_buffer((4,), "int32", "A")
    assert not detect_common_subexpr(X + X + (buffer[0] + 1) * (buffer[0] + 1), 2)


def test_what_is_not_there_is_an_error() -> None:
    with pytest.raises(KeyError):
        detect_common_subexpr(X + Y, 1)[X + Z]
