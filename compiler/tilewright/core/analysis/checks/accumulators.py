"""Sums of many numbers in a type that is too narrow for them: integers wrap around, and a float loses what is small beside the sum so far."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from tilewright.core.analysis.checks.blocks import adds_in_place, is_element
from tilewright.core.analysis.checks.widening import Ends, ends_of, is_of_data
from tilewright.core.analysis.contents import repeated_over
from tilewright.core.analysis.survey import NARROW, Access, Survey, memory_read
from tilewright.core.analysis.wording import access_span, access_text, words
from tilewright.core.arith.key import key
from tilewright.core.base.diagnostics import Diagnostic, Severity, diagnose
from tilewright.core.base.dtype import DType, int_range
from tilewright.core.ir.expr import Add, Cast, Expr, IntImm, IterVarKind, Mul, Sub, Var

SOME = 16  # iterations of loops whose extents are no numbers
# Sums of so many numbers of like size may lose half of their value to rounding: 2 ** (bits of precision - 1).
LONG = {"float16": 1024, "bfloat16": 128}


def narrow_accumulators(survey: Survey) -> Iterator[Diagnostic]:
    """Elements to which a reduction adds more than their type holds."""
    for access in survey.accesses:
        if not access.is_write or access.around.in_init or not _is_narrow(access.buffer.dtype):
            continue
        added = added_term(access) if adds_in_place(access) else None
        if added is None or not memory_read(survey, added) - {access.buffer.data}:
            continue
        if any(memory_read(survey, guard) for guard in access.around.guards):
            continue
        sentence = _too_narrow(survey, access, added)
        if sentence is not None:
            # How much rounding a sum may lose is for its author to say, and a checksum may wrap around; else that is wrong.
            dtype = access.buffer.dtype
            doubtful = dtype.is_float or not (dtype.is_signed or isinstance(added, Mul))
            severity = Severity.HINT if doubtful else None
            yield diagnose("narrow-accumulator", sentence, access_span(access) or survey.somewhere, severity=severity)


def rounded_products(survey: Survey) -> Iterator[Diagnostic]:
    """Products of narrow floats that a wider sum converts only after they are rounded."""
    for access in survey.accesses:
        dtype = access.buffer.dtype
        if not access.is_write or not dtype.is_float or dtype.bits < 32 or not isinstance(access.value, (Add, Sub)):
            continue
        added = added_term(access)
        product = added.value if isinstance(added, Cast) else None
        if not isinstance(product, Mul) or not product.dtype.is_float or product.dtype.bits > NARROW:
            continue
        if not all(memory_read(survey, factor) - {access.buffer.data} for factor in (product.a, product.b)):
            continue
        narrow, wide = product.dtype.element, dtype.element
        sentence = f"the product is computed and rounded in {narrow}, and is converted to {wide}, the type of the sum, only then; convert its operands to {wide} first"
        span = product.span or access_span(access) or survey.somewhere
        yield diagnose("late-widening", sentence, span, severity=Severity.HINT)


def _is_narrow(dtype: DType) -> bool:
    return not dtype.is_vector and (str(dtype) in LONG or (dtype.is_integer and 1 < dtype.bits <= NARROW))


def added_term(access: Access) -> Expr | None:
    """The term that a store adds to the element that it replaces."""
    value = access.value
    if isinstance(value, (Add, Sub)) and is_element(access, value.a):
        return value.b
    return value.a if isinstance(value, Add) and is_element(access, value.b) else None


def _too_narrow(survey: Survey, access: Access, added: Expr) -> str | None:
    dtype, count = access.buffer.dtype, terms_of(survey, access)
    if dtype.is_float:
        if count < LONG[str(dtype)]:
            return _of_open_length(survey, access, dtype)
        return f"`{access_text(access)}` adds {count} numbers up in {dtype}, and rounding may lose half of such a sum; add them up in float32, and convert the result"
    if count < 2 or not is_of_data(added):
        return None
    least, most = _reached(survey, access, added, count)
    low, high = int_range(dtype)
    slack = high // 64  # two products of int8 are one too large for int16 at a single point, of which nobody thinks
    if low - slack <= least and most <= high + slack:
        return None
    beyond = most if most > high else least
    return f"`{access_text(access)}` is a sum in {dtype}, which holds {low} to {high}: it can be {beyond}, and wraps around; add up in int32"


def _of_open_length(survey: Survey, access: Access, dtype: DType) -> str | None:
    """The sentence about a sum over a whole dimension of a parameter whose size is no number."""
    long = {
        key(size): size
        for buffer in survey.func.buffer_map.values()
        for size in buffer.shape
        if isinstance(size, Var) and size in survey.sizes
    }
    extent = next((each for each in _extents(survey, access) if key(each) in long), None)
    if extent is None:
        return None
    return f"`{access_text(access)}` adds {words(extent)} numbers up in {dtype}: from {LONG[str(dtype)]} on, rounding may lose half of such a sum; add them up in float32, and convert the result"


def _reached(survey: Survey, access: Access, added: Expr, count: int) -> Ends:
    """The ends of a sum that starts from 0; of unsigned data, one that starts from another number or has one element is a checksum."""
    if not access.buffer.dtype.is_signed and not isinstance(added, Mul) and not _starts_from_zero(survey, access):
        return 0, 0
    low, high = ends_of(survey, access.around, added)
    return min(low * count, 0), max(high * count, 0)


def _starts_from_zero(survey: Survey, access: Access) -> bool:
    """Whether all other stores to the buffer put 0 into it, and some do; a sum of everything in one element is a checksum all the same."""
    if all(isinstance(index, IntImm) for index in access.indices):
        return False
    others = [each for each in survey.by_memory[access.buffer.data] if each.is_write and each.node is not access.node]
    return bool(others) and all(isinstance(each.value, IntImm) and each.value.value == 0 for each in others)


def terms_of(survey: Survey, access: Access) -> int:
    """The count of the numbers that are added to one element."""
    return prod(_extent(access, extent) for extent in _extents(survey, access))


def _extents(survey: Survey, access: Access) -> list[Expr]:
    """The extents of the axes or loops over which numbers are added to one element."""
    block = access.around.blocks[-1].block if access.around.blocks else None
    if block is not None and block.init is not None:
        axes = [axis for axis in block.iter_vars if axis.iter_type is IterVarKind.CommReduce]
        return [axis.dom.extent for axis in axes if axis.dom is not None]
    origin = survey.origins.get(access.buffer.data)
    begun = [
        each
        for each in survey.by_memory[access.buffer.data]
        if each.is_write and each.node is not access.node and not adds_in_place(each)
    ]
    inside = [loop for loop in repeated_over(survey, access) if origin is None or loop not in origin.loops]
    return [loop.extent for loop in inside if not any(loop in each.around.loops for each in begun)]


def _extent(access: Access, extent: Expr) -> int:
    """The number of iterations; a few for integers, of which few overflow, and one for floats where it is no number."""
    if isinstance(extent, IntImm):
        return extent.value
    return 1 if access.buffer.dtype.is_float else SOME
