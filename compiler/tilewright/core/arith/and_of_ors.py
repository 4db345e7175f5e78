"""A condition as a conjunction of disjunctions: a or (b and c) -> (a or b) and (a or c).

Groups are sequences of alternatives.  Of two alternatives of a group, or of two groups that differ in one alternative, what they are together may be
one simpler condition; it stands where the later of them stood.
"""

from __future__ import annotations

from collections.abc import Callable

from tilewright.core.arith.key import key
from tilewright.core.ir.expr import And, Expr, IntImm, Or
from tilewright.core.ir.operators import const

Group = list[Expr]
Simplify = Callable[[Expr], Expr]


def and_of_ors(condition: Expr, simplify: Simplify) -> Expr:
    """The condition in that form, each pair of its parts simplified together."""
    groups = [_within_or(group, simplify) for group in _groups(condition)]
    groups = [group for group in groups if not _is(group, True)]
    if any(not group for group in groups):
        return const(False, "bool")
    groups = _across_and(groups, simplify)
    if any(_is(group, False) for group in groups):
        return const(False, "bool")
    parts = [_joined(Or, group) for group in groups if not _is(group, True)]
    return _joined(And, parts) if parts else const(True, "bool")


def _groups(e: Expr) -> list[Group]:
    if isinstance(e, And):
        return [*_groups(e.a), *_groups(e.b)]
    if isinstance(e, Or):
        return [_union(a, b) for a in _groups(e.a) for b in _groups(e.b)]
    return [[e]]


def _union(a: Group, b: Group) -> Group:
    seen = {key(e) for e in a}
    return [*a, *(e for e in b if key(e) not in seen)]


def _is(group: Group, value: bool) -> bool:
    return len(group) == 1 and isinstance(group[0], IntImm) and bool(group[0].value) is value


def _within_or(group: Group, simplify: Simplify) -> Group:
    """a or b -> c, where they are simpler together"""
    group = [e for e in group if not (isinstance(e, IntImm) and not e.value)]
    place = 0
    while place < len(group):
        other = place + 1
        while other < len(group):
            together = _together(Or, group[place], group[other], simplify)
            if together is None:
                other += 1
                continue
            if isinstance(together, IntImm):
                return [together]
            group = [*group[:place], *group[place + 1 : other], together, *group[other + 1 :]]
            other = place + 1
        place += 1
    return group


def _across_and(groups: list[Group], simplify: Simplify) -> list[Group]:
    """(s or a) and (s or b) -> s or c, where c is a and b together; of two groups one of which holds the other that one goes"""
    place = 0
    while place < len(groups):
        other = place + 1
        while other < len(groups):
            merged = _merged(groups[place], groups[other], simplify)
            if merged is None:
                other += 1
                continue
            first, second = merged
            groups = [
                *groups[:place],
                *([] if first is None else [first]),
                *groups[place + 1 : other],
                *([] if second is None else [second]),
                *groups[other + 1 :],
            ]
            other = place + 1
        place += 1
    return groups


def _merged(a: Group, b: Group, simplify: Simplify) -> tuple[Group | None, Group | None] | None:
    """The replacement of the two groups (None for an empty one); None altogether when they stay."""
    known_a, known_b = {key(e) for e in a}, {key(e) for e in b}
    only_a = [e for e in a if key(e) not in known_b]
    only_b = [e for e in b if key(e) not in known_a]
    if not only_a:
        return a, None
    if not only_b:
        return None, b
    if len(only_a) != 1 or len(only_b) != 1:
        return None
    together = _together(And, only_a[0], only_b[0], simplify)
    if together is None:
        return None
    return None, [together if e is only_b[0] else e for e in b if e is not only_b[0] or not _never(together, b)]


def _never(e: Expr, group: Group) -> bool:
    return isinstance(e, IntImm) and not e.value and len(group) > 1


def _together(cls: type[And] | type[Or], a: Expr, b: Expr, simplify: Simplify) -> Expr | None:
    """The conjunction of two conditions as one condition, None when it needs both."""
    for pair in (cls(a, b), cls(b, a)):
        found = simplify(pair)
        if not isinstance(found, (And, Or)):
            return found
    return None


def _joined(cls: type[And] | type[Or], parts: list[Expr]) -> Expr:
    total = parts[0]
    for part in parts[1:]:
        total = cls(total, part)
    return total
