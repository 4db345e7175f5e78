# Generated from tilewright.relax.frontend.nn.llm by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from . import kv_cache as kv_cache
from . import position_embedding as position_embedding
from . import tree_attn as tree_attn

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
