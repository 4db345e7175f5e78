"""Weights by name as bytes, in the format of TVM's `save_param_dict`: a list of names, and a list of tensors.

file   ::= magic 0 count { length name } count { tensor }
tensor ::= magic 0 device ndim dtype { size } length elements          numbers are little-endian; `dtype` is DLPack's code, bits and lanes
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tilewright.core.base.dtype import SMALL_FLOATS, DataTypeCode, DType, dtype
from tilewright.core.runtime.tensor import Tensor, numpy_dtype, tensor

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

_FILE, _TENSOR = 0xF7E58D4F05049CB7, 0xDD5E40F096B4A13F
_KINDS = {
    DataTypeCode.INT: "int",
    DataTypeCode.UINT: "uint",
    DataTypeCode.FLOAT: "float",
    DataTypeCode.BFLOAT: "bfloat",
}


def save_param_dict(params: Mapping[str, Tensor | ArrayLike]) -> bytes:
    """Tensors by name as bytes, which `load_param_dict` here and in TVM reads."""
    parts = [struct.pack("<QQQ", _FILE, 0, len(params))]
    for name in params:
        text = name.encode()
        parts += [struct.pack("<Q", len(text)), text]
    parts.append(struct.pack("<Q", len(params)))
    for value in params.values():
        parts += _written(value if isinstance(value, Tensor) else tensor(value))
    return b"".join(parts)


def _written(value: Tensor) -> list[bytes]:
    array = np.ascontiguousarray(value.numpy_view()).reshape(value.shape)
    kind = dtype(str(value.dtype))
    bits = 8 if kind.is_bool else kind.bits
    data = array.tobytes()
    return [
        struct.pack("<QQiii", _TENSOR, 0, 1, 0, array.ndim),
        struct.pack("<BBH", kind.type_code, bits, kind.lanes),
        struct.pack(f"<{array.ndim}qq", *array.shape, len(data)),
        data,
    ]


def load_param_dict(param_bytes: bytes | bytearray) -> dict[str, Tensor]:
    """The tensors that `save_param_dict` wrote, by name; raises `ValueError` for other bytes."""
    reader = _Reader(bytes(param_bytes))
    magic, _, count = reader.numbers("<QQQ")
    if magic != _FILE:
        raise ValueError("these bytes are no weights: save_param_dict writes another beginning")
    names = [reader.bytes(*reader.numbers("<Q")).decode() for _ in range(count)]
    (values,) = reader.numbers("<Q")
    if values != count:
        raise ValueError(f"there are {count} names and {values} tensors")
    return {name: _read(reader) for name in names}


def _read(reader: _Reader) -> Tensor:
    magic, _, _, _, ndim, code, bits, lanes = reader.numbers("<QQiiiBBH")
    if magic != _TENSOR or lanes != 1:
        raise ValueError("these bytes hold no tensor where one should begin")
    *shape, length = reader.numbers(f"<{ndim}qq")
    data = np.frombuffer(reader.bytes(length), numpy_dtype(_type(code, bits)))
    return tensor(data.reshape(shape))


def _type(code: int, bits: int) -> DType:
    """The data type of a code and a width."""
    if code == DataTypeCode.BOOL or (code == DataTypeCode.UINT and bits == 1):
        return dtype("bool")
    if DataTypeCode.Float8E3M4 <= code <= DataTypeCode.Float4E2M1FN:
        return dtype(SMALL_FLOATS[code - DataTypeCode.Float8E3M4])
    if code not in _KINDS:
        raise ValueError(f"elements of the kind {code} have no data type here")
    return dtype(f"{_KINDS[DataTypeCode(code)]}{bits}")


class _Reader:
    """Bytes read from the front; raises `ValueError` at their end."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def bytes(self, length: int) -> bytes:
        """The next bytes."""
        found = self._data[self._at : self._at + length]
        if len(found) != length:
            raise ValueError("the weights end too early")
        self._at += length
        return found

    def numbers(self, form: str) -> tuple[int, ...]:
        """The next numbers."""
        return struct.unpack(form, self.bytes(struct.calcsize(form)))


def save_param_dict_to_file(params: Mapping[str, Tensor | ArrayLike], path: str | Path) -> None:
    """Write the bytes of `save_param_dict` into a file."""
    Path(path).write_bytes(save_param_dict(params))


def load_param_dict_from_file(path: str | Path) -> dict[str, Tensor]:
    """Read what `save_param_dict_to_file` wrote."""
    return load_param_dict(Path(path).read_bytes())
