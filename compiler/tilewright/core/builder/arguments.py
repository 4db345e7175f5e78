"""Arguments of the builder's functions: what users pass, turned into nodes, or into a sentence about what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.dtype import KINDS, SMALL_FLOATS, VOID, DType, dtype
from tilewright.core.base.names import nearest
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import BufferLoad, Expr, IntImm, Range, Var
from tilewright.core.ir.node.type_ import PointerType, PrimType, dtype_of
from tilewright.core.ir.operators import binary, convert, region_as_load
from tilewright.core.ops.dtype_rules import DTypeError

_COMMON_DTYPES = (
    *KINDS[:1],
    *(f"{kind}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64)),
    *(f"float{bits}" for bits in (16, 32, 64)),
    "bfloat16",
    "handle",
    *SMALL_FLOATS,
)


def describe(value: object) -> str:
    """A noun phrase for a wrong argument, for messages."""
    if isinstance(value, Buffer):
        return f"the buffer `{value.name}`" if value.name else "a buffer"
    if isinstance(value, BufferRegion):
        return f"a slice of `{value.buffer.name}`"
    if isinstance(value, Expr):
        return f"an expression of type {value.dtype}"
    if value is None:
        return "`None`"
    if isinstance(value, str):
        return f'the text "{value}"'
    if isinstance(value, (int, float, bool)):
        return f"`{value}`"
    if isinstance(value, (list, tuple)):
        return "a list" if isinstance(value, list) else "a tuple"
    return f"a value of type `{type(value).__name__}`"


def expression(value: object, what: str, argument: str | int | None = None, other: DType | None = None) -> Expr:
    """`value` as an expression, a slice as a vector; `what` is the subject of the sentence when it is neither."""
    if isinstance(value, Expr):
        return value
    if isinstance(value, BufferRegion):
        try:
            return region_as_load(value)
        except DTypeError as error:
            raise UserError("slice-as-value", str(error), argument) from error
    try:
        return convert(value, other)
    except TypeError as error:
        raise UserError(
            "not-an-expression", f"{what} must be an expression, not {describe(value)}", argument
        ) from error


def integer(value: object, what: str, argument: str | int | None = None, other: DType | None = None) -> Expr:
    """`value` as a scalar integer expression."""
    if type(value) is int and other is None:
        return convert(value)
    if not isinstance(value, (Expr, int)) and isinstance(value, (str, BufferRegion)):
        sentence = f"{what} must be an integer, not {describe(value)}"
        if isinstance(value, str) and value.isidentifier():
            sentence += f"; a size that is known at run time is a variable: take `a: T.handle`, and in the body `{value} = T.int64()` and `T.match_buffer(a, ({value},))`"
        raise UserError("not-an-integer", sentence, argument)
    found = convert(value, other) if type(value) is int else expression(value, what, argument, other)
    if not found.dtype.is_integer or found.dtype.is_vector:
        raise UserError("not-an-integer", f"{what} must be an integer, not {describe(value)}", argument)
    return found


def condition(value: object, what: str, argument: str | int | None = None) -> Expr:
    """`value` as a condition: a bool expression, or `True`, `False`, 1, 0; an integer holds where it is not 0."""
    if isinstance(value, int) and value in (0, 1):
        return IntImm(dtype("bool"), int(value))
    found = expression(value, what, argument)
    if found.dtype.is_integer and not found.dtype.is_bool and not found.dtype.is_vector:
        return binary("NE", found, IntImm(found.dtype, 0))
    if not found.dtype.is_bool:
        cure = "; compare it, as in `x != 0`" if not found.dtype.is_handle and not found.dtype.is_vector else ""
        raise UserError("not-a-condition", f"{what} must be a condition (bool), not {describe(value)}{cure}", argument)
    return found


def shape(value: object, what: str = "the shape", argument: str | int | None = "shape") -> tuple[Expr, ...]:
    """A shape, or any list of sizes: a single integer stands for one dimension."""
    if isinstance(value, (int, Expr)):
        return (integer(value, what, argument),)
    if not isinstance(value, (list, tuple)):
        raise UserError(
            "bad-shape", f"{what} must be an integer or a tuple of integers, not {describe(value)}", argument
        )
    return tuple([integer(size, f"a size in {what}", argument) for size in value])


def data_type(text: object, argument: str | int | None = "dtype") -> DType:
    """The data type called `text`."""
    if isinstance(text, DType):
        return text
    if isinstance(text, (PrimType, PointerType)):
        return dtype_of(text)
    if not isinstance(text, str):
        raise UserError("unknown-dtype", f"a data type is written as text, and this is {describe(text)}", argument)
    try:
        return dtype(text) if text else VOID  # TVM prints the type of nothing as ""
    except ValueError as error:
        close = nearest(text, _COMMON_DTYPES)
        hint = f"; did you mean `{close}`?" if close else ""
        raise UserError("unknown-dtype", f"`{text}` is not a data type{hint}", argument) from error


def region(value: object, where: str, argument: str | int | None = None) -> BufferRegion:
    """A part of a buffer: a slice of it, or one element, which is a part of size 1."""
    if isinstance(value, BufferRegion):
        return simplified_region(value)
    if isinstance(value, BufferLoad):
        if any(index.dtype.is_vector for index in value.indices):
            raise UserError("region-step", f"{where} takes slices of `{value.buffer.name}` without a step", argument)
        ranges = tuple(Range.from_min_extent(index, IntImm(index.dtype, 1)) for index in value.indices)
        return BufferRegion(value.buffer, ranges, value.span)
    hint = ""
    if isinstance(value, Buffer):
        hint = f"; write its part, such as `{value.name or 'A'}[{', '.join(f'0:{_size(s)}' for s in value.shape)}]`"
    raise UserError("not-a-region", f"{where} takes parts of buffers, not {describe(value)}{hint}", argument)


def simplified_region(part: BufferRegion) -> BufferRegion:
    """The part with its extents simplified, as TVM does: `A[i * 4 : i * 4 + 4]` has the extent 4."""
    if all(isinstance(range_.extent, (IntImm, Var)) for range_ in part.region):
        return part
    ranges = [Range.from_min_extent(range_.min, simplified(range_.extent), range_.span) for range_ in part.region]
    return BufferRegion(part.buffer, tuple(ranges), part.span)


def simplified(extent: Expr) -> Expr:
    """A difference of bounds, simplified unless it is a constant or variable already."""
    return extent if isinstance(extent, (IntImm, Var)) else Analyzer().canonical_simplify(extent)


def _size(size: Expr) -> str:
    return str(size.value) if isinstance(size, IntImm) else size.name if isinstance(size, Var) else "n"


def mapping(value: object, what: str, argument: str | int | None = None) -> Mapping[str, Any]:
    """A dictionary with text keys."""
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise UserError("wrong-argument", f"{what} takes a dictionary with text keys, not {describe(value)}", argument)
    return value
