"""`nn.modules`: the layers that networks are built of."""

from __future__ import annotations

from tilewright.relax.frontend.nn.containers import ModuleList
from tilewright.relax.frontend.nn.core import Effect, Module
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
from tilewright.relax.frontend.nn.tensor import Parameter

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
