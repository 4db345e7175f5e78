"""The analyzer's door: what it can do, in the forms that programs rely on."""

from __future__ import annotations

from types import ModuleType

import pytest

import tilewright.arith as arith
from tilewright.arith.analyzer import Analyzer
from tilewright.core.arith.bounds import ConstIntBound
from tilewright.core.arith.key import deep_equal
from tilewright.core.arith.modular import ModularSet
from tilewright.core.ir.buffer import decl_buffer
from tilewright.ir import expr as nodes
from tilewright.ir.expr import And, Broadcast, Expr, IntImm, Max, Min, Ramp, Range, Select, SizeVar, Var
from tilewright.ir.operators import call

i, j, k = (Var(name, "int32") for name in "ijk")
n, m = SizeVar("n", "int32"), SizeVar("m", "int32")


def analyzer() -> Analyzer:
    made = Analyzer()
    made.bind(j, Range(0, 16))
    made.bind(k, Range(0, 4))
    return made


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((i * 16 + j) // 16, i),
        ((i * 16 + j) % 16, j),
        ((i * 64 + j * 4 + k) // 16, i * 4 + j // 4),
        ((i * 64 + j * 4 + k) % 16, j % 4 * 4 + k),
        (i // 4 * 4 + i % 4, i),
        (i % 16 // 4 * 4 + i % 4, i % 16),
        (i // 5 + i % 5 // 5, i // 5),
        ((i + 1) * 16 - i * 16, IntImm("int32", 16)),
        ((i * n + j * n) // n, i + j),
        ((i * 4 + 3) // 4, i),
        ((i - 1) * 2 + 2, i * 2),
        (Min(i - 1, i + 1), i - 1),
        (nodes.Max(j, IntImm("int32", 15)), IntImm("int32", 15)),
        (i * 16 < 100, i < 7),
        (i + 3 < i + n, nodes.LT(3, n)),
        (And(i < 5, i < 10), i < 5),
        (Select(j < 16, i, n), i),
        (i > n, nodes.LT(n, i)),
        (i - 1 < n, nodes.LE(i, n)),
        (i * 2 < 5 - j, i * 2 + j < 5),
        (0 - (i + 1) * 3, IntImm("int32", 0) - i * 3 - 3),
        (i % 4 + (j + i), i + j + i % 4),
        ((i * 10 + j - 2) % 8, (i * 2 + j + 6) % 8),
        (Max(i, j) < n, And(nodes.LT(i, n), nodes.LT(j, n))),
        (Min(i + j, n + i), Min(j, n) + i),
        (nodes.Cast("int64", IntImm("int32", 3)), IntImm("int64", 3)),
    ],
)
def test_simplified(before: Expr, after: Expr) -> None:
    assert deep_equal(analyzer().simplify(before), after)


def test_what_is_simple_stays_the_same_object() -> None:
    for e in (i * 16 + j, nodes.LT(i, n), (i + 15) // 16, Min(i, n)):
        assert analyzer().simplify(e) is e


def test_conditions_hold_inside_their_scope_only() -> None:
    made = analyzer()
    with made.constraint_scope(i < n):
        assert made.can_prove(i + 1 <= n)
        assert made.can_prove(i * 2 < n * 2)
        assert not made.can_prove(i + 1 < n)
    assert not made.can_prove(i + 1 <= n)


def test_flattened_index_stays_in_a_symbolic_buffer() -> None:
    made = Analyzer()
    made.bind(i, Range(0, n))
    made.bind(j, Range(0, m))
    assert made.can_prove_less(i * m + j, n * m)
    assert made.can_prove_greater_equal(i * m + j, 0)
    assert deep_equal(made.simplify((i * m + j) // m), i)
    assert deep_equal(made.simplify((i * m + j) % m), j)


def test_tiles_of_a_symbolic_loop() -> None:
    made = analyzer()
    with made.constraint_scope(i * 16 + j < n):
        assert made.can_prove((i * 16 + j) < n)
        assert made.can_prove(i * 16 < n)
    made.bind(i, Range(0, n // 16))
    assert made.can_prove_less(i * 16 + j, n)


def test_a_load_is_not_moved_before_its_condition() -> None:
    buffer = decl_buffer((8,), "int32", "A")
    guarded = And(i.equal(3), nodes.LT(0, buffer[Max(i, IntImm("int32", 3))]))
    assert deep_equal(analyzer().simplify(guarded), guarded)
    lazily = call("tir.if_then_else", i.equal(3), buffer[Max(i, IntImm("int32", 3))], 0)
    assert not deep_equal(analyzer().simplify(lazily), lazily)


def test_types_that_wrap_around_are_left_alone() -> None:
    x, y = Var("x", "uint8"), Var("y", "uint8")
    for e in (Min(x + 200, y + 200), x + 200 < y, (x * 4) // 4):
        assert analyzer().simplify(e) is e


def test_vectors() -> None:
    found = analyzer().simplify(Ramp(i, 1, 4) * 2 + Broadcast(j, 4))
    assert isinstance(found, Ramp)
    assert deep_equal(found, Ramp(i * 2 + j, 2, 4))


def test_bounds_and_remainders() -> None:
    made = analyzer()
    assert made.const_int_bound(j * 4 + k) == ConstIntBound(0, 63)
    assert made.const_int_bound(n).min_value == 0
    assert str(made.const_int_bound(Var("x", "int64"))) == "ConstIntBound[neg_inf,pos_inf]"
    assert made.modular_set(i * 8 + 3) == ModularSet(8, 3)
    made.update(i, ModularSet(4, 0))
    assert made.modular_set(i * 2 + 1) == ModularSet(8, 1)
    assert made.can_prove_equal(i % 4, 0)
    made.update(i, ConstIntBound(0, 10), override=True)
    assert made.const_int_bound(i + 1) == ConstIntBound(1, 11)


def test_bound_values_are_put_in() -> None:
    made = Analyzer()
    made.bind(i, j + 1)
    assert deep_equal(made.simplify(i * 2 - 2), j * 2)
    made.bind(k, Range(3, 4))
    assert deep_equal(made.simplify(k + 1), IntImm("int32", 4))


def test_names_of_the_public_module() -> None:
    for name in dir(arith):
        value = getattr(arith, name)
        assert value.__name__ == (f"tilewright.arith.{name}" if isinstance(value, ModuleType) else name)
    with pytest.raises(AttributeError):
        arith.no_such_name  # noqa: B018  # pyright: ignore[reportAttributeAccessIssue]


def test_truncated_parts_join() -> None:
    made = Analyzer()
    x = Var("x", "int32")
    joined = nodes.Div(x, IntImm("int32", 3)) * 3 + nodes.Mod(x, IntImm("int32", 3))
    assert made.simplify(joined) is x
    assert deep_equal(made.simplify(nodes.Div(x * 48 + 16, IntImm("int32", 16))), x * 3 + 1)


def test_parts_join_as_they_were_written() -> None:
    made = analyzer()
    flat = k * 3 + j
    assert deep_equal(made.simplify(flat // 12 * 12 + flat % 12 // 4 * 4 + flat % 4), flat)


def test_remainders_that_conditions_tell() -> None:
    made, x = Analyzer(), Var("x", "int32")
    with made.constraint_scope(x % 3 == 2), made.constraint_scope(x % 5 == 3), made.constraint_scope(x % 7 == 2):
        assert made.modular_set(x) == ModularSet(105, 23)
    assert made.modular_set(x) == ModularSet(1, 0)


def test_bounds_of_what_was_told() -> None:
    made, x = Analyzer(), Var("x", "int32")
    made.update(x, ConstIntBound(ConstIntBound.NEG_INF, 4))
    assert made.const_int_bound(x).min_value == ConstIntBound.NEG_INF
    assert made.const_int_bound(n).max_value == ConstIntBound.POS_INF
    made.bind(k, Range(0, 4))
    assert made.const_int_bound(Ramp(k, IntImm("int32", 2), IntImm("int32", 4)) + 2) == ConstIntBound(2, 11)


def test_a_variable_has_one_range() -> None:
    made, x = Analyzer(), Var("x", "int64")
    made.bind(x, Range(0, 10))
    made.bind(x, Range(0, 5), allow_override=True)
    with pytest.raises(RuntimeError, match="Trying to update var 'x' with a different const bound"):
        made.bind(x, Range(0, 3))


@pytest.mark.parametrize("name", ["PresburgerSet"])
def test_what_is_missing_says_so(name: str) -> None:
    with pytest.raises(AttributeError, match=rf"arith.{name} is not in Tilewright"):
        getattr(arith, name)


def test_operands_of_nested_extrema_count_once() -> None:
    """Whatever the nesting: a printed region read back must not be shorter than the one that was simplified."""
    a, b, c, d = (Var(name, "int32") for name in "abcd")
    for kind in (Max, Min):
        nested = kind(kind(kind(a, b), c), kind(kind(b, d), a))
        found = Analyzer().simplify(nested)
        assert str(found) == str(kind(kind(kind(a, b), c), d))
        assert str(Analyzer().simplify(found)) == str(found)


def test_what_is_divided_less_its_remainder() -> None:
    made, x = Analyzer(), Var("x", "int32")
    assert str(made.simplify((x * 8 - x % 2 * 8) // 16)) == "x // 2"
    assert str(made.simplify((x * 8 - x % 3 * 8) // 16)) != "x // 2"
    n = SizeVar("n", "int64")
    assert made.can_prove((n + 1) // 2 * 32 >= n * 16)
    assert not made.can_prove((n + 1) // 2 * 32 >= n * 16 + 1)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [(i >= 1, "i == 1"), (i <= 0, "i == 0"), (i - 1 >= 0, "i == 1"), (i > 0, "0 < i"), (i < 1, "i < 1")],
)
def test_a_comparison_with_the_end_of_a_range_is_an_equality(condition: Expr, expected: str) -> None:
    made = Analyzer()
    made.bind(i, Range(0, 2))
    assert str(made.simplify(condition)) == expected
    assert str(made.rewrite_simplify(condition)) == expected
