"""Every rewrite rule is true: both sides are evaluated over all small integers at which its condition holds."""

from __future__ import annotations

import itertools

import pytest

from tilewright.core.arith.facts import Facts
from tilewright.core.arith.rule_table import Rule, compile_rule, is_constant, rules_of
from tilewright.core.ops.evaluation import truncdiv, truncmod
from tilewright.ir.expr import And, CmpOp, FloorDiv, IntImm, Not, Or, Var

SCOPE = {
    "truncdiv": truncdiv,
    "truncmod": truncmod,
    "select": lambda c, a, b: a if c else b,
    "nonneg": lambda x: x >= 0,
    "pos": lambda x: x > 0,
    "free": lambda x: True,
    "floordiv": lambda a, b: a // b,
    "floormod": lambda a, b: a % b,
    "min": min,
    "max": max,
}
ALL = list({rule.text: rule for mode in ("canonical", "rewrite") for rule in rules_of(mode).rules}.values())


@pytest.mark.parametrize("rule", ALL, ids=lambda rule: rule.text)
def test_rule_is_true(rule: Rule) -> None:
    left, rest = rule.text.split(" => " if " => " in rule.text else " -> ")
    right, _, condition = rest.partition(" if ")
    logical = issubclass(rule.patterns[0].cls or object, (And, Or, Not, CmpOp))
    holds = eval(f"lambda {', '.join(rule.names)}: {condition or True}", dict(SCOPE))
    sides = [eval(f"lambda {', '.join(rule.names)}: {side}", dict(SCOPE)) for side in (left, right)]
    checked = 0
    for values in itertools.product(*[range(-3, 7) if is_constant(name) else range(-6, 8) for name in rule.names]):
        try:
            if not holds(*values):
                continue
            a, b = sides[0](*values), sides[1](*values)
        except ZeroDivisionError:
            continue
        assert (bool(a), bool(b)) == (bool(a), bool(a)) if logical else a == b, dict(zip(rule.names, values))
        checked += 1
    assert checked > 3


def test_a_rule_matches_commuted_operands() -> None:
    x, y = Var("x", "int32"), Var("y", "int32")
    rule = compile_rule("min(max(x, y), x) -> x")
    from tilewright.ir.expr import Max, Min

    for e in (Min(Max(x, y), x), Min(Max(y, x), x), Min(x, Max(x, y)), Min(x, Max(y, x))):
        assert rule.apply(Facts(), e) is x
    assert rule.apply(Facts(), Min(Max(x, y), IntImm("int32", 1))) is None


def test_a_rule_computes_constants() -> None:
    x = Var("x", "int32")
    made = compile_rule("(x // c1) // c2 -> x // (c1 * c2) if c1 > 0 and c2 > 0").apply(Facts(), (x // 3) // 4)
    assert isinstance(made, FloorDiv)
    assert made.a is x
    assert isinstance(made.b, IntImm)
    assert made.b.value == 12
