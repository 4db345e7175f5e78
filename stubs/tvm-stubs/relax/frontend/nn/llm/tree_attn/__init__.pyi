# Generated from tilewright.relax.frontend.nn.llm.tree_attn by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax.frontend.nn.llm.kv_cache import tree_attn as tree_attn
from tvm.relax.frontend.nn.llm.kv_cache import tree_attn_cpu as tree_attn_cpu
from tvm.relax.frontend.nn.llm.kv_cache import tree_attn_with_paged_kv_cache as tree_attn_with_paged_kv_cache
from tvm.relax.frontend.nn.llm.kv_cache import tree_attn_with_paged_kv_cache_cpu as tree_attn_with_paged_kv_cache_cpu

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
