"""`nn.llm`: what language models need beside layers: rotary position embeddings and a cache of keys and values in pages."""

from __future__ import annotations

from tilewright.core.nn.llm import kv_cache, position_embedding, tree_attn

__all__ = ["kv_cache", "position_embedding", "tree_attn"]
