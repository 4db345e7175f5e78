"""Calling a native function from Python: arguments are checked, then passed without a copy."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from tilewright.ir.expr import Var
from tilewright.ir.walk import walk
from tilewright.runtime.errors import ArgumentError, AssertionFailed, FunctionError, OutOfMemory
from tilewright.runtime.layout import Layout, Placement, check
from tilewright.runtime.packed import take_exception
from tilewright.runtime.scalars import BadScalar, c_type, converter, python_value
from tilewright.runtime.signature import BufferParameter, PointerParameter, ScalarParameter, Signature
from tilewright.runtime.views import ArrayView, NotAnArray, array_view

# Checked layouts that are remembered; a program that sees more shapes than this forgets them all and starts anew.
_REMEMBERED = 512


class Native(Protocol):
    """What a call needs of compiled code."""

    def address(self, name: str) -> int:
        """Where the function lies."""
        ...

    @property
    def overlapping(self) -> Native:
        """The same functions for arrays that may share memory."""
        ...


class Function:
    """A compiled function: `function(*arguments)` with arrays and numbers.

    Arrays are numpy arrays, `tilewright.runtime.Tensor`, or anything with DLPack or the buffer protocol in the memory of the CPU; they
    are used in place.  Raises `ArgumentError` for arguments that the function cannot take, `FunctionError` when it gives up.
    """

    def __init__(self, native: Native, name: str, signature: Signature) -> None:
        self.signature = signature
        self.__name__ = name
        self._native = native
        self._prototype = _prototype(signature)
        self._call = self._prototype(native.address(name))
        self._count = len(signature.parameters)
        self._takers = [_taker(each) for each in signature.parameters]
        self._sized = _scalars_in_sizes(signature)
        self._layouts: dict[Any, Layout] = {}
        self._overlapping: Callable[..., Any] | None = None

    def __repr__(self) -> str:
        return f"<tilewright function {self.signature}>"

    def __call__(self, *args: Any) -> Any:
        if len(args) != self._count:
            raise ArgumentError(_wrong_count(self.signature, len(args)))
        values = self._take(args)
        views = [value for value in values if type(value) is ArrayView]
        layout = self._layout(values, views)
        addresses = self._place(layout, views)
        native = self._call if _apart(layout.placements, addresses) else self._for_overlapping()
        return self._run(native, _passed(values, layout, addresses))

    def _take(self, args: Sequence[Any]) -> list[Any]:
        """Arguments as views and numbers."""
        values: list[Any] = []
        try:
            for take, arg in zip(self._takers, args):
                values.append(take(arg))
        except (NotAnArray, BadScalar) as error:
            name = self.signature.parameters[len(values)].name
            raise ArgumentError(f"{self.signature.name}: argument `{name}` {error}") from None
        return values

    def _layout(self, values: list[Any], views: list[ArrayView]) -> Layout:
        """The checked layout of these arrays, remembered from an earlier call when there was one."""
        scalars = {variable: values[place] for place, variable in self._sized}
        key = (
            *[(view.dtype, view.shape, view.strides, view.writable) for view in views],
            *scalars.values(),
        )
        found = self._layouts.get(key)
        if found is None:
            found = check(self.signature, views, scalars)
            if len(self._layouts) >= _REMEMBERED:
                self._layouts.clear()
            self._layouts[key] = found
        return found

    def _place(self, layout: Layout, views: list[ArrayView]) -> list[int]:
        """Addresses of the arrays, checked to be aligned."""
        addresses = [view.address for view in views]
        for address, place, each in zip(addresses, layout.placements, self.signature.buffers):
            if address % place.alignment or (not address and not place.empty):
                raise ArgumentError(_misplaced(self.signature, each, address, place))
        return addresses

    def _for_overlapping(self) -> Callable[..., Any]:
        found = self._overlapping
        if found is None:
            found = self._overlapping = self._prototype(self._native.overlapping.address(self.__name__))
        return found

    def _run(self, native: Callable[..., Any], passed: list[Any]) -> Any:
        if self.signature.result is None:
            status = native(*passed)
            if status is not None:
                _give_up(self.signature, status)
            return None
        result = c_type(self.signature.result)()
        status = native(*passed, ctypes.addressof(result))
        if status is not None:
            _give_up(self.signature, status)
        return python_value(self.signature.result, result.value)


def _passed(values: list[Any], layout: Layout, addresses: list[int]) -> list[Any]:
    """What the native function gets: pointers, numbers, symbols."""
    pointers = iter([address + place.shift for address, place in zip(addresses, layout.placements)])
    passed = [next(pointers) if type(value) is ArrayView else value for value in values]
    return [*passed, *layout.symbols]


def _apart(placements: Sequence[Placement], addresses: Sequence[int]) -> bool:
    """Whether no array that is written shares memory with another."""
    for place, address in zip(placements, addresses):
        if not place.written or place.empty:
            continue
        low, high = address + place.low, address + place.high
        for other, start in zip(placements, addresses):
            if other is not place and start + other.low < high and low < start + other.high and not other.empty:
                return False
    return True


def _taker(parameter: BufferParameter | ScalarParameter | PointerParameter) -> Callable[[Any], Any]:
    if isinstance(parameter, BufferParameter):
        return array_view
    return converter(parameter.dtype) if isinstance(parameter, ScalarParameter) else _pointer


def _pointer(value: Any) -> int:
    """A bare pointer: the memory of an array, or an address in a `ctypes.c_void_p`, which the caller answers for."""
    if isinstance(value, ctypes.c_void_p):
        return value.value or 0
    view = array_view(value)
    if not view.writable:
        raise NotAnArray("is read-only, and the function may write through a bare pointer")
    return view.address


def _scalars_in_sizes(signature: Signature) -> tuple[tuple[int, Var], ...]:
    """Positions of the scalar parameters that sizes mention."""
    parts = [part for each in signature.buffers for part in (*each.shape, *each.strides, each.offset)]
    mentioned = {node for part in parts for node in walk(part) if isinstance(node, Var)}
    return tuple(
        (place, each.variable)
        for place, each in enumerate(signature.parameters)
        if isinstance(each, ScalarParameter) and each.variable in mentioned
    )


def _prototype(signature: Signature) -> Any:
    """The C type of the native function: parameters, symbols, and a place for the result; it returns a message or null."""
    types = [
        c_type(each.dtype) if isinstance(each, ScalarParameter) else ctypes.c_void_p for each in signature.parameters
    ]
    types += [c_type(symbol.dtype) for symbol in signature.symbols]
    if signature.result is not None:
        types.append(ctypes.c_void_p)
    return ctypes.CFUNCTYPE(ctypes.c_char_p, *types)


def _wrong_count(signature: Signature, given: int) -> str:
    names = ", ".join(each.name for each in signature.parameters)
    count = len(signature.parameters)
    return f"{signature.name} takes {count} argument{'' if count == 1 else 's'} ({names}), and {given} were given"


def _misplaced(signature: Signature, each: BufferParameter, address: int, place: Placement) -> str:
    start = f"{signature.name}: argument `{each.name}`"
    if not address:
        return f"{start} has elements and no memory"
    return (
        f"{start} begins at address {address:#x}, which is no multiple of {place.alignment} bytes; pass an aligned copy"
    )


def _give_up(signature: Signature, status: bytes) -> None:
    """Raise the exception of a Python function that the program called, or what a message of the native function says.

    The first words of a message tell the kind.
    """
    waiting = take_exception()
    if waiting is not None:
        raise waiting
    message = f"{signature.name}: {status.decode(errors='replace')}"
    for start, error in ((b"assertion failed", AssertionFailed), (b"out of memory", OutOfMemory)):
        if status.startswith(start):
            raise error(message)
    raise FunctionError(message)
