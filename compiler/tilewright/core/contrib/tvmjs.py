"""Folders of weights, under the names of TVM's tools for its web runtime."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tilewright.core.runtime.tensor import Tensor
from tilewright.core.vm.tensor_cache import bf16_to_f32, dump, f32_to_bf16, read

_convert_f32_to_bf16, _convert_bf16_to_f32 = f32_to_bf16, bf16_to_f32


def dump_tensor_cache(
    params: Mapping[str, object],
    cachedir: str | Path,
    encode_format: str = "f32-to-bf16",
    meta_data: object = None,
    shard_cap_mb: int = 32,
    show_progress: bool = True,
    update_if_exists: bool = False,
) -> None:
    """Write tensors into a folder; see `tilewright.core.vm.tensor_cache.dump`."""
    dump(params, cachedir, encode_format, meta_data, shard_cap_mb, update_if_exists)


def load_tensor_cache(cachepath: str | Path, device: object = None) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """The tensors of a folder, given by its path or by that of its JSON file, and what else is said of them."""
    path = Path(cachepath)
    return read(path if path.is_dir() else path.parent)


dump_ndarray_cache, load_ndarray_cache = dump_tensor_cache, load_tensor_cache

__all__ = [
    "_convert_bf16_to_f32",
    "_convert_f32_to_bf16",
    "dump_ndarray_cache",
    "dump_tensor_cache",
    "load_ndarray_cache",
    "load_tensor_cache",
]
