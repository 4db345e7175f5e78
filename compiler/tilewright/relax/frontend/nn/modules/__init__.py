"""`nn.modules`: the layers that networks are built of."""

from __future__ import annotations

from tilewright.relax.frontend.nn.modules.diffusion import Attention, TimestepEmbedding, Timesteps
from tilewright.relax.frontend.nn.modules.effects import IOEffect, KVCache
from tilewright.relax.frontend.nn.modules.layers import (
    GELU,
    Conv1D,
    Conv2D,
    Conv3D,
    ConvTranspose1D,
    Embedding,
    Identity,
    Linear,
    ReLU,
    SiLU,
)
from tilewright.relax.frontend.nn.modules.norms import GroupNorm, LayerNorm, RMSNorm

__all__ = [
    "GELU",
    "Attention",
    "Conv1D",
    "Conv2D",
    "Conv3D",
    "ConvTranspose1D",
    "Embedding",
    "GroupNorm",
    "IOEffect",
    "Identity",
    "KVCache",
    "LayerNorm",
    "Linear",
    "RMSNorm",
    "ReLU",
    "SiLU",
    "TimestepEmbedding",
    "Timesteps",
]
