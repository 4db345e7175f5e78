"""The language of rewrite rules: `"(x // c1) // c2 -> x // (c1 * c2) if c1 > 0 and c2 > 0"`.

The sides are Python expressions.  `c`, `c1`, ... match integer constants, other names any expression, a name seen twice the same expression;
`//` and `%` are floor division and remainder, `min`, `max`, `select`, `truncdiv`, `truncmod` the nodes of those names.  Constants are computed
on the right-hand side.  The condition is Python over the constants, with `nonneg(x)` and `pos(x)` asking for proved bounds, also of `x * c - y`, and `free(x)` whether
`x` is no constant.
Operands of commuting nodes match in any order, those of rules with `=>` in the written one only; `|` parts alternative left sides.
Every rule can be read back (`Rule.names`, `Rule.text`), so that a test evaluates both sides over small integers.  A line says which modes of the
simplifier take it: `both`, `canonical` or `rewrite`.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from types import CodeType
from typing import Any

from tilewright.core.arith.bounds import bound
from tilewright.core.arith.facts import Facts
from tilewright.core.arith.key import deep_equal
from tilewright.core.arith.linear import linear
from tilewright.core.arith.prove import nonnegative
from tilewright.core.arith.rules.collected import LINES
from tilewright.core.base.dtype import BOOL
from tilewright.core.ir import expr as nodes
from tilewright.core.ir.expr import And, BinaryOp, CmpOp, Expr, IntImm, Not, Or, Select
from tilewright.core.ir.operators import binary

Match = dict[str, Any]

_OPERATORS: dict[type[ast.AST], type[BinaryOp]] = {
    ast.Add: nodes.Add,
    ast.Sub: nodes.Sub,
    ast.Mult: nodes.Mul,
    ast.FloorDiv: nodes.FloorDiv,
    ast.Mod: nodes.FloorMod,
    ast.And: nodes.And,
    ast.Or: nodes.Or,
    ast.Eq: nodes.EQ,
    ast.NotEq: nodes.NE,
    ast.Lt: nodes.LT,
    ast.LtE: nodes.LE,
    ast.Gt: nodes.GT,
    ast.GtE: nodes.GE,
}
_FUNCTIONS: dict[str, type[Expr]] = {
    "min": nodes.Min,
    "max": nodes.Max,
    "floordiv": nodes.FloorDiv,
    "floormod": nodes.FloorMod,
    "truncdiv": nodes.Div,
    "truncmod": nodes.Mod,
    "select": Select,
}
_COMMUTATIVE = (nodes.Add, nodes.Mul, nodes.Min, nodes.Max, nodes.And, nodes.Or, nodes.EQ, nodes.NE)


@dataclass(frozen=True)
class Term:
    """A side of a rule: a name, a number, or a node class over terms."""

    cls: type[Expr] | None
    parts: tuple[Term, ...] = ()
    name: str = ""
    code: CodeType | None = None  # for a right-hand side of constants only: how to compute it

    def may_match(self, kind: type) -> bool:
        """Whether a node of this type can be what the term stands for."""
        if self.cls is None:
            return kind is IntImm or not is_constant(self.name)
        return kind is self.cls


@dataclass(frozen=True, eq=False)
class Rule:
    """One rule.  `patterns` are the left side in every order that commuting operands allow."""

    text: str
    patterns: tuple[Term, ...]
    replacement: Term
    condition: CodeType | None = None
    names: tuple[str, ...] = field(default=())

    def apply(self, facts: Facts, e: Expr) -> Expr | None:
        """The rewritten expression, None when the rule does not apply."""
        for pattern in self.patterns:
            made = self.apply_one(pattern, facts, e)
            if made is not None:
                return made
        return None

    def apply_one(self, pattern: Term, facts: Facts, e: Expr) -> Expr | None:
        """The same with one of the patterns."""
        found: Match = {}
        if _matches(pattern, e, found) and self._holds(facts, found):
            return _build(self.replacement, found, _type_of(e, found))
        return None

    def _holds(self, facts: Facts, found: Match) -> bool:
        if self.condition is None:
            return True
        scope = {name: value.value if is_constant(name) else value for name, value in found.items()}
        asked = {"nonneg": _asks(facts, 0), "pos": _asks(facts, 1), "free": lambda e: not isinstance(e, IntImm)}
        return bool(eval(self.condition, asked, scope))


class RuleTable:
    """The rules of some lines; those that may apply to a node are found by its type and the types of its operands."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.rules = tuple([compile_rule(line) for line in itertools.chain.from_iterable(map(_alternatives, lines))])
        self.roots: dict[type, list[Rule]] = {}
        for rule in self.rules:
            self.roots.setdefault(rule.patterns[0].cls or object, []).append(rule)
        self._by_shape: dict[tuple[type, ...], tuple[tuple[Rule, Term], ...]] = {}

    def apply(self, facts: Facts, e: Expr) -> Expr | None:
        """The result of the first rule that applies to a node, whose type must be one of the roots; None when none applies."""
        shape = (type(e), *map(type, _operands(e)))
        found = self._by_shape.get(shape)
        if found is None:
            found = self._by_shape[shape] = tuple(self._possible(shape))
        for rule, pattern in found:
            made = rule.apply_one(pattern, facts, e)
            if made is not None:
                return made
        return None

    def _possible(self, shape: tuple[type, ...]) -> Iterator[tuple[Rule, Term]]:
        for rule in self.roots[shape[0]]:
            for pattern in rule.patterns:
                if all(part.may_match(kind) for part, kind in zip(pattern.parts, shape[1:])):
                    yield rule, pattern


@cache
def rules_of(mode: str) -> RuleTable:
    """The rules of a mode, compiled when they are first asked for."""
    return RuleTable([line.text for line in LINES if mode in line.modes])


def _alternatives(line: str) -> list[str]:
    """The rules of a line with several left sides."""
    arrow = " => " if " => " in line else " -> "
    left, right = line.split(arrow)
    return [f"{one.strip()}{arrow}{right}" for one in left.split(" | ")]


def compile_rule(text: str) -> Rule:
    """One line with one left side as a rule."""
    exact = " => " in text
    left, rest = text.split(" => " if exact else " -> ")
    right, _, condition = rest.partition(" if ")
    pattern = _term(ast.parse(left, mode="eval").body)
    code = compile(condition, text, "eval") if condition else None
    names = sorted({node.id for node in ast.walk(ast.parse(left)) if isinstance(node, ast.Name)} - set(_FUNCTIONS))
    replacement = _computed(_term(ast.parse(right, mode="eval").body), ast.parse(right, mode="eval").body)
    return Rule(text, (pattern,) if exact else tuple(_orders(pattern)), replacement, code, tuple(names))


def is_constant(name: str) -> bool:
    """Whether a name of a rule stands for a constant: `c` with or without a number."""
    return name[0] == "c" and (len(name) == 1 or name[1:].isdigit())


def _asks(facts: Facts, least: int) -> Callable[[Expr], bool]:
    return lambda e: (
        bound(facts, e)[0] >= least or (bool(facts.directions) and nonnegative(facts, linear(e).shifted(-least)))
    )


def _term(tree: ast.expr) -> Term:
    if isinstance(tree, ast.Name):
        return Term(None, name=tree.id)
    if isinstance(tree, ast.Constant):
        return Term(IntImm, code=compile(ast.Expression(tree), "rule", "eval"))
    if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.USub):
        return Term(IntImm, code=compile(ast.fix_missing_locations(ast.Expression(tree)), "rule", "eval"))
    if isinstance(tree, ast.UnaryOp):
        return Term(Not, (_term(tree.operand),))
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name):
        return Term(_FUNCTIONS[tree.func.id], tuple([_term(arg) for arg in tree.args]))
    if isinstance(tree, ast.BinOp):
        return Term(_OPERATORS[type(tree.op)], (_term(tree.left), _term(tree.right)))
    if isinstance(tree, ast.BoolOp):
        return Term(_OPERATORS[type(tree.op)], tuple([_term(value) for value in tree.values]))
    if isinstance(tree, ast.Compare):
        return Term(_OPERATORS[type(tree.ops[0])], (_term(tree.left), _term(tree.comparators[0])))
    raise ValueError(f"{ast.unparse(tree)} has no meaning in a rule")


def _computed(term: Term, tree: ast.expr) -> Term:
    """The right side with everything made of constants only as code that computes it."""
    names = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id not in _FUNCTIONS]
    if term.cls is not None and all(is_constant(name) for name in names):
        return Term(IntImm, code=compile(ast.fix_missing_locations(ast.Expression(tree)), "rule", "eval"))
    below = [node for node in ast.iter_child_nodes(tree) if isinstance(node, ast.expr)]
    below = [node for node in below if not (isinstance(tree, ast.Call) and node is tree.func)]
    return Term(term.cls, tuple([_computed(part, node) for part, node in zip(term.parts, below)]), term.name)


def _orders(term: Term) -> Iterator[Term]:
    """The term in every order of the operands of commutative nodes."""
    for parts in itertools.product(*[tuple(_orders(part)) for part in term.parts]):
        yield Term(term.cls, parts, term.name, term.code)
        if term.cls in _COMMUTATIVE and len(set(map(repr, parts))) > 1 and not _mirrored(term):
            yield Term(term.cls, parts[::-1], term.name, term.code)


def _mirrored(term: Term) -> bool:
    """Whether the operands are built alike, so that their own orders cover every case and the operands stay where they stood."""
    first, second = term.parts
    return first.cls is not None and _shape(first) == _shape(second)


def _shape(term: Term) -> object:
    return is_constant(term.name) if term.cls is None else (term.cls, *map(_shape, term.parts))


def _matches(term: Term, e: Expr, found: Match) -> bool:
    if term.cls is None:
        return _bind(term.name, e, found)
    if type(e) is not term.cls:
        return False
    if isinstance(e, IntImm):
        return term.code is not None and e.value == eval(term.code)
    for part, operand in zip(term.parts, _operands(e)):
        if not _matches(part, operand, found):
            return False
    return True


def _bind(name: str, e: Expr, found: Match) -> bool:
    if is_constant(name) and not isinstance(e, IntImm):
        return False
    known = found.get(name)
    if known is not None:
        return deep_equal(known, e)
    found[name] = e
    return True


def _operands(e: Any) -> tuple[Expr, ...]:
    if isinstance(e, Select):
        return e.condition, e.true_value, e.false_value
    return (e.a,) if isinstance(e, Not) else (e.a, e.b)


def _type_of(e: Expr, found: Match) -> object:
    """The type of constants on the right side: that of the numbers compared or chosen from."""
    if isinstance(e, (And, Or)):
        return next((value.dtype for value in found.values() if not value.dtype.is_bool), e.dtype)
    inner = _operands(e)[-1] if isinstance(e, (CmpOp, Select)) else e
    return inner.dtype


def _build(term: Term, found: Match, dtype: object) -> Expr:
    if term.cls is None:
        return found[term.name]
    if term.code is not None:
        value = eval(term.code, {"min": min, "max": max}, {n: v.value for n, v in found.items() if is_constant(n)})
        return IntImm(BOOL if isinstance(value, bool) else dtype, int(value))
    cls: object = term.cls
    parts = [_build(part, found, dtype) for part in term.parts]
    return binary(cls.__name__, parts[0], parts[1]) if issubclass(cls, BinaryOp) else cls(*parts)
