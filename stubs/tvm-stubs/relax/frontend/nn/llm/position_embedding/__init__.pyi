# Generated from tilewright.relax.frontend.nn.llm.position_embedding by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ir import PrimExpr as _PrimExpr
from tvm.tir import PrimFunc as _PrimFunc
from tvm.relax.frontend.nn import Tensor as Tensor
from tvm.relax.frontend.nn.llm.kv_cache import llama_rope_with_position_map as llama_rope_with_position_map

def llama4_rope_with_position_map(theta: _Any, scale: _Any, head_dim: _Any, num_q_heads: _Any, num_kv_heads: _Any, dtype: _Any, rope_scaling: _Any, rotary_dim: _Any = ...) -> _PrimFunc | _Any:
    """Like `llama_rope_with_position_map` for models in which features that are adjacent are a pair."""

def llama_rope(qkv: _Any, total_seq_len: _Any, theta: _Any, scale: _Any, num_q_heads: _Any, num_kv_heads: _Any, rope_scaling: _Any, rotary_dim: _Any = ...) -> _Any:
    """Queries, keys and values of a tensor (batch, positions, heads of all three, features): queries and keys are turned.

    The last of the positions is the last of `total_seq_len`; only the first `rotary_dim` features are turned.
    """

def rope_freq_default(s: _Any, d: _Any, d_range: _Any, theta: _Any, dtype: _Any) -> _Any:
    """Cosine and sine of the angle of feature `d` at position `s`, with the values of the variables that they mention, innermost first."""

def rope_freq_gptj(s: _Any, d: _Any, d_range: _Any, theta: _Any, dtype: _Any) -> _Any:
    """Like `rope_freq_default`, where features that are adjacent are a pair."""

def rope_freq_llama3(s: _Any, d: _Any, d_range: _Any, theta: _Any, dtype: _Any, factor: _Any, low_freq_factor: _Any, high_freq_factor: _Any, original_max_position_embeddings: _Any) -> _Any:
    """Like `rope_freq_default`, with slow rotations slower by `factor` and a smooth passage between slow and fast ones."""

def rope_freq_llama4(s: _Any, d: _Any, d_range: _Any, theta: _Any, dtype: _Any, factor: _Any, low_freq_factor: _Any, high_freq_factor: _Any, original_max_position_embeddings: _Any) -> _Any:
    """Like `rope_freq_llama3` for pairs that are adjacent; without a passage where both factors are the same."""

def rope_freq_longrope(s: _Any, d: _Any, d_range: _Any, theta: _Any, dtype: _Any, max_position_embeddings: _Any, original_max_position_embeddings: _Any, ext_factors: _Any = ...) -> _Any:
    """Like `rope_freq_default`, with a factor of each pair's own and larger results for a longer context."""

def rope_freq_yarn(s: _Any, d: _Any, d_range: _Any, theta: _Any, dtype: _Any, original_max_position_embeddings: _Any, scaling_factor: _Any, beta_fast: _Any, beta_slow: _Any, inv_theta_log_scale: _Any = ...) -> _Any:
    """Like `rope_freq_default`, with slow rotations slower by `scaling_factor` and a linear passage over the features between."""

def rotated(feature: _Any, at: _Any, position: _Any, width: _Any, theta: _Any, rope_scaling: _Any, dtype: _Any = ..., factors: _Any = ..., side_by_side: _Any = ...) -> _PrimExpr | _Any:
    """Feature `at` of a vector, of which `feature` gives each, turned together with its partner for a position: with `side_by_side` its neighbour, whatever the kind of scaling."""

def switch_rope_freq_func(rope_scaling: _Any) -> _Any:
    """The function that turns as a description of the stretching says; raises `ValueError` for an unknown `rope_type`."""

def yarn_find_correction_dim(num_rotations: _Any, d: _Any, max_position_embeddings: _Any, inv_theta_log_scale: _Any = ...) -> _Any:
    """The feature that turns so often over a model's context."""

def yarn_find_correction_range(low_rot: _Any, high_rot: _Any, d: _Any, max_position_embeddings: _Any, inv_theta_log_scale: _Any = ...) -> _Any:
    """The features between which frequencies pass from their own to the stretched ones."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
