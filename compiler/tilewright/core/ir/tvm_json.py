"""JSON that TVM wrote: the constants, tensors and numbers in the metadata of its printed programs.

Both of its forms are read: nodes by type with tensors among them (TVM 0.22 and later), and nodes by type key with tensors apart (before).
"""

from __future__ import annotations

import base64
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tilewright.core.ir import expr, relax
from tilewright.core.ir.node import ports

_TENSOR_MAGIC = 0xDD5E40F096B4A13F
_HEADER = "<QQiiiBBH"
# The names of numpy types by the codes that DLPack gives them.
_KINDS = {0: "int", 1: "uint", 2: "float", 6: "bool"}


def is_tvm(whole: object) -> bool:
    """Whether parsed JSON has one of the forms that TVM writes."""
    return isinstance(whole, Mapping) and ("root_index" in whole or ("root" in whole and "b64ndarrays" in whole))


def load(whole: Mapping[str, object]) -> Any:
    """The object in the JSON; nodes other than constants and numbers are None.  Raises `ValueError` for text that is damaged."""
    try:
        return _Today(whole).root() if "root_index" in whole else _Before(whole).root()
    except (KeyError, IndexError, TypeError, struct.error) as error:
        raise ValueError(f"this is not JSON that TVM wrote: {error}") from error


class _Nodes:
    """Numbered nodes, each read once; None stands for one that is still being read."""

    def __init__(self, nodes: Sequence[Mapping[str, object]], root: int) -> None:
        self._nodes = nodes
        self._root = root
        self._made: dict[int, object] = {}

    def root(self) -> Any:
        return self.at(self._root)

    def at(self, position: int) -> Any:
        if position not in self._made:
            self._made[position] = None
            self._made[position] = self._read(self._nodes[position])
        return self._made[position]

    def _read(self, node: Mapping[str, object]) -> object:
        raise NotImplementedError


class _Today(_Nodes):
    """Nodes `{"type": ..., "data": ...}`; fields of objects are positions of other nodes."""

    def __init__(self, whole: Mapping[str, Any]) -> None:
        super().__init__(whole["nodes"], whole["root_index"])

    def _read(self, node: Mapping[str, Any]) -> object:
        kind: str = node["type"]
        data: Any = node.get("data")
        if kind in ("int", "float", "bool", "ffi.String", "ffi.SmallStr", "DataType"):
            return data
        if kind == "ffi.Tensor":
            return tensor(data)
        if kind == "ffi.Array":
            return tuple(map(self.at, data))
        if kind == "ffi.Map":
            return {self.at(key): self.at(value) for key, value in zip(data[::2], data[1::2])}
        if kind in ("ir.GenericConst", "relax.expr.Constant"):
            return relax.Constant(self.at(data["value"] if "value" in data else data["data"]))
        if kind in _NUMBERS:
            typed = self.at(data["ty"]) if "ty" in data else data.get("dtype")
            return _NUMBERS[kind](str(typed or "int32"), data["value"])
        return data["dtype"] if kind == "ir.PrimType" else None


class _Before(_Nodes):
    """Nodes `{"type_key": ..., "attrs": {...}}` whose fields are text, containers with keys and data, tensors in a list of their own."""

    def __init__(self, whole: Mapping[str, Any]) -> None:
        super().__init__(whole["nodes"], whole["root"])
        self._tensors = whole["b64ndarrays"]

    def _read(self, node: Mapping[str, Any]) -> object:
        kind, attrs = node.get("type_key", ""), node.get("attrs", {})
        if kind in ("Array", "ffi.Array"):
            return tuple(map(self.at, node.get("data", ())))
        if kind in ("Map", "ffi.Map"):
            return dict(zip(node.get("keys", ()), map(self.at, node.get("data", ()))))
        if kind == "relax.expr.Constant":
            return relax.Constant(tensor(self._tensors[int(attrs["data"])]))
        if kind in _NUMBERS:
            number = float(attrs["value"]) if kind == "FloatImm" else int(attrs["value"])
            return _NUMBERS[kind](attrs["dtype"], number)
        return node.get("repr_str")


_NUMBERS: dict[str, Callable[[Any, Any], Any]] = {
    "IntImm": expr.IntImm,
    "FloatImm": expr.FloatImm,
    "ir.IntImm": expr.IntImm,
    "ir.FloatImm": expr.FloatImm,
}


def tensor(text: str) -> Any:
    """The array in the base64 text that a tensor is written as: a header, the sizes, the number of bytes, the bytes."""
    import ml_dtypes
    import numpy as np

    raw = base64.b64decode(text)
    magic, _, _, _, ndim, code, bits, _ = struct.unpack_from(_HEADER, raw)
    if magic != _TENSOR_MAGIC:
        raise ValueError("this is not a tensor that TVM wrote")
    start = struct.calcsize(_HEADER)
    *shape, size = struct.unpack_from(f"<{ndim + 1}q", raw, start)
    start += 8 * (ndim + 1)
    name = "bfloat16" if code == 4 else "bool" if (code, bits) in ((1, 1), (6, 8)) else f"{_KINDS[code]}{bits}"
    data = np.frombuffer(raw[start : start + size], np.dtype(getattr(ml_dtypes, name, name)))
    return ports.tensor.call(data.reshape(shape))
