"""Iteration maps: indices as sums of pieces of loop variables, and whether such a map misses or repeats points.

A *mark* is something that counts 0, 1, ..., extent - 1: a loop variable, or a fused sum of pieces.  A *split* is a piece of a mark,
`(mark // lower_factor) % extent * scale`.  A sum of splits whose scales nest (each scale is the one before times its extent) counts without gaps
and may be fused to a mark itself.  The names are TVM's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from tilewright.arith import prove
from tilewright.arith.facts import Facts, nonnegative_forms
from tilewright.arith.key import Key
from tilewright.arith.linear import Linear, linear
from tilewright.arith.simplify import simplify
from tilewright.ir.expr import (
    Add,
    And,
    CmpOp,
    Expr,
    ExprLike,
    FloorDiv,
    FloorMod,
    IntImm,
    Mul,
    Range,
    SizeVar,
    Sub,
    Var,
    expr,
)
from tilewright.ir.operators import const, match_types
from tilewright.ir.walk import walk


class IterMapLevel(IntEnum):
    """What is asked of a map: nothing more, that every point is reached, or that each is reached once."""

    NoCheck = 0
    Surjective = 1
    Bijective = 3


class IterMapExpr:
    """Base of the parts of an iteration map."""

    __slots__ = ()


@dataclass(frozen=True, eq=False)
class IterMark(IterMapExpr):
    """Something that counts from 0 up to `extent`: a variable, or a sum that does."""

    source: Var | IterSumExpr
    extent: Expr


@dataclass(frozen=True, eq=False)
class IterSplitExpr(IterMapExpr):
    """(source // lower_factor) % extent * scale"""

    source: IterMark
    lower_factor: Expr
    extent: Expr
    scale: Expr


@dataclass(frozen=True, eq=False)
class IterSumExpr(IterMapExpr):
    """The sum of `args` and `base`."""

    args: tuple[IterSplitExpr, ...]
    base: Expr


@dataclass(frozen=True)
class IterMapResult:
    """The map of each index, or none of them and the reasons."""

    indices: tuple[IterSumExpr, ...]
    errors: tuple[str, ...] = ()
    padding_predicate: bool = False


class _NotAffine(Exception):
    """The text says why an index has no iteration map."""


def detect_iter_map(
    indices: Sequence[ExprLike],
    input_iters: Mapping[Var, Range],
    predicate: Expr | bool = True,
    check_level: IterMapLevel | str = IterMapLevel.Surjective,
    simplify_trivial_iterators: bool = True,
) -> IterMapResult:
    """The indices as iteration maps over the variables of `input_iters`.

    `predicate` may bound sums of variables (`i * 12 + j < 100`), which shortens their extent.  Fails, with reasons, when an index is not affine or the
    map is not what `check_level` asks.  As in TVM, a map that splits a variable unevenly is not affine.
    """
    level = _level(check_level)
    detection = _Detection(input_iters, predicate, simplify_trivial_iterators)
    try:
        found = tuple([detection.one(expr(index), level) for index in indices])
        detection.check(found, level)
    except _NotAffine as reason:
        return IterMapResult((), (str(reason),))
    return IterMapResult(found)


def is_affine_bijection(
    indices: Sequence[Expr], input_iters: Mapping[Var, Range], predicate: Expr | bool = True
) -> bool:
    """Whether the indices reach every point of their box exactly once as the variables run."""
    found = detect_iter_map(indices, input_iters, predicate, IterMapLevel.Bijective).indices
    return bool(found) and without_steps(found)


def without_steps(found: Sequence[IterSumExpr]) -> bool:
    """Whether the indices go up by one: those that go in larger steps are bijections onto every other point only."""
    return all(_is_one(split.scale) for index in found for split in index.args)


def iter_sum(index: ExprLike, input_iters: Mapping[Var, Range], predicate: Expr | bool = True) -> IterSumExpr:
    """The index as a sum of splits, one for each piece of a variable; raises `ValueError` when it has no such form."""
    try:
        return _Detection(input_iters, predicate, True).index(expr(index))
    except _NotAffine as reason:
        raise ValueError(f"{index} is no sum of pieces of the variables: {reason}") from None


def normalize_iter_map_to_expr(expr: IterMapExpr) -> Expr:
    """The expression that an iteration map stands for."""
    if isinstance(expr, IterSumExpr):
        total: Expr = const(0, expr.base.dtype)
        for split in expr.args:
            total = total + normalize_iter_map_to_expr(split)
        return total + expr.base
    assert isinstance(expr, IterSplitExpr)
    source = expr.source.source
    value = source if isinstance(source, Var) else normalize_iter_map_to_expr(source)
    whole = _same(expr.source.extent, expr.lower_factor * expr.extent)
    if not whole:
        value = value % (expr.lower_factor * expr.extent)
    return value // expr.lower_factor * expr.scale


def iter_map_simplify(
    indices: Sequence[ExprLike],
    input_iters: Mapping[Var, Range],
    predicate: Expr | bool = True,
    check_level: IterMapLevel | str = IterMapLevel.Surjective,
    simplify_trivial_iterators: bool = True,
) -> tuple[Expr, ...]:
    """The indices written by their iteration maps where they have one, as they are otherwise."""
    found = detect_iter_map(indices, input_iters, predicate, check_level, simplify_trivial_iterators).indices
    facts = _facts(input_iters)
    return (
        tuple([simplify(facts, normalize_iter_map_to_expr(index)) for index in found])
        if found
        else tuple(map(expr, indices))
    )


def _facts(input_iters: Mapping[Var, Range]) -> Facts:
    facts = Facts()
    for var, range_ in input_iters.items():
        facts.bind_range(var, range_.min, range_.extent)
    return facts


def _same(a: Expr, b: Expr) -> bool:
    return prove.equal(Facts(), a, b)


def _is_one(e: Expr) -> bool:
    return isinstance(e, IntImm) and e.value == 1


@dataclass
class _Sum:
    """A sum under construction: splits, and what is left over."""

    splits: list[IterSplitExpr]
    base: Expr


@dataclass
class _Detection:
    """The marks made so far and the bounds that the predicate puts on sums."""

    input_iters: Mapping[Var, Range]
    predicate: Expr | bool
    trivial: bool
    marks: dict[Key, IterMark] = field(default_factory=dict[Key, IterMark])
    limits: dict[frozenset[tuple[Key, int]], int] = field(default_factory=dict[frozenset[tuple[Key, int]], int])

    def __post_init__(self) -> None:
        self.facts = _facts(self.input_iters)
        self.rules: dict[type, Callable[[Any], _Sum]] = {
            Var: self._variable,
            SizeVar: self._variable,
            IntImm: lambda e: _Sum([], e),
            Add: self._add,
            Sub: self._sub,
            Mul: self._mul,
            FloorDiv: self._floordiv,
            FloorMod: self._floormod,
        }
        if isinstance(self.predicate, Expr):
            self._limit(self.predicate)

    def _limit(self, predicate: Expr) -> None:
        """Read `sum < constant` off the predicate; any other condition leaves holes that no map describes."""
        if isinstance(predicate, IntImm):
            return
        if isinstance(predicate, And):
            self._limit(predicate.a)
            self._limit(predicate.b)
            return
        for form in nonnegative_forms(predicate) if isinstance(predicate, CmpOp) else ():
            upper = form.scaled(-1)
            self.limits[upper.direction] = min(form.constant + 1, self.limits.get(upper.direction, form.constant + 1))

    def index(self, e: Expr) -> IterSumExpr:
        """The map of one index as a sum of splits."""
        found = self._sum(simplify(self.facts, e))
        return IterSumExpr(tuple(found.splits), found.base)

    def one(self, e: Expr, check_level: IterMapLevel) -> IterSumExpr:
        """The map of one index as at most one split; as several where they do not nest and nothing is asked of the map."""
        found = self.index(e)
        if len(found.args) < 2:
            return found
        try:
            split = self.fused(_Sum(list(found.args), found.base))
        except _NotAffine:
            if check_level is IterMapLevel.NoCheck:
                return found
            raise
        return IterSumExpr(() if self.trivial and _is_one(split.extent) else (split,), found.base)

    def _sum(self, e: Expr) -> _Sum:
        rule = self.rules.get(type(e))
        if rule is not None:
            return rule(e)
        if any(var in self.input_iters for var in _variables(e)):
            raise _NotAffine(f"{type(e).__name__} of loop variables is no sum, quotient or remainder of them")
        return _Sum([], e)

    def _variable(self, var: Var) -> _Sum:
        range_ = self.input_iters.get(var)
        if range_ is None:
            return _Sum([], var)
        if self.trivial and _is_one(range_.extent):
            return _Sum([], range_.min)
        mark = self.marks.setdefault(var, IterMark(var, range_.extent))
        return _Sum([_whole(mark)], range_.min)

    def _add(self, e: Any) -> _Sum:
        a, b = self._sum(e.a), self._sum(e.b)
        return _Sum([*a.splits, *b.splits], a.base + b.base)

    def _sub(self, e: Any) -> _Sum:
        a, b = self._sum(e.a), self._scaled(self._sum(e.b), const(-1, e.dtype))
        return _Sum([*a.splits, *b.splits], a.base + b.base)

    def _mul(self, e: Any) -> _Sum:
        a, b = self._sum(e.a), self._sum(e.b)
        if a.splits and b.splits:
            raise _NotAffine("two loop variables are multiplied")
        return self._scaled(a, b.base) if a.splits or not b.splits else self._scaled(b, a.base)

    def _scaled(self, found: _Sum, factor: Expr) -> _Sum:
        splits = [IterSplitExpr(s.source, s.lower_factor, s.extent, s.scale * factor) for s in found.splits]
        return _Sum(splits, found.base * factor)

    def _floordiv(self, e: Any) -> _Sum:
        """(s*k + b) // d with d dividing s, or s dividing d and d dividing b"""
        split, base = self._one_split(e)
        if split is None:
            return _Sum([], FloorDiv(base, e.b))
        times = self._exact(split.scale, e.b)
        if times is not None:
            return _Sum([_rescaled(split, times)], simplify(self.facts, FloorDiv(base, e.b)))
        step = self._step(split, base, e.b, "a loop variable is divided by a number that does not divide its extent")
        lower, extent = split.lower_factor * step, simplify(self.facts, FloorDiv(split.extent, step))
        one = const(1, e.dtype)
        quotient = IterSplitExpr(split.source, simplify(self.facts, lower), extent, one)
        return _Sum([quotient], simplify(self.facts, FloorDiv(base, e.b)))

    def _floormod(self, e: Any) -> _Sum:
        split, base = self._one_split(e)
        if split is None or self._exact(split.scale, e.b) is not None:
            return _Sum([], simplify(self.facts, FloorMod(base, e.b)))
        reason = "the remainder of a loop variable by a number that does not divide its extent"
        step = self._step(split, base, e.b, reason)
        return _Sum([IterSplitExpr(split.source, split.lower_factor, step, split.scale)], const(0, e.dtype))

    def _exact(self, e: Expr, divisor: Expr) -> Expr | None:
        """e // divisor where nothing is left over."""
        if not _same(_remainder(e, divisor), const(0, e.dtype)):
            return None
        return simplify(self.facts, FloorDiv(*match_types(e, divisor)))

    def _step(self, split: IterSplitExpr, base: Expr, divisor: Expr, reason: str) -> Expr:
        """By how much the piece itself is divided when `scale * piece + base` is divided by `divisor`."""
        if self._exact(base, divisor) is None:
            raise _NotAffine("a sum that does not begin at 0 is divided")
        step = self._exact(divisor, split.scale)
        if step is None or self._exact(split.extent, step) is None:
            raise _NotAffine(reason)
        return step

    def _one_split(self, e: Any) -> tuple[IterSplitExpr | None, Expr]:
        """The dividend as one split, fused if it is a sum, and what is added to it."""
        found = self._sum(e.a)
        if not found.splits:
            return None, found.base
        return (found.splits[0] if len(found.splits) == 1 else self.fused(found)), found.base

    def fused(self, found: _Sum) -> IterSplitExpr:
        """The sum of splits whose scales nest as one split of a mark, with the smallest scale outside."""
        ordered = _nested(found.splits)
        scale = ordered[0].scale
        extent: Expr = const(1, found.base.dtype)
        inner: list[IterSplitExpr] = []
        for split in ordered:
            times = self._exact(split.scale, scale)
            if times is None or not _same(times, extent):
                raise _NotAffine("a sum of loop variables has gaps or overlaps")
            inner.append(_rescaled(split, times))
            extent = simplify(self.facts, extent * split.extent)
        whole = IterSumExpr(tuple(reversed(inner)), const(0, found.base.dtype))
        form = linear(simplify(self.facts, normalize_iter_map_to_expr(whole)))
        limit = self.limits.get(form.direction)
        if limit is not None and self._starts_at_zero(form):
            bounded = limit - form.constant
            if not (isinstance(extent, IntImm) and extent.value <= bounded):
                extent = const(bounded, found.base.dtype)
        mark = self.marks.setdefault(_name(form), IterMark(whole, extent))
        return _rescaled(_whole(mark), scale)

    def _starts_at_zero(self, form: Linear) -> bool:
        """Whether the sum counts from 0, so that a condition on the variables is one on what they count."""
        used = {var for atom, _ in form.atoms() for var in _variables(atom)}
        return all(_is_zero(self.input_iters[var].min) for var in used if var in self.input_iters)

    def check(self, found: tuple[IterSumExpr, ...], level: IterMapLevel) -> None:
        """Raise when the map is not what `level` asks."""
        if level is IterMapLevel.NoCheck:
            return
        uses = _uses(found)
        for mark, splits in uses.values():
            self._tiles(mark, splits, level)
        if level is IterMapLevel.Bijective:
            used = {mark.source for mark, _ in uses.values() if isinstance(mark.source, Var)}
            for var, range_ in self.input_iters.items():
                if var not in used and not _is_one(simplify(self.facts, range_.extent)):
                    raise _NotAffine(f"the loop variable {var.name} does not matter")

    def _tiles(self, mark: IterMark, splits: list[IterSplitExpr], level: IterMapLevel) -> None:
        """Pieces of a mark begin where the piece before ends, and end at its extent."""
        ordered = sorted(splits, key=lambda split: _size(split.lower_factor))
        reached: Expr | None = None
        for split in ordered:
            start = const(1, split.extent.dtype) if reached is None else reached
            if not _same(split.lower_factor, start) and (level is IterMapLevel.Bijective or reached is not None):
                raise _NotAffine("pieces of a loop variable overlap or leave a gap")
            reached = simplify(self.facts, split.lower_factor * split.extent)
        if level is IterMapLevel.Bijective and reached is not None and not _same(reached, mark.extent):
            raise _NotAffine("the upper part of a loop variable does not matter")


_Uses = dict[int, tuple[IterMark, list[IterSplitExpr]]]


def _uses(found: Sequence[IterSumExpr]) -> _Uses:
    """All pieces of each mark, those inside of marks that are sums included, each sum once."""
    uses: _Uses = {}
    pending = list(found)
    while pending:
        for split in pending.pop().args:
            known = uses.get(id(split.source))
            if known is None:
                known = uses[id(split.source)] = (split.source, [])
                if isinstance(split.source.source, IterSumExpr):
                    pending.append(split.source.source)
            known[1].append(split)
    return uses


def _rescaled(split: IterSplitExpr, scale: Expr) -> IterSplitExpr:
    return IterSplitExpr(split.source, split.lower_factor, split.extent, scale)


def _level(check_level: IterMapLevel | str) -> IterMapLevel:
    """The level, which programs may name."""
    if isinstance(check_level, IterMapLevel):
        return check_level
    found = _LEVELS.get(check_level.lower())
    if found is None:
        raise ValueError(f"{check_level!r} is no level of checks; there are {', '.join(_LEVELS)}")
    return found


_LEVELS = {
    "bijective": IterMapLevel.Bijective,
    "surjective": IterMapLevel.Surjective,
    "nocheck": IterMapLevel.NoCheck,
}


def _is_zero(e: Expr) -> bool:
    return isinstance(e, IntImm) and e.value == 0


def _name(form: Linear) -> Key:
    return (form.direction, form.constant)


def _whole(mark: IterMark) -> IterSplitExpr:
    one = const(1, mark.extent.dtype)
    return IterSplitExpr(mark, one, mark.extent, one)


def _variables(e: Expr) -> list[Var]:
    return [node for node in walk(e) if isinstance(node, Var)]


def _remainder(a: Expr, b: Expr) -> Expr:
    return simplify(Facts(), FloorMod(*match_types(a, b)))


def _size(e: Expr) -> tuple[int, int]:
    """Constants first, by value; then products by their number of factors, which orders the scales of nested symbolic sizes."""
    if isinstance(e, IntImm):
        return 0, e.value
    return len(_variables(e)), 0


def _nested(splits: Sequence[IterSplitExpr]) -> list[IterSplitExpr]:
    return sorted(splits, key=lambda split: (_size(split.scale), _size(split.extent)))
