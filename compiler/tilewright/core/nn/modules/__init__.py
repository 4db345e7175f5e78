"""`nn.modules`: the layers that networks are built of."""

from __future__ import annotations

from tilewright.core.nn.containers import ModuleList
from tilewright.core.nn.core import Effect, Module
from tilewright.core.nn.modules.diffusion import Attention, TimestepEmbedding, Timesteps
from tilewright.core.nn.modules.effects import IOEffect, KVCache
from tilewright.core.nn.modules.layers import (
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
from tilewright.core.nn.modules.norms import GroupNorm, LayerNorm, RMSNorm
from tilewright.core.nn.tensor import Parameter

__all__ = [
    "GELU",
    "Attention",
    "Conv1D",
    "Conv2D",
    "Conv3D",
    "ConvTranspose1D",
    "Effect",
    "Embedding",
    "GroupNorm",
    "IOEffect",
    "Identity",
    "KVCache",
    "LayerNorm",
    "Linear",
    "Module",
    "ModuleList",
    "Parameter",
    "RMSNorm",
    "ReLU",
    "SiLU",
    "TimestepEmbedding",
    "Timesteps",
]
