# Generated from tilewright.contrib.tvmjs by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.contrib.tvmjs import dump_tensor_cache as _dump_ndarray_cache_

dump_ndarray_cache = _dump_ndarray_cache_
from tvm.contrib.tvmjs import load_tensor_cache as _load_ndarray_cache_

load_ndarray_cache = _load_ndarray_cache_

def dump_tensor_cache(params: _Any, cachedir: _Any, encode_format: _Any = ..., meta_data: _Any = ..., shard_cap_mb: _Any = ..., show_progress: _Any = ..., update_if_exists: _Any = ...) -> _Any:
    """Write tensors into a folder; see `tilewright.core.vm.tensor_cache.dump`."""

def load_tensor_cache(cachepath: _Any, device: _Any = ...) -> _Any:
    """The tensors of a folder, given by its path or by that of its JSON file, and what else is said of them."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
