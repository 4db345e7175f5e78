"""Calls from compiled code into Python: the function that it calls, and the form in which values cross.

A value is a record of two 64-bit words, a code and a value.  An exception cannot cross native code: it waits here while the native functions return with a
message that names it, and is raised again by the call from Python that began it all, whichever thread of a parallel loop it came from.
"""

from __future__ import annotations

import ctypes
import itertools
import struct
from collections.abc import Callable
from enum import IntEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tilewright.core.runtime.tensor import Tensor

CALL_PACKED = "tilewright_runtime_call_packed"


class Code(IntEnum):
    """The meaning of a record's second word."""

    NONE = 0
    INT = 1
    FLOAT = 2
    BOOL = 3
    POINTER = 4
    STRING = 5
    TENSOR = 6


_MESSAGE = b"a function called by the program failed, number "
_NUMBER = itertools.count()
# Exceptions by the message that names them.  Of several from one parallel loop only one is asked for; the oldest others are dropped.
_WAITING: dict[bytes, tuple[BaseException, Any]] = {}
_KEPT = 64
_PROTOTYPE = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p)


def take_exception(message: bytes) -> BaseException | None:
    """The exception that the message of a native function names, forgotten here; None when it names none."""
    found = _WAITING.pop(message, None) if message.startswith(_MESSAGE) else None
    return None if found is None else found[0]


def _leave_waiting(error: BaseException) -> int:
    """Keep an exception; the address of the message that names it."""
    message = _MESSAGE + str(next(_NUMBER)).encode()
    buffer = ctypes.create_string_buffer(message)
    for oldest in list(_WAITING)[:-_KEPT]:
        _WAITING.pop(oldest, None)
    _WAITING[message] = (error, buffer)
    return ctypes.addressof(buffer)


def _call(name: bytes, records: int, count: int, result: int) -> int | None:
    from tilewright.core.base.registry import get_global_func

    try:
        function = get_global_func(name.decode())
        assert function is not None
        args = [_value(records + 16 * place) for place in range(count)]
        ctypes.memmove(result, _record(function(*args)), 16)
    except BaseException as error:
        return _leave_waiting(error)
    return None


def _value(address: int) -> Any:
    """The Python value of a record."""
    code, word = struct.unpack("<qq", ctypes.string_at(address, 16))
    return _READERS[Code(code)](word)


def _string(word: int) -> str:
    return ctypes.string_at(word).decode()


def _tensor(word: int) -> Tensor:
    """A tensor that shares the program's memory; it is valid during the call only."""
    from tilewright.core.runtime.dlpack import tensor_view
    from tilewright.core.runtime.tensor import tensor_of

    return tensor_of(tensor_view(word))


_READERS: dict[Code, Callable[[int], Any]] = {
    Code.NONE: lambda word: None,
    Code.INT: lambda word: word,
    Code.FLOAT: lambda word: struct.unpack("<d", struct.pack("<q", word))[0],
    Code.BOOL: bool,
    Code.POINTER: lambda word: ctypes.c_void_p(word),
    Code.STRING: _string,
    Code.TENSOR: _tensor,
}


def _record(value: Any) -> bytes:
    """The record of what a function returned: a number, or nothing."""
    if value is None:
        return struct.pack("<qq", Code.NONE, 0)
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float):
        return struct.pack("<qd", Code.FLOAT, value)
    if isinstance(value, ctypes.c_void_p):
        return struct.pack("<qQ", Code.POINTER, value.value or 0)
    if isinstance(value, int):
        return struct.pack("<qq", Code.INT, value)
    raise TypeError(f"a registered function returned a {type(value).__name__}; compiled code takes numbers or None")


_CALLBACK = _PROTOTYPE(_call)
ADDRESS = ctypes.cast(_CALLBACK, ctypes.c_void_p).value or 0
