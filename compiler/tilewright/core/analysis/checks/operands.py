"""Sums of products of which one factor is probably another element, or another buffer, than was meant."""

from __future__ import annotations

from collections.abc import Iterator, Set

from tilewright.core.analysis.checks.blocks import adds_in_place, is_element, reduction_axes
from tilewright.core.analysis.contents import repeated_over, used_by
from tilewright.core.analysis.survey import Access, Survey
from tilewright.core.analysis.wording import access_span, words
from tilewright.core.arith.key import deep_equal, key
from tilewright.core.base.diagnostics import Diagnostic, diagnose
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Add, BufferLoad, Cast, Expr, IntImm, Mul, Var


def doubtful_operands(survey: Survey) -> Iterator[Diagnostic]:
    """Factors at the place of the result, which the reduction does not move; matrices multiplied with themselves beside one that nothing reads."""
    for access in survey.accesses:
        if not access.is_write or access.around.in_init or len(access.indices) < 2:
            continue
        reduced = _reduced(survey, access) if adds_in_place(access) else set[Var]()
        factors = _factors(access) if reduced else None
        if factors is None:
            continue
        sentence = _unmoved(survey, access, reduced, *factors) or _repeated(survey, *factors)
        if sentence is not None:
            yield diagnose("doubtful-operand", sentence, access_span(access) or survey.somewhere)


def _reduced(survey: Survey, access: Access) -> Set[Var]:
    """The reduction axes of the block around; in plain loops the variables of those that go over one element again and again."""
    realize = access.around.blocks[-1] if access.around.blocks else None
    if realize is not None and realize.block.iter_vars:
        return reduction_axes(realize.block)
    return {loop.loop_var for loop in repeated_over(survey, access)}


def _factors(access: Access) -> tuple[BufferLoad, BufferLoad] | None:
    """The two loads whose product a store adds to its element."""
    value = access.value
    if not isinstance(value, Add):
        return None
    added = value.b if is_element(access, value.a) else value.a
    if not isinstance(added, Mul):
        return None
    a, b = _load(added.a), _load(added.b)
    return None if a is None or b is None else (a, b)


def _load(e: Expr) -> BufferLoad | None:
    while isinstance(e, Cast):
        e = e.value
    return e if isinstance(e, BufferLoad) else None


def _unmoved(survey: Survey, access: Access, reduced: Set[Var], a: BufferLoad, b: BufferLoad) -> str | None:
    """A factor with the indices of the result, of a square buffer, beside one that the reduction moves."""
    for still, moving in ((a, b), (b, a)):
        at_result = [key(index) for index in still.indices] == access.place and still.buffer is not access.buffer
        if not at_result or not _is_square(still.buffer) or len(moving.indices) != len(still.indices):
            continue
        if reduced & used_by(survey, moving.indices):
            names = " and ".join(f"`{var.name}`" for var in sorted(reduced, key=lambda var: var.name))
            return f"`{words(still)}` is the same in every iteration of {names}, so that the sum is only multiplied by it; an index with {names} was probably meant"
    return None


def _is_square(buffer: Buffer) -> bool:
    first = buffer.shape[0]
    if isinstance(first, IntImm) and first.value <= 1:
        return False
    return all(deep_equal(first, size) for size in buffer.shape[1:])


def _repeated(survey: Survey, a: BufferLoad, b: BufferLoad) -> str | None:
    """A product of two elements of one buffer, where a parameter like it is never used."""
    if a.buffer is not b.buffer or [*map(key, a.indices)] == [*map(key, b.indices)] or survey.opaque:
        return None
    used = {access.buffer.data for access in survey.accesses}
    for other in survey.func.buffer_map.values():
        like = other.dtype == a.buffer.dtype and len(other.shape) == len(a.buffer.shape)
        if like and other.data not in used and other.data not in survey.aliased:
            return f"`{a.buffer.name}` is multiplied with itself, and nothing reads `{other.name}`, which was probably meant for one of the two"
    return None
