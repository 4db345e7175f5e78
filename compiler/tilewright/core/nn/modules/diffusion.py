"""Parts of diffusion models: embeddings of time steps, and attention."""

from __future__ import annotations

from tilewright.core.nn.containers import ModuleList
from tilewright.core.nn.core import Module
from tilewright.core.nn.modules.layers import Linear, SiLU
from tilewright.core.nn.modules.norms import GroupNorm
from tilewright.core.nn.op import moving, networks
from tilewright.core.nn.tensor import Tensor


class Timesteps(Module):
    """Sines and cosines of time steps, `num_channels` of them."""

    def __init__(self, num_channels: int, flip_sin_to_cos: bool = False, downscale_freq_shift: float = 1) -> None:
        self.num_channels = num_channels
        self.flip_sin_to_cos = flip_sin_to_cos
        self.downscale_freq_shift = downscale_freq_shift

    def forward(self, x: Tensor) -> Tensor:
        return networks.get_timestep_embedding(
            x,
            self.num_channels,
            flip_sin_to_cos=self.flip_sin_to_cos,
            downscale_freq_shift=self.downscale_freq_shift,
        )


class TimestepEmbedding(Module):
    """Two linear maps with SiLU between them, and behind them where `post_act_fn` is "silu"."""

    def __init__(
        self,
        in_channels: int,
        time_embed_dim: int,
        act_fn: str = "silu",
        out_dim: int | None = None,
        post_act_fn: str | None = None,
        cond_proj_dim: int | None = None,
    ) -> None:
        self.linear_1 = Linear(in_channels, time_embed_dim)
        self.cond_proj = None if cond_proj_dim is None else Linear(cond_proj_dim, in_channels, bias=False)
        self.act = _activation(act_fn)
        self.linear_2 = Linear(time_embed_dim, time_embed_dim if out_dim is None else out_dim)
        self.post_act = None if post_act_fn is None else _activation(post_act_fn)

    def forward(self, sample: Tensor, condition: Tensor | None = None) -> Tensor:
        if condition is not None:
            if self.cond_proj is None:
                raise ValueError("a condition needs a TimestepEmbedding with cond_proj_dim")
            sample = sample + self.cond_proj(condition)
        sample = self.linear_2(self.act(self.linear_1(sample)))
        return sample if self.post_act is None else self.post_act(sample)


def _activation(name: str) -> Module:
    if name != "silu":
        raise ValueError(f'the activation is "silu"; "{name}" is not supported')
    return SiLU()


class Attention(Module):
    """Attention with `heads` heads, of the hidden states to themselves or to those of an encoder, without masks."""

    def __init__(
        self,
        query_dim: int,
        cross_attention_dim: int | None = None,
        heads: int = 8,
        dim_head: int = 64,
        bias: bool = False,
        norm_num_groups: int | None = None,
        out_bias: bool = True,
        scale_qk: bool = True,
    ) -> None:
        self.query_dim = query_dim
        self.cross_attention_dim = cross_attention_dim or query_dim
        self.heads = heads
        self.dim_head = dim_head
        self.bias = bias
        self.norm_num_groups = norm_num_groups
        self.out_bias = out_bias
        self.scale_qk = scale_qk
        self.scale = dim_head**-0.5 if scale_qk else 1.0
        self.inner_dim = dim_head * heads
        self.to_q = Linear(query_dim, self.inner_dim, bias=bias)
        self.to_k = Linear(self.cross_attention_dim, self.inner_dim, bias=bias)
        self.to_v = Linear(self.cross_attention_dim, self.inner_dim, bias=bias)
        self.group_norm = None if norm_num_groups is None else GroupNorm(norm_num_groups, query_dim)
        self.to_out = ModuleList([Linear(self.inner_dim, query_dim, bias=out_bias)])

    def forward(
        self,
        hidden_states: Tensor,
        encoder_hidden_states: Tensor | None = None,
        attention_mask: Tensor | None = None,
        **cross_attention_kwargs: object,
    ) -> Tensor:
        if attention_mask is not None:
            raise NotImplementedError("nn.Attention takes no attention_mask")
        if self.group_norm is not None:
            hidden_states = self.group_norm(hidden_states, channel_axis=2, axes=[1])
        query = self.to_q(hidden_states)
        source = hidden_states if encoder_hidden_states is None else encoder_hidden_states
        parts = [
            moving.reshape(part, [0, -1, self.heads, self.dim_head])
            for part in (query, self.to_k(source), self.to_v(source))
        ]
        made = networks.scaled_dot_product_attention(*parts, is_causal=False)
        return self.to_out[0](moving.reshape(made, [0, -1, self.inner_dim]))
