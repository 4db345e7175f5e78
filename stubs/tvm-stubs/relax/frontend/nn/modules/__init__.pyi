# Generated from tilewright.relax.frontend.nn.modules by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax.frontend.nn import Module as _Module
from tvm.relax.frontend.nn import Conv1D as Conv1D
from tvm.relax.frontend.nn import Conv2D as Conv2D
from tvm.relax.frontend.nn import Conv3D as Conv3D
from tvm.relax.frontend.nn import ConvTranspose1D as ConvTranspose1D
from tvm.relax.frontend.nn import Effect as Effect
from tvm.relax.frontend.nn import Embedding as Embedding
from tvm.relax.frontend.nn import GELU as GELU
from tvm.relax.frontend.nn import GroupNorm as GroupNorm
from tvm.relax.frontend.nn import IOEffect as IOEffect
from tvm.relax.frontend.nn import KVCache as KVCache
from tvm.relax.frontend.nn import LayerNorm as LayerNorm
from tvm.relax.frontend.nn import Linear as Linear
from tvm.relax.frontend.nn import Module as Module
from tvm.relax.frontend.nn import ModuleList as ModuleList
from tvm.relax.frontend.nn import Parameter as Parameter
from tvm.relax.frontend.nn import RMSNorm as RMSNorm
from tvm.relax.frontend.nn import ReLU as ReLU
from tvm.relax.frontend.nn import SiLU as SiLU

class Attention(_Module):
    """Attention with `heads` heads, of the hidden states to themselves or to those of an encoder, without masks."""
    forward: _Any
    def __init__(self, query_dim: _Any, cross_attention_dim: _Any = ..., heads: _Any = ..., dim_head: _Any = ..., bias: _Any = ..., norm_num_groups: _Any = ..., out_bias: _Any = ..., scale_qk: _Any = ...) -> None: ...

class Identity(_Module):
    """Returns its input."""
    forward: _Any
    __init__: _Any

class TimestepEmbedding(_Module):
    """Two linear maps with SiLU between them, and behind them where `post_act_fn` is "silu"."""
    forward: _Any
    def __init__(self, in_channels: _Any, time_embed_dim: _Any, act_fn: _Any = ..., out_dim: _Any = ..., post_act_fn: _Any = ..., cond_proj_dim: _Any = ...) -> None: ...

class Timesteps(_Module):
    """Sines and cosines of time steps, `num_channels` of them."""
    forward: _Any
    def __init__(self, num_channels: _Any, flip_sin_to_cos: _Any = ..., downscale_freq_shift: _Any = ...) -> None: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
