"""Reading tensors of other libraries through DLPack, both versions of the exchange structure.

The structures are those of the DLPack specification; the capsule keeps the memory alive and is left untouched.
"""

from __future__ import annotations

import ctypes
from ctypes import c_char_p, c_int32, c_int64, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p, py_object
from typing import TYPE_CHECKING, Any, Protocol, cast

from tilewright.core.base.dtype import SMALL_FLOATS, DType, dtype, is_dtype
from tilewright.core.runtime.array_forms import ArrayView, NotAnArray

if TYPE_CHECKING:
    import numpy as np


class Exporter(Protocol):
    """An object that shares its memory through DLPack, asked for a version or not."""

    def __dlpack__(self, **options: object) -> object: ...


_CPU_DEVICES = {1: "cpu", 3: "cuda_host", 11: "rocm_host"}
_DEVICE_NAMES = {2: "cuda", 4: "opencl", 7: "vulkan", 8: "metal", 10: "rocm", 14: "oneapi", 15: "webgpu"}
_READ_ONLY = 1


class _Device(ctypes.Structure):
    _fields_ = (("type", c_int32), ("id", c_int32))


class _DataType(ctypes.Structure):
    _fields_ = (("code", c_uint8), ("bits", c_uint8), ("lanes", c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", c_void_p),
        ("device", _Device),
        ("ndim", c_int32),
        ("dtype", _DataType),
        ("shape", ctypes.POINTER(c_int64)),
        ("strides", ctypes.POINTER(c_int64)),
        ("byte_offset", c_uint64),
    )


class _Versioned(ctypes.Structure):
    _fields_ = (
        ("major", c_uint32),
        ("minor", c_uint32),
        ("context", c_void_p),
        ("deleter", c_void_p),
        ("flags", c_uint64),
        ("tensor", _Tensor),
    )


_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.argtypes, _is_valid.restype = (py_object, c_char_p), ctypes.c_int
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.argtypes, _pointer.restype = (py_object, c_char_p), c_void_p


# Types that only newer libraries know, with their codes; each fills whole bytes.
_CODES = {"bfloat16": 4, **{name: 7 + at for at, name in enumerate(SMALL_FLOATS) if name.startswith("float8")}}


def dlpack_view(value: object) -> ArrayView:
    """The array behind an object with `__dlpack__`; raises `NotAnArray` when it lies on another device or will not be shared."""
    _require_cpu(value)
    return _of_capsule(_capsule(value), value)


def is_capsule(value: object) -> bool:
    """Whether it is what `__dlpack__` gives, not used yet."""
    return bool(_is_valid(value, b"dltensor_versioned") or _is_valid(value, b"dltensor"))


def capsule_view(capsule: object) -> ArrayView:
    """The array that a capsule holds; raises `NotAnArray` when it lies on another device."""
    versioned = _is_valid(capsule, b"dltensor_versioned")
    held = (
        _Versioned.from_address(_pointer(capsule, b"dltensor_versioned")).tensor
        if versioned
        else _Tensor.from_address(_pointer(capsule, b"dltensor"))
    )
    _require_memory(held.device.type)
    return _of_capsule(capsule, capsule)


def _of_capsule(capsule: object, value: object) -> ArrayView:
    if _is_valid(capsule, b"dltensor_versioned"):
        versioned = _Versioned.from_address(_pointer(capsule, b"dltensor_versioned"))
        return _view(versioned.tensor, not versioned.flags & _READ_ONLY, capsule)
    if _is_valid(capsule, b"dltensor"):
        return _view(_Tensor.from_address(_pointer(capsule, b"dltensor")), True, capsule)
    raise NotAnArray(f"is a {type(value).__name__} whose DLPack capsule is of an unknown kind")


def capsule_of(array: np.ndarray, **options: object) -> object:
    """The capsule of a numpy array; of types that numpy has not itself, as unsigned integers of that size whose type is corrected afterwards."""
    code = _CODES.get(str(array.dtype))
    if code is None:
        return cast("Exporter", array).__dlpack__(**options)
    capsule = cast("Exporter", array.view(f"uint{array.itemsize * 8}")).__dlpack__(**options)
    if _is_valid(capsule, b"dltensor_versioned"):
        made = _Versioned.from_address(_pointer(capsule, b"dltensor_versioned")).tensor
    else:
        made = _Tensor.from_address(_pointer(capsule, b"dltensor"))
    made.dtype.code = code
    return capsule


def tensor_view(address: int) -> ArrayView:
    """The array that a tensor structure at an address describes; whoever made it keeps the memory alive."""
    return _view(_Tensor.from_address(address), True, None)


def _require_cpu(value: Any) -> None:
    try:
        kind = int(value.__dlpack_device__()[0])
    except Exception as error:
        raise NotAnArray(f"is a {type(value).__name__} that does not tell its device: {error}") from error
    _require_memory(kind)


def _require_memory(kind: int) -> None:
    if kind not in _CPU_DEVICES:
        where = _DEVICE_NAMES.get(kind, f"of type {kind}")
        raise NotAnArray(f"lies on device {where}, and must lie in the memory of the CPU")


def takes_version(value: Exporter) -> bool | None:
    """Whether `__dlpack__` of an object takes the version that the caller knows; None where it gives nothing."""
    for options in ({"max_version": (1, 0)}, {}):
        try:
            value.__dlpack__(**options)
        except TypeError:
            continue
        except Exception:
            return None
        return bool(options)
    return None


def _capsule(value: Any) -> object:
    try:
        try:
            return value.__dlpack__(max_version=(1, 0))
        except TypeError:
            return value.__dlpack__()
    except Exception as error:
        raise NotAnArray(f"is a {type(value).__name__} that cannot be shared: {error}") from error


def _view(tensor: _Tensor, writable: bool, capsule: object) -> ArrayView:
    shape = tuple(tensor.shape[axis] for axis in range(tensor.ndim))
    code, bits, lanes = tensor.dtype.code, tensor.dtype.bits, tensor.dtype.lanes
    type_ = _dtype(code, bits, lanes)
    itemsize = bits * lanes // 8
    if tensor.strides:
        strides = tuple(tensor.strides[axis] * itemsize for axis in range(tensor.ndim))
    else:
        strides = compact_strides(shape, itemsize)
    address = (tensor.data or 0) + tensor.byte_offset
    element = type_ if type_ is not None else f"DLPack type ({code}, {bits}, {lanes})"
    return address, (element, shape, strides, writable), capsule


def compact_strides(shape: tuple[int, ...], itemsize: int) -> tuple[int, ...]:
    """Byte strides of a compact row-major array."""
    strides: list[int] = []
    step = itemsize
    for size in reversed(shape):
        strides.append(step)
        step *= max(1, size)
    return tuple(reversed(strides))


def _dtype(code: int, bits: int, lanes: int) -> DType | None:
    """The data type of a DLPack type; sub-byte types are packed there and have no counterpart in memory here."""
    if bits % 8 or not 1 <= bits <= 64:
        return None
    kinds = {0: f"int{bits}", 1: f"uint{bits}", 2: f"float{bits}", 4: "bfloat16", 6: "bool"}
    name = kinds.get(code) or (SMALL_FLOATS[code - 7] if 7 <= code <= 14 else "")
    return dtype(name).with_lanes(lanes) if name and is_dtype(name) else None
