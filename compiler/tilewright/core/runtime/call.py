"""Calling a native function from Python: arguments are checked, then passed without a copy."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tilewright.core.base.names import counted
from tilewright.core.base.registry import PackedFunction
from tilewright.core.ir.expr import Var
from tilewright.core.ir.walk import walk
from tilewright.core.runtime.arguments import PackedArg
from tilewright.core.runtime.array_forms import ArrayView, NotAnArray
from tilewright.core.runtime.by_name import in_order
from tilewright.core.runtime.errors import ArgumentError, AssertionFailed, FunctionError, OutOfMemory
from tilewright.core.runtime.layout import Layout, Placement, check
from tilewright.core.runtime.packed import take_exception
from tilewright.core.runtime.scalars import BadScalar, c_type, converter, python_value
from tilewright.core.runtime.signature import BufferParameter, PointerParameter, ScalarParameter, Signature
from tilewright.core.runtime.views import array_view

if TYPE_CHECKING:
    from tilewright.core.runtime.native_code import NativeCode

# After as many calls the quick way from Python is worth making.
OFTEN = 8
# Checked layouts that are remembered; a program that sees more shapes than this forgets them all and starts anew.
_REMEMBERED = 512
# Turns an argument into what is passed.
Taker = Callable[[object], Any]


class Function:
    """A compiled function: `function(*arguments)` with arrays and numbers, by position or by the parameters' names.

    Arrays are numpy arrays, `tilewright.core.runtime.Tensor`, or anything with DLPack or the buffer protocol in the memory of the CPU; they
    are used in place.  Raises `ArgumentError` for arguments that the function cannot take, `FunctionError` when it gives up.
    """

    def __init__(self, native: NativeCode, name: str, signature: Signature) -> None:
        self.signature = signature
        self.__name__ = name
        self._native = native
        self._prototype = _prototype(signature)
        self._call = self._prototype(native.address(name))
        self._count = len(signature.parameters)
        self._takers = [_taker(each) for each in signature.parameters]
        self._arrays = [place for place, each in enumerate(signature.parameters) if isinstance(each, BufferParameter)]
        self._sized = _scalars_in_sizes(signature)
        self._layouts: dict[tuple[object, ...], Layout] = {}
        self._overlapping: PackedFunction | None = None
        self._calls = 0
        self._quick: PackedFunction | None = None

    def __repr__(self) -> str:
        return f"<tilewright function {self.signature}>"

    def __call__(self, *args: PackedArg, **named: PackedArg) -> int | float | None:
        self._calls += 1
        return (self._any if self._calls < OFTEN else self.quick())(*args, **named)

    def quick(self) -> PackedFunction:
        """The callable of the function: a native entry where possible, which checks the arrays itself.

        From then on that is what a call of this object is, by way of a class of its own, in which Python finds it at once.
        """
        if self._quick is None:
            self._quick = self.quick_or(self._any)
            own: Any = type("Function", (Function,), {"__call__": staticmethod(self._quick), "__module__": __name__})
            self.__class__ = own
        return self._quick

    def quick_or(self, otherwise: PackedFunction, fixed: Mapping[int, int] = MappingProxyType({})) -> PackedFunction:
        """The native way, which calls `otherwise` with arguments that it does not know; that alone where there is no native way.

        Neither is given the arrays that are `fixed`: compact, at these addresses, by the numbers of their parameters, and apart from what the function writes.
        """
        own = self._native.python_entry(self.__name__, self.signature, otherwise, self._raise_at, fixed)
        return own if own is not None else otherwise

    def _any(self, *args: PackedArg, **named: PackedArg) -> int | float | None:
        """A call with arguments by position or by name."""
        return self._checked(*(in_order(self.signature, args, named) if named else args))

    def _raise_at(self, status: int) -> None:
        _give_up(self.signature, ctypes.string_at(status))

    def _checked(self, *args: PackedArg) -> int | float | None:
        """A call that looks at every argument, and says what is wrong with one."""
        if len(args) != self._count:
            raise ArgumentError(_wrong_count(self.signature, len(args)))
        try:
            values = [take(arg) for take, arg in zip(self._takers, args)]
        except (NotAnArray, BadScalar):
            raise ArgumentError(_refusal(self.signature, self._takers, args)) from None
        views: list[ArrayView] = [values[place] for place in self._arrays]
        layout = self._layout(values, views)
        addresses = [address for address, _, _ in views]
        for index, address, place in zip(self._arrays, addresses, layout.placements):
            if address % place.alignment or not (address or place.empty):
                raise ArgumentError(_misplaced(self.signature, index, address, place))
            values[index] = address + place.shift
        native = self._call if layout.apart(addresses) else self._for_overlapping()
        return self._run(native, (*values, *layout.symbols))

    def _layout(self, values: list[Any], views: list[ArrayView]) -> Layout:
        """The checked layout of these arrays, remembered from an earlier call when there was one."""
        key = (*[form for _, form, _ in views], *[values[place] for place, _ in self._sized])
        found = self._layouts.get(key)
        if found is None:
            scalars = {variable: values[place] for place, variable in self._sized}
            found = check(self.signature, [form for _, form, _ in views], scalars)
            if len(self._layouts) >= _REMEMBERED:
                self._layouts.clear()
            self._layouts[key] = found
        return found

    def _for_overlapping(self) -> PackedFunction:
        found = self._overlapping
        if found is None:
            found = self._overlapping = self._prototype(self._native.overlapping.address(self.__name__))
        return found

    def _run(self, native: PackedFunction, passed: tuple[Any, ...]) -> int | float | None:
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


def _taker(parameter: BufferParameter | ScalarParameter | PointerParameter) -> Taker:
    if isinstance(parameter, BufferParameter):
        return array_view
    return converter(parameter.dtype) if isinstance(parameter, ScalarParameter) else _pointer


def _pointer(value: object) -> int:
    """A bare pointer: the memory of an array, or an address in a `ctypes.c_void_p`, which the caller answers for."""
    if isinstance(value, ctypes.c_void_p):
        return value.value or 0
    address, (_, _, _, writable), _ = array_view(value)
    if not writable:
        raise NotAnArray("is read-only, and the function may write through a bare pointer")
    return address


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
    were = "was" if given == 1 else "were"
    return (
        f"{signature.name} takes {counted(len(signature.parameters), 'argument')} ({names}), and {given} {were} given"
    )


def _refusal(signature: Signature, takers: Sequence[Taker], args: Sequence[object]) -> str:
    """Which argument cannot be taken, and why."""
    for parameter, take, arg in zip(signature.parameters, takers, args):
        try:
            take(arg)
        except (NotAnArray, BadScalar) as error:
            return f"{signature.name}: argument `{parameter.name}` {error}"
    return f"{signature.name}: an argument changed while it was looked at"


def _misplaced(signature: Signature, index: int, address: int, place: Placement) -> str:
    start = f"{signature.name}: argument `{signature.parameters[index].name}`"
    if not address:
        return f"{start} has elements and no memory"
    return (
        f"{start} begins at address {address:#x}, which is no multiple of {place.alignment} bytes; pass an aligned copy"
    )


def _give_up(signature: Signature, status: bytes) -> None:
    """Raise the exception of a Python function that the program called, or what a message of the native function says.

    The first words of a message tell the kind.
    """
    waiting = take_exception(status)
    if waiting is not None:
        raise waiting
    message = f"{signature.name}: {status.decode(errors='replace')}"
    for start, error in ((b"assertion failed", AssertionFailed), (b"out of memory", OutOfMemory)):
        if status.startswith(start):
            raise error(message)
    raise FunctionError(message)
