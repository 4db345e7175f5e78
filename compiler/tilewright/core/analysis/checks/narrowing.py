"""Sums and products of narrow integers that were computed in a wide type, and are converted back to a narrow one without a limit: what does not fit wraps around."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce

from tilewright.core.analysis.checks.accumulators import added_term, terms_of
from tilewright.core.analysis.checks.blocks import adds_in_place
from tilewright.core.analysis.checks.clips import is_limited
from tilewright.core.analysis.checks.widening import COMBINED, Ends, is_of_data
from tilewright.core.analysis.contents import used_by
from tilewright.core.analysis.counter_example import facts_at
from tilewright.core.analysis.survey import NARROW, SHIFTS, Access, Survey, memory_read
from tilewright.core.arith import interval as iv
from tilewright.core.arith.bounds import bound
from tilewright.core.base.diagnostics import Diagnostic, Severity, diagnose
from tilewright.core.base.dtype import int_range
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import (
    Add,
    Broadcast,
    BufferLoad,
    Call,
    Cast,
    Expr,
    FloatImm,
    FloorDiv,
    IntImm,
    Max,
    Min,
    Mul,
    Select,
    Sub,
    Var,
)
from tilewright.core.ir.node import Node
from tilewright.core.ir.walk import walk

_DEPTH = 8
_ARITHMETIC = (Var, IntImm, FloatImm, BufferLoad, Cast, Add, Sub, Mul, FloorDiv, Broadcast)
_ROUNDING = frozenset(("tir.round", "tir.nearbyint", "tir.floor", "tir.ceil", "tir.trunc"))
_SCALING = {
    *_ROUNDING,
    *("tir.q_multiply_shift", "tir.q_multiply_shift_per_axis", "tir.shift_right"),
}


def unlimited_narrowings(survey: Survey) -> Iterator[Diagnostic]:
    """Conversions of such results, where what the narrow operands hold can make them too large; of scaled ones a hint, since scales are chosen to fit."""
    said: set[int] = set()
    for access in survey.accesses:
        if not access.is_write or access.value is None or any(memory_read(survey, g) for g in access.around.guards):
            continue
        for cast in walk(access.value):
            if not isinstance(cast, Cast) or id(cast) in said or cast.span is None:
                continue  # a cast that nobody wrote is reported as such
            found = _of_limits(cast) or _of_integers(survey, access, cast) or _moved(survey, access, cast)
            found = found or _of_scaled(survey, cast)
            if found is not None:
                said.add(id(cast))
                yield diagnose("unlimited-narrowing", found[0], cast.span, severity=found[1])


def _of_limits(cast: Cast) -> tuple[str, Severity | None] | None:
    """The sentence about a value that is limited to the range of another type than the one that it is converted to."""
    target, value = cast.dtype.element, cast.value
    while isinstance(value, Call) and value.args and callee_name(value) in _ROUNDING:
        value = value.args[0]
    if not target.is_integer or target.is_bool or not 4 <= target.bits <= NARROW:
        return None
    limits: dict[type, float] = {}
    while isinstance(value, (Min, Max)) and type(value) not in limits:
        constant, inner = (value.a, value.b) if isinstance(value.a, (IntImm, FloatImm)) else (value.b, value.a)
        if not isinstance(constant, (IntImm, FloatImm)):
            return None
        limits[type(value)], value = constant.value, inner
    low, high = int_range(target)
    if len(limits) < 2 or (low <= limits[Max] and limits[Min] < high + 1):
        return None
    source = f"{limits[Max]:g} to {limits[Min]:g}"
    return (
        f"the value is limited to {source}, and {target} holds {low} to {high}: what lies outside wraps around or has no defined value; limit it to what the type holds",
        None,
    )


def _is_narrowing(cast: Cast) -> bool:
    """Whether something wider is converted to a narrow integer that wraps around; remainders of unsigned ones are often wanted."""
    target, source = cast.dtype.element, cast.value.dtype.element
    if not target.is_integer or not target.is_signed or target.bits > NARROW or target.is_bool:
        return False
    return source.is_float or (source.is_integer and source.bits > target.bits)


def _limited_part(cast: Cast) -> bool:
    """Whether a number is added to a limited one, or subtracted from it, in the value that becomes a narrow integer."""
    value, target = cast.value, cast.dtype.element
    if not isinstance(value, (Add, Sub)) or not target.is_integer or not 1 < target.bits <= NARROW:
        return False
    moved = value.dtype.is_integer and value.dtype.bits > target.bits and isinstance(value.b, IntImm)
    return moved and isinstance(value.a, (Min, Max)) and any(isinstance(node, IntImm) for node in value.a.children())


def _moved(survey: Survey, access: Access, cast: Cast) -> tuple[str, Severity | None] | None:
    """The sentence about a value that was limited and is moved out of the range again."""
    if not _limited_part(cast):
        return None
    reached, whole = bound(facts_at(survey, access.around), cast.value), int_range(cast.value.dtype.element)
    return None if reached[0] <= whole[0] or whole[1] <= reached[1] else _beyond(cast, reached)


def _of_integers(survey: Survey, access: Access, cast: Cast) -> tuple[str, Severity | None] | None:
    wide = _is_narrowing(cast) and cast.value.dtype.is_integer
    reached = _Reach(survey, chosen=_chosen(survey, access)).of(cast.value, _DEPTH) if wide else None
    return None if reached is None else _beyond(cast, reached)


def _chosen(survey: Survey, access: Access) -> frozenset[Var]:
    """The variables on which conditions around a store and in its value depend."""
    conditions = list(access.around.guards)
    for node in () if access.value is None else walk(access.value):
        if isinstance(node, Select):
            conditions.append(node.condition)
        elif isinstance(node, Call) and callee_name(node) == "tir.if_then_else":
            conditions.append(node.args[0])
    return frozenset(used_by(survey, conditions)) if conditions else frozenset()


def _beyond(cast: Cast, reached: Ends) -> tuple[str, Severity | None] | None:
    """The sentence about a value that does not fit; two products of int8 are one too large at a single point, of which nobody thinks."""
    low, high = int_range(cast.dtype.element)
    least, most = reached
    if low - high // 64 <= least and most <= high + high // 64:
        return None
    beyond = most if most > high else least
    source = cast.value.dtype.element
    return (
        f"the value converted to {cast.dtype.element}, which holds {low} to {high}, can be {beyond}, and wraps around; limit it in {source} first: `T.min(T.max(..., {low}), {high})`",
        None,
    )


def _of_scaled(survey: Survey, cast: Cast) -> tuple[str, Severity | None] | None:
    """The same of a sum of products that is multiplied with a scale; what limits it, or divides it by data, is taken to make it fit."""
    if not _is_narrowing(cast):
        return None
    nodes = [*walk(cast.value)]
    known = all(isinstance(node, _ARITHMETIC) or _scales(node) for node in nodes)
    if not known or not any(_is_sum_of_products(survey, node) for node in nodes):
        return None
    low, high = int_range(cast.dtype.element)
    if is_limited(survey, cast.value) or (
        (reached := _Reach(survey, scaled=True).of(cast.value, _DEPTH)) is not None
        and (low <= reached[0] and reached[1] <= high)
    ):
        return None
    lost = "wraps around" if cast.value.dtype.is_integer else "has no defined value"
    return (
        f"a sum of products is scaled and converted to {cast.dtype.element} without a limit: what the scale leaves outside of {low} to {high} {lost}; limit it first: `T.min(T.max(..., {low}), {high})`",
        Severity.HINT,
    )


def _is_sum_of_products(survey: Survey, e: Node) -> bool:
    """Whether this is an element of memory of the function's own to which a reduction adds products of integers."""
    if not isinstance(e, BufferLoad) or not e.dtype.is_integer or not _is_own(survey, e):
        return False
    sums = [each for each in survey.by_memory[e.buffer.data] if each.is_write and adds_in_place(each)]
    return any(isinstance(added_term(each), Mul) for each in sums)


def _is_own(survey: Survey, load: BufferLoad) -> bool:
    data = load.buffer.data
    return data in survey.origins and data not in survey.aliased


def _scales(node: Node) -> bool:
    return isinstance(node, Call) and callee_name(node) in _SCALING


@dataclass(frozen=True)
class _Reach:
    """The smallest and the largest value that narrow data can give to an expression; None where something else has a part in it.

    Numbers that multiply or divide are chosen to fit the data at hand: they count only where `scaled` says so.  Of loops whose variables are `chosen` by conditions nothing is known.
    """

    survey: Survey
    scaled: bool = False
    chosen: frozenset[Var] = frozenset()

    def of(self, e: Expr, depth: int) -> Ends | None:
        """The ends of an expression, followed through so many variables and buffers."""
        if not depth:
            return None
        if isinstance(e, Broadcast):
            return self.of(e.value, depth)
        if isinstance(e, IntImm):
            return e.value, e.value
        if isinstance(e, Var):
            value = self.survey.values.get(e)
            return self.of_loop(e) if value is None else self.of(value, depth - 1)
        if isinstance(e, Cast):
            return _of_narrow(e.value)
        if isinstance(e, BufferLoad):
            return self.contents(e, depth - 1) if _is_own(self.survey, e) else None
        if isinstance(e, (Add, Sub, Mul)):
            return self.both(COMBINED[type(e)], e.a, e.b, depth) if self.scaled or is_of_data(e) else None
        return self.limited(e, depth)

    def of_loop(self, variable: Var) -> Ends | None:
        """The ends of a loop variable, of a loop whose extent is a number and of which all iterations come here."""
        domain = self.survey.domains.get(variable)
        if domain is None or variable in self.chosen or not all(isinstance(end, IntImm) for end in domain):
            return None
        return bound(self.survey.facts, variable)

    def both(self, combine: Callable[[Ends, Ends], Ends], a: Expr, b: Expr, depth: int) -> Ends | None:
        """The ends of two expressions, combined."""
        first, second = self.of(a, depth), self.of(b, depth)
        return None if first is None or second is None else combine(first, second)

    def limited(self, e: Expr, depth: int) -> Ends | None:
        """The ends of limits, choices and quotients."""
        if isinstance(e, Min):
            return self.both(lambda a, b: (min(a[0], b[0]), min(a[1], b[1])), e.a, e.b, depth)
        if isinstance(e, Max):
            return self.both(lambda a, b: (max(a[0], b[0]), max(a[1], b[1])), e.a, e.b, depth)
        if isinstance(e, Select):
            return self.both(iv.union, e.true_value, e.false_value, depth)
        if isinstance(e, Call) and callee_name(e) == "tir.if_then_else":
            return self.both(iv.union, e.args[1], e.args[2], depth)
        divided = _divided(e) if self.scaled else None
        whole = None if divided is None else self.of(divided[0], depth)
        return None if divided is None or whole is None else (whole[0] // divided[1], whole[1] // divided[1])

    def contents(self, load: BufferLoad, depth: int) -> Ends | None:
        """The ends of what the stores to a buffer of the function's own can leave in its elements."""
        writes = [each for each in self.survey.by_memory[load.buffer.data] if each.is_write]
        sums = [each for each in writes if adds_in_place(each)]
        begun = [self.of(each.value, depth) for each in writes if each not in sums and each.value is not None]
        known = [each for each in begun if each is not None]
        if len(known) + len(sums) < len(writes) or not known or len(sums) > 1:
            return None
        start = reduce(iv.union, known)
        return self.summed(sums[0], start, depth) if sums else start

    def summed(self, access: Access, start: Ends, depth: int) -> Ends | None:
        """The ends of a sum of many terms."""
        added = added_term(access)
        term = None if added is None else self.of(added, depth)
        if term is None:
            return None
        if isinstance(access.value, Sub):
            term = -term[1], -term[0]
        count = terms_of(self.survey, access)
        return start[0] + min(term[0] * count, 0), start[1] + max(term[1] * count, 0)


def _of_narrow(e: Expr) -> Ends | None:
    dtype = e.dtype.element
    return int_range(dtype) if dtype.is_integer and dtype.bits <= NARROW and isinstance(e, BufferLoad) else None


def _divided(e: Expr) -> tuple[Expr, int] | None:
    """The dividend and the divisor of a quotient by a positive number, or of a shift to the right."""
    if isinstance(e, FloorDiv) and isinstance(e.b, IntImm) and e.b.value > 0:
        return e.a, e.b.value
    if isinstance(e, Call) and SHIFTS.get(callee_name(e) or "") == "right" and isinstance(e.args[1], IntImm):
        return (e.args[0], 1 << e.args[1].value) if 0 <= e.args[1].value < 64 else None
    return None
