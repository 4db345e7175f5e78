# Generated from tilewright.relax.frontend.nn.llm.kv_cache by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ir import RelaxExpr as _RelaxExpr
from tvm.relax.frontend.nn import Object as _Object
from tvm.relax.frontend.nn import Tensor as _Tensor
from tvm.tir import PrimFunc as _PrimFunc
from tilewright.core.nn.llm.kv_cache import AttnKind as AttnKind
from tvm.relax.frontend.nn import Object as Object
from tilewright.core.nn.llm.kv_cache import RopeMode as RopeMode
from tvm.relax.frontend.nn import Tensor as Tensor

class PagedKVCache(_Object):
    """A cache of keys and values in pages; queries, keys and values are (batch, positions, heads, features)."""
    extern_mods: _Any
    def attention_with_fused_qkv(self, layer_id: _Any, qkv: _Any, num_qo_heads: _Any, sm_scale: _Any) -> _Tensor | _Any:
        """The attention of a layer, whose new keys and values go into the cache first; the heads of all three are adjacent in `qkv`."""
    def self_attention(self, layer_id: _Any, q: _Any, k: _Any, v: _Any, sm_scale: _Any) -> _Any:
        """The attention of new rows among themselves, and the logarithms by which it is merged; the cache stays as it is."""
    def cross_attention(self, layer_id: _Any, q: _Any, v_head_dim: _Any, sm_scale: _Any) -> _Any:
        """The attention of new rows over what was in the cache before them, and the logarithms by which it is merged."""
    def attention_with_shared_kv(self, source_layer_id: _Any, q: _Any, current_k: _Any, current_v: _Any, sm_scale: _Any) -> _Tensor | _Any:
        """The attention over keys and values of another layer, which has put these new ones into the cache before."""
    def merge_attn_output_inplace(self, o_self_attn: _Any, lse_self_attn: _Any, o_cross_attn: _Any, lse_cross_attn: _Any) -> _Any:
        """Put the results of attention over two sets of keys together, into the first two tensors."""
    def get_query_positions(self, total_length: _Any) -> _Tensor | _Any:
        """The position of each new row in its sequence."""
    def append_mla_kv(self, layer_id: _Any, kv: _Any) -> PagedKVCache | _Any:
        """Put compressed keys and values into the cache."""
    def __init__(self, *, _expr: _Any, _name: _Any) -> None: ...

class FlashInferPagedKVCache(PagedKVCache):
    """TVM's cache with the kernels of FlashInfer, a library for GPUs, which Tilewright does not serve."""
    def __init__(self, *args: _Any, **options: _Any) -> None: ...

class TIRPagedKVCache(PagedKVCache):
    """A cache whose kernels are functions in TensorIR, which are added to the module; for the CPU."""
    def __init__(self, attn_kind: _Any, max_batch_size: _Any, max_total_seq_len: _Any, prefill_chunk_size: _Any, page_size: _Any, support_sliding_window: _Any, layer_partition: _Any, num_hidden_layers: _Any, num_attention_heads: _Any, num_key_value_heads: _Any, qk_head_dim: _Any, v_head_dim: _Any, mla_original_qk_head_dim: _Any, mla_original_v_head_dim: _Any, rope_mode: _Any, rope_scale: _Any, rope_theta: _Any, rope_scaling: _Any, rope_ext_factors: _Any, rotary_dim: _Any, enable_disaggregation: _Any, dtype: _Any, target: _Any, name: _Any = ..., **layers: _Any) -> None: ...

def as_null() -> _RelaxExpr | _Any:
    """The value that stands for no kernel."""

def llama_rope_with_position_map(theta: _Any, scale: _Any, head_dim: _Any, num_q_heads: _Any, num_kv_heads: _Any, dtype: _Any, rope_scaling: _Any, rotary_dim: _Any = ..., *, side_by_side: _Any = ...) -> _PrimFunc | _Any:
    """The function that takes queries, keys and values apart and turns the first two for positions given one by one.

    It takes the tensor of all three, the positions, the three results, and whether to turn; for "longrope" instead of the last the factors
    of the pairs, those for long contexts before those for short ones.  With `side_by_side` features that are adjacent are a pair, whatever the kind of scaling.
    """

def tree_attn(*args: _Any, **options: _Any) -> _Any:
    """TVM's kernel for GPUs."""

def tree_attn_cpu(h_kv: _Any, h_q: _Any, d: _Any, dtype: _Any, rope_scaling: _Any) -> _PrimFunc | _Any:
    """Attention of the nodes of trees over keys and values that lie one sequence after the other."""

def tree_attn_with_paged_kv_cache(*args: _Any, **options: _Any) -> _Any:
    """TVM's kernel for GPUs."""

def tree_attn_with_paged_kv_cache_cpu(h_kv: _Any, h_q: _Any, d: _Any, dtype: _Any, rope_scaling: _Any) -> _PrimFunc | _Any:
    """Attention of the nodes of trees over pages, in which the nodes are the last."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
