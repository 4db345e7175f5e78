"""Checking arrays against a signature, and learning the symbolic sizes from them.

The result depends only on element types, shapes, strides and writability, so a caller keeps it for the next call with arrays of the
same layouts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NoReturn

from tilewright.core.base.dtype import DType, int_range
from tilewright.core.base.names import counted
from tilewright.core.ir.expr import Expr, IntImm, Var
from tilewright.core.runtime.array_forms import ArrayForm
from tilewright.core.runtime.errors import ArgumentError
from tilewright.core.runtime.signature import BufferParameter, Signature
from tilewright.core.runtime.sizes import UnknownSize, compute
from tilewright.core.runtime.views import element_type


@dataclass(frozen=True, slots=True)
class Placement:
    """The extent of an array relative to its address, in bytes: the lowest byte used and the byte behind the highest.

    `shift` leads from the address to what is passed on; the address must be a multiple of `alignment`.
    """

    shift: int
    low: int
    high: int
    alignment: int

    @property
    def empty(self) -> bool:
        """Whether the array has no elements."""
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of a call with arrays of these shapes and strides: the symbols' values, the placement of each buffer, and the pairs of buffers that must not
    share memory lest one be written behind the other's back."""

    symbols: tuple[int, ...]
    placements: tuple[Placement, ...]
    rivals: tuple[tuple[int, int], ...]

    def apart(self, addresses: Sequence[int]) -> bool:
        """Whether no two rivals overlap at these addresses."""
        places = self.placements
        for first, second in self.rivals:
            a, b = places[first], places[second]
            if (
                addresses[first] + a.low < addresses[second] + b.high
                and addresses[second] + b.low < addresses[first] + a.high
            ):
                return False
        return True


def check(signature: Signature, forms: Sequence[ArrayForm], scalars: Mapping[Var, int]) -> Layout:
    """Check arrays against the buffer parameters, in order; raises `ArgumentError`."""
    buffers = signature.buffers
    shapes = [_as_declared(signature, each, form) for each, form in zip(buffers, forms)]
    known: dict[Var, int] = dict(scalars)
    for each, (shape, strides) in zip(buffers, shapes):
        _bind(signature, each, shape, strides, known)
    for each, form, (shape, strides) in zip(buffers, forms, shapes):
        _check_shape(signature, each, form[1], shape, known)
        _check_strides(signature, each, shape, strides, known)
        if each.written and not form[3]:
            _fail(signature, each.name, "is read-only, and the function writes it")
    placements = tuple(_placement(each, shape, strides, known) for each, (shape, strides) in zip(buffers, shapes))
    return Layout(
        tuple(known[symbol.variable] for symbol in signature.symbols), placements, _rivals(buffers, placements)
    )


def _rivals(buffers: Sequence[BufferParameter], placements: Sequence[Placement]) -> tuple[tuple[int, int], ...]:
    """Pairs of buffers with elements of which at least one is written."""
    return tuple(
        (first, second)
        for first, second in combinations(range(len(buffers)), 2)
        if (buffers[first].written or buffers[second].written)
        and not placements[first].empty
        and not placements[second].empty
    )


def _as_declared(
    signature: Signature, each: BufferParameter, form: ArrayForm
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Shape and byte strides in units of the declared element: a vector element is the last dimension of a plain array."""
    element, shape, strides, _ = form
    type_ = element_type(element)
    if type_ is not each.dtype:
        lanes = each.dtype.lanes
        if not each.dtype.is_vector or type_ is not each.dtype.element or shape[-1:] != (lanes,):
            _fail(signature, each.name, f"holds {type_ or element}, and must hold {each.dtype}")
        if strides[-1] != item_bytes(each.dtype.element):
            _fail(signature, each.name, f"has strides {strides} in bytes, and the lanes of {each.dtype} lie together")
        shape, strides = shape[:-1], strides[:-1]
    if len(shape) != len(each.shape):
        _fail(signature, each.name, f"has {_dimensions(shape)}, and must have {_wanted(each)}")
    return shape, strides


def _dimensions(shape: tuple[int, ...]) -> str:
    return f"{counted(len(shape), 'dimension')}, shape {shape}"


def _wanted(each: BufferParameter) -> str:
    declared = ", ".join(str(size) for size in each.shape)
    return f"{len(each.shape)}, shape ({declared}{',' if len(each.shape) == 1 else ''})"


def _bind(
    signature: Signature,
    each: BufferParameter,
    shape: tuple[int, ...],
    strides: tuple[int, ...],
    known: dict[Var, int],
) -> None:
    """Give symbols that stand alone, and are new, the value found there."""
    for axis, (size, found) in enumerate(zip(each.shape, shape)):
        if isinstance(size, Var) and size not in known:
            known[size] = _fitting(signature, each, f"dimension {axis}", size, found)
    for axis, (stride, found) in enumerate(zip(each.strides, strides)):
        if isinstance(stride, Var) and stride not in known:
            value = _in_elements(signature, each, axis, found, shape[axis])
            known[stride] = _fitting(signature, each, f"stride {axis}", stride, value)
    if isinstance(each.offset, Var):
        known.setdefault(each.offset, 0)


def _fitting(signature: Signature, each: BufferParameter, where: str, symbol: Var, found: int) -> int:
    low, high = int_range(symbol.dtype)
    if not low <= found <= high:
        _fail(signature, each.name, f"has {where} of {found}, which does not fit the {symbol.dtype} `{symbol.name}`")
    return found


def _in_elements(signature: Signature, each: BufferParameter, axis: int, found: int, size: int) -> int:
    item = item_bytes(each.dtype)
    if found % item and size > 1:
        _fail(
            signature, each.name, f"has a stride of {found} bytes in dimension {axis}, which is no multiple of {item}"
        )
    return found // item


def _check_shape(
    signature: Signature,
    each: BufferParameter,
    given: tuple[int, ...],
    shape: tuple[int, ...],
    known: Mapping[Var, int],
) -> None:
    for axis, (size, found) in enumerate(zip(each.shape, shape)):
        wanted = size.value if isinstance(size, IntImm) else _value(signature, each, size, known)
        if wanted != found:
            why = _origin(signature, size)
            _fail(signature, each.name, f"has shape {given}, and dimension {axis} must be {wanted}{why}")


def _value(signature: Signature, each: BufferParameter, size: Expr, known: Mapping[Var, int]) -> int:
    try:
        return int(compute(size, known))
    except UnknownSize as error:
        _fail(signature, each.name, f"has a declared size `{size}` that has no value here ({error})")


def _origin(signature: Signature, size: Expr) -> str:
    """The source of a size that is not a constant."""
    if isinstance(size, IntImm):
        return ""
    if not isinstance(size, Var):
        return f" ({size})"
    symbol = next((symbol for symbol in signature.symbols if symbol.variable is size), None)
    return f" ({size.name}, bound by {symbol.where})" if symbol is not None else f" (argument `{size.name}`)"


def _check_strides(
    signature: Signature,
    each: BufferParameter,
    shape: tuple[int, ...],
    strides: tuple[int, ...],
    known: Mapping[Var, int],
) -> None:
    if 0 in shape:
        return
    if not each.strides:
        _check_compact(signature, each, shape, strides)
        return
    for axis, (stride, found) in enumerate(zip(each.strides, strides)):
        wanted = _value(signature, each, stride, known)
        if shape[axis] > 1 and wanted * item_bytes(each.dtype) != found:
            in_elements = _in_elements(signature, each, axis, found, shape[axis])
            why = _origin(signature, stride)
            _fail(
                signature, each.name, f"has a stride of {in_elements} in dimension {axis}, and it must be {wanted}{why}"
            )


def _check_compact(
    signature: Signature, each: BufferParameter, shape: tuple[int, ...], strides: tuple[int, ...]
) -> None:
    step = item_bytes(each.dtype)
    for size, stride in zip(reversed(shape), reversed(strides)):
        if size != 1 and stride != step:
            _fail(
                signature,
                each.name,
                f"is not compact in row-major order (shape {shape}, strides {strides} in bytes); pass a contiguous copy",
            )
        step *= size


def _placement(
    each: BufferParameter, shape: tuple[int, ...], strides: tuple[int, ...], known: Mapping[Var, int | float]
) -> Placement:
    """Bytes used by the array, and the shift that puts its first element at the declared offset."""
    item = item_bytes(each.dtype)
    shift = -int(compute(each.offset, known)) * item
    alignment = item_bytes(each.dtype.element)
    if 0 in shape:
        return Placement(shift, 0, 0, alignment)
    reach = [(size - 1) * stride for size, stride in zip(shape, strides)]
    low, high = sum(min(0, part) for part in reach), sum(max(0, part) for part in reach)
    return Placement(shift, low, high + item, alignment)


def item_bytes(type_: DType) -> int:
    """Bytes between elements in memory: numbers narrower than a byte take one each."""
    bits = next(width for width in (8, 16, 32, 64, 1 << 12) if type_.element.bits <= width)
    return bits // 8 * type_.lanes


def _fail(signature: Signature, name: str, sentence: str) -> NoReturn:
    raise ArgumentError(f"{signature.name}: argument `{name}` {sentence}")
