"""Weights in a folder, as TVM's web runtime keeps them: files of bytes, and a JSON file that says what lies where.

`dump` writes such a folder, `read` gives its tensors by name.  The functions `vm.builtin.tensor_cache.*` keep the tensors of folders by name for the
process, from which `vm.builtin.param_array_from_cache*` take them.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.core.base.registry import register_global_func
from tilewright.core.runtime.tensor import Tensor, empty, tensor

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

# What the file of the folder is called: today, and before.
INDEX = ("tensor-cache.json", "ndarray-cache.json")
_BF16 = "f32-to-bf16"


# What a folder says of a tensor or of a file, as JSON.
Record = dict[str, Any]


def f32_to_bf16(values: np.ndarray) -> np.ndarray:
    """float32 as the bits of the nearest bfloat16, ties to even."""
    bits = values.astype("float32").view("uint32")
    return ((bits + ((bits >> 16) & 1) + 0x7FFF) >> 16).astype("uint16")


def bf16_to_f32(bits: np.ndarray) -> np.ndarray:
    """The bits of bfloat16 as float32."""
    return (bits.astype("uint32") << 16).view("float32")


def dump(
    params: Mapping[str, object],
    folder: str | Path,
    encode_format: str = _BF16,
    meta_data: object = None,
    shard_cap_mb: int = 32,
    update_if_exists: bool = False,
) -> None:
    """Write tensors into a folder, in files of at most `shard_cap_mb` where a tensor is not larger itself.

    With `encode_format` "f32-to-bf16" float32 is written in half the space; "raw" keeps every bit.  `update_if_exists` keeps the other tensors of
    the folder.
    """
    if encode_format not in (_BF16, "raw"):
        raise ValueError(f'encode_format is "f32-to-bf16" or "raw", not {encode_format!r}')
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    kept = read(place)[0] if update_if_exists and _index(place) is not None else {}
    given = {name: _array(value) for name, value in {**kept, **params}.items()}
    shards = [_written(place, at, each) for at, each in enumerate(_shards(given, encode_format, shard_cap_mb << 20))]
    told: Any = meta_data() if callable(meta_data) else meta_data
    described = {"ParamSize": len(given), **(told or {})}
    text = json.dumps({"metadata": described, "records": shards}, indent=1)
    (place / INDEX[0]).write_text(text, "utf-8")


def _array(value: object) -> np.ndarray:
    return value.numpy() if isinstance(value, Tensor) else np.asarray(value)


def _shards(params: Mapping[str, np.ndarray], encoding: str, most: int) -> Iterable[list[tuple[Record, bytes]]]:
    shard: list[tuple[Record, bytes]] = []
    size = 0
    for name, array in params.items():
        coded = encoding if str(array.dtype) == "float32" else "raw"
        data = (f32_to_bf16(array) if coded == _BF16 else array).tobytes()
        if shard and size + len(data) > most:
            yield shard
            shard, size = [], 0
        record = {
            "name": name,
            "shape": list(array.shape),
            "dtype": str(array.dtype),
            "format": coded,
            "nbytes": len(data),
            "byteOffset": size,
        }
        shard.append((record, data))
        size += len(data)
    if shard:
        yield shard


def _written(place: Path, number: int, shard: list[tuple[Record, bytes]]) -> Record:
    data = b"".join(each for _, each in shard)
    path = f"params_shard_{number}.bin"
    (place / path).write_bytes(data)
    return {
        "dataPath": path,
        "format": "raw-shard",
        "nbytes": len(data),
        "records": [record for record, _ in shard],
        "md5sum": hashlib.md5(data, usedforsecurity=False).hexdigest(),
    }


def _index(place: Path) -> Path | None:
    return next((place / name for name in INDEX if (place / name).exists()), None)


def read(folder: str | Path) -> tuple[dict[str, Tensor], dict[str, object]]:
    """The tensors of a folder by name, and what else is said of them; raises `FileNotFoundError` when it is no such folder."""
    index = _index(Path(folder))
    if index is None:
        raise FileNotFoundError(f"{folder} has no {INDEX[0]}")
    stored = json.loads(index.read_text("utf-8"))
    found: dict[str, Tensor] = {}
    for shard in stored["records"]:
        data = (index.parent / shard["dataPath"]).read_bytes()
        for record in shard["records"]:
            begin = record["byteOffset"]
            found[record["name"]] = _decoded(record, data[begin : begin + record["nbytes"]])
    return found, stored.get("metadata", {})


def _decoded(record: Record, data: bytes) -> Tensor:
    made = empty(record["shape"], record["dtype"])
    view = made.numpy_view()
    coded = record["format"] == _BF16 and record["dtype"] == "float32"
    values = bf16_to_f32(np.frombuffer(data, "uint16")) if coded else np.frombuffer(data, view.dtype)
    view[...] = values.reshape(view.shape)
    return made


_KEPT: dict[str, Tensor] = {}
_KEEPING = threading.Lock()


def load(folder: str, device_type: int = 1, device_id: int = 0) -> None:
    """Keep the tensors of a folder."""
    _KEPT.update(read(folder)[0])


def get(name: str) -> Tensor | None:
    """A tensor that is kept."""
    return _KEPT.get(name)


def update(name: str, value: ArrayLike | Tensor, override: bool = False) -> None:
    """Keep a tensor under a name; raises `ValueError` when there is one and it is not to be replaced."""
    given = value if isinstance(value, Tensor) else tensor(value)
    with _KEEPING:
        if name in _KEPT and not override:
            raise ValueError(f"a tensor {name!r} is kept already")
        _KEPT[name] = given


def remove(name: str) -> None:
    """Forget a tensor."""
    _KEPT.pop(name, None)


def clear() -> None:
    """Forget all tensors."""
    _KEPT.clear()


def param_array_from_cache(prefix: str, num_params: int = -1) -> tuple[Tensor, ...]:
    """The tensors `prefix_0`, `prefix_1`, ...: so many, or with -1 as many as there are."""
    names = (f"{prefix}_{at}" for at in range(len(_KEPT) if num_params < 0 else num_params))
    return param_array_from_cache_by_name([name for name in names if num_params >= 0 or name in _KEPT])


def param_array_from_cache_by_name(names: Iterable[str]) -> tuple[Tensor, ...]:
    """The tensors of these names; raises `ValueError` for one that is not kept."""
    missing = [name for name in names if name not in _KEPT]
    if missing:
        raise ValueError(f"no tensor {missing[0]!r} is kept")
    return tuple(_KEPT[name] for name in names)


def param_array_from_cache_by_name_unpacked(*names: str) -> tuple[Tensor, ...]:
    """The tensors of these names."""
    return param_array_from_cache_by_name(names)


for _function in (load, get, update, remove, clear):
    for _cache in ("tensor_cache", "ndarray_cache"):
        register_global_func(f"vm.builtin.{_cache}.{_function.__name__}", _function, override=True)
for _function in (
    param_array_from_cache,
    param_array_from_cache_by_name,
    param_array_from_cache_by_name_unpacked,
):
    register_global_func(f"vm.builtin.{_function.__name__}", _function, override=True)
