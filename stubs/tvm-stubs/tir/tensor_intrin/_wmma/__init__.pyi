# Generated from tilewright.tir.tensor_intrin._wmma by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.tir.tensor_intrin._wmma import Intrinsic as Intrinsic
from tvm.tir.tensor_intrin.cuda import get_wmma_fill_intrin as get_wmma_fill_intrin
from tvm.tir.tensor_intrin.cuda import get_wmma_fragment_index as get_wmma_fragment_index
from tvm.tir.tensor_intrin.cuda import get_wmma_load_intrin as get_wmma_load_intrin
from tvm.tir.tensor_intrin.cuda import get_wmma_store_intrin as get_wmma_store_intrin
from tvm.tir.tensor_intrin.cuda import get_wmma_sync_intrin as get_wmma_sync_intrin

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
