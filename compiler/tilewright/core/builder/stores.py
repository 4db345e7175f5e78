"""Writing into a buffer: `buffer_store`."""

from __future__ import annotations

from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.dtype import INT32, DType, int_range
from tilewright.core.base.names import counted
from tilewright.core.builder.arguments import describe, expression, integer, simplified
from tilewright.core.builder.frames import add_statement, current_span
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr, ExprLike, FloatImm, IntImm, Ramp
from tilewright.core.ir.operators import cast, is_scalable, match_types
from tilewright.core.ir.stmt import BufferStore
from tilewright.core.ops.dtype_rules import DTypeError


def buffer_store(buffer: Buffer, value: ExprLike, indices: object, predicate: ExprLike | None = None) -> None:
    """Write `value` into `buffer` at `indices`: `B[i, j] = value` means `T.buffer_store(B, value, [i, j])`.

    A slice as last index, or a vector of indices, writes a vector.  The value is converted to the buffer's element type; lanes for which
    `predicate` does not hold stay as they are.
    """
    if not isinstance(buffer, Buffer):
        raise UserError(
            "not-a-buffer", f"only an element of a buffer can be assigned, and this is {describe(buffer)}", "buffer"
        )
    items = indices if isinstance(indices, (list, tuple)) else [indices]
    points = tuple([_index(buffer, position, item) for position, item in enumerate(items)])
    if len(points) != len(buffer.shape):
        raise UserError(
            "rank-mismatch",
            f"`{buffer.name}` has {counted(len(buffer.shape), 'dimension')} and is indexed with {len(points)}",
            "indices",
        )
    type_ = buffer.dtype.times_lanes_of(points[-1].dtype) if points else buffer.dtype
    mask = None if predicate is None else expression(predicate, "the predicate", "predicate")
    add_statement(BufferStore(buffer, _stored_value(buffer, value, type_), points, mask, current_span()))


def _stored_value(buffer: Buffer, value: object, type_: DType) -> Expr:
    _check_range(buffer, value.value if isinstance(value, (IntImm, FloatImm)) else value)
    found = expression(value, f"the value written into `{buffer.name}`", "value", type_)
    try:
        return cast(found, type_)
    except DTypeError as error:
        raise UserError("value-type", _wrong_type(buffer, found.dtype, type_), "value") from error


def _check_range(buffer: Buffer, number: object) -> None:
    """Refuse a constant that the elements cannot hold: TVM does not wrap one around either."""
    kept = buffer.dtype.element
    if not kept.is_integer or kept.is_bool or not isinstance(number, (int, float)):
        return
    low, high = int_range(kept)
    if not low - 1 < number < high + 1:
        raise UserError(
            "constant-range",
            f"{number} does not fit an element of `{buffer.name}`: {kept} holds {low} to {high}",
            "value",
        )


def _wrong_type(buffer: Buffer, given: DType, wanted: DType) -> str:
    if wanted.is_vector and given.is_vector and given.lanes != wanted.lanes:
        return f"{wanted.lanes} elements of `{buffer.name}` are written at once, and the value has {given.lanes}"
    return f"an element of `{buffer.name}` is {wanted}, and the value is {given}"


def _index(buffer: Buffer, position: int, item: object) -> Expr:
    if isinstance(item, Expr) and item.dtype.is_integer:
        return item
    if not isinstance(item, slice):
        found = expression(item, f"index {position + 1} of `{buffer.name}`", "indices")
        if not found.dtype.is_integer:
            raise UserError(
                "index-type",
                f"index {position + 1} of `{buffer.name}` must be an integer, not {found.dtype}",
                "indices",
            )
        return found
    return _ramp(buffer, position, item)


def _ramp(buffer: Buffer, position: int, item: slice) -> Expr:
    """A slice as a vector of indices: begin, begin + step, ..., below the end."""
    start = integer(0 if item.start is None else item.start, "the begin of a slice", "indices")
    if item.stop is None and position >= len(buffer.shape):
        raise UserError("rank-mismatch", f"`{buffer.name}` has {counted(len(buffer.shape), 'dimension')}", "indices")
    stop = integer(buffer.shape[position] if item.stop is None else item.stop, "the end of a slice", "indices")
    step = integer(1 if item.step is None else item.step, "the step of a slice", "indices")
    start, stop = match_types(start, stop)
    length = simplified(stop - start)
    if not isinstance(step, IntImm) or step.value <= 0:
        raise UserError("slice-step", f"the step of a slice of `{buffer.name}` must be a positive constant", "indices")
    if is_scalable(length) and step.value == 1:
        return Ramp(start, cast(step, start.dtype), length)
    if not isinstance(length, IntImm):
        raise UserError(
            "slice-length", f"the slice of `{buffer.name}` has no constant length, so it is no vector", "indices"
        )
    lanes = -(-length.value // step.value)
    if lanes < 1:
        raise UserError("slice-length", f"the slice of `{buffer.name}` is empty: it ends before it begins", "indices")
    return start if lanes == 1 else Ramp(start, cast(step, start.dtype), IntImm(INT32, lanes))


__all__ = ["buffer_store"]
