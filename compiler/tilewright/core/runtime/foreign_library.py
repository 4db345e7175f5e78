"""Libraries of others with packed functions: symbols `__tvm_ffi_<name>`, called with values as TVM's foreign function interface lays them out.

int __tvm_ffi_f(void *self, const Any *args, int32 count, Any *result)        0 when it succeeded
Any ::= int32 type_index, uint32 padding, 8 bytes: int64, double or pointer
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tilewright.core.base.diagnostics import TVMError
from tilewright.core.base.dtype import dtype
from tilewright.core.base.registry import PackedFunction
from tilewright.core.runtime.tensor import Tensor, tensor

PREFIX = "__tvm_ffi_"


class _Payload(ctypes.Union):
    _fields_ = (("integer", ctypes.c_int64), ("real", ctypes.c_double), ("pointer", ctypes.c_void_p))


class _Value(ctypes.Structure):
    _fields_ = (("type_index", ctypes.c_int32), ("padding", ctypes.c_uint32), ("payload", _Payload))


class _Tensor(ctypes.Structure):
    """DLPack's description of a tensor."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


_NONE, _INT, _BOOL, _FLOAT, _POINTER, _TENSOR, _TEXT = 0, 1, 2, 3, 4, 7, 8


class ForeignLibrary:
    """The packed functions of a library, by name; `library["f"](...)` calls `__tvm_ffi_f`."""

    type_key = kind = "library"

    def __init__(self, file: Path, library: ctypes.CDLL) -> None:
        self._file, self._library = file, library
        self._functions: dict[str, PackedFunction] = {}

    def __contains__(self, name: object) -> bool:
        return self.implements_function(str(name))

    def is_runnable(self) -> bool:
        """Whether its functions can be called."""
        return True

    def implements_function(self, name: str, query_imports: bool = False) -> bool:
        """Whether there is a function called `name`."""
        return hasattr(self._library, PREFIX + name)

    def get_function(self, name: str, query_imports: bool = False) -> PackedFunction:
        """The function called `name`; raises `AttributeError` when there is none."""
        return self[name]

    def __getitem__(self, name: str) -> PackedFunction:
        found = self._functions.get(name)
        if found is None:
            if not self.implements_function(name):
                raise AttributeError(f"{self._file} has no function {name!r}: it has no symbol {PREFIX}{name}")
            found = self._functions[name] = _function(name, self._library[PREFIX + name])
        return found

    def __getattr__(self, name: str) -> PackedFunction:
        if name.startswith("_"):
            raise AttributeError(name)
        return self[name]

    def __call__(self, *args: object) -> object:
        return self["main"](*args)

    def __repr__(self) -> str:
        return f"<library {self._file.name} of packed functions>"


def _function(name: str, native: Any) -> PackedFunction:
    native.restype = ctypes.c_int

    def call(*args: object) -> object:
        kept: list[object] = []
        given = (_Value * max(len(args), 1))(*(_value(arg, kept) for arg in args))
        result = _Value(_NONE, 0, _Payload(integer=0))
        if native(None, ctypes.byref(given), ctypes.c_int32(len(args)), ctypes.byref(result)):
            raise TVMError(f"the function {name!r} of the library failed")
        return _python(name, result)

    call.__name__ = name
    return call


def _value(arg: object, kept: list[object]) -> _Value:
    """A value as the function gets it; what it points to is kept as long as the call lasts."""
    if arg is None:
        return _Value(_NONE, 0, _Payload(integer=0))
    if isinstance(arg, (bool, np.bool_)):
        return _Value(_BOOL, 0, _Payload(integer=int(arg)))
    if isinstance(arg, (int, np.integer)):
        return _Value(_INT, 0, _Payload(integer=int(arg)))
    if isinstance(arg, (float, np.floating)):
        return _Value(_FLOAT, 0, _Payload(real=float(arg)))
    if isinstance(arg, str):
        text = ctypes.create_string_buffer(arg.encode())
        kept.append(text)
        return _Value(_TEXT, 0, _Payload(pointer=ctypes.addressof(text)))
    described = _described(arg if isinstance(arg, Tensor) else tensor(arg) if isinstance(arg, list) else arg, kept)
    return _Value(_TENSOR, 0, _Payload(pointer=ctypes.addressof(described)))


def _described(arg: object, kept: list[object]) -> _Tensor:
    """A tensor as DLPack describes it, over the same memory."""
    array = arg.numpy_view() if isinstance(arg, Tensor) else np.asarray(arg)
    if not isinstance(arg, (Tensor, np.ndarray)):
        raise TypeError(f"a packed function of a library takes numbers, texts and tensors, not {type(arg).__name__}")
    kind = dtype("bool" if array.dtype == np.bool_ else str(array.dtype))
    shape = (ctypes.c_int64 * max(array.ndim, 1))(*array.shape)
    strides = (ctypes.c_int64 * max(array.ndim, 1))(*(each // array.itemsize for each in array.strides))
    bits = 8 if kind.is_bool else kind.bits
    made = _Tensor(array.ctypes.data, 1, 0, array.ndim, kind.type_code, bits, 1, shape, strides, 0)
    kept += [array, shape, strides, made]
    return made


def _python(name: str, result: _Value) -> object:
    """The result of a function, as a Python value."""
    payload = result.payload
    readers: dict[int, Callable[[], object]] = {
        _NONE: lambda: None,
        _INT: lambda: payload.integer,
        _BOOL: lambda: bool(payload.integer),
        _FLOAT: lambda: payload.real,
        _POINTER: lambda: payload.pointer,
        _TEXT: lambda: ctypes.string_at(payload.pointer).decode(),
    }
    if result.type_index not in readers:
        raise TVMError(
            f"the function {name!r} gave an object of TVM's (type {result.type_index}), which is not read here"
        )
    return readers[result.type_index]()
