# Generated from tilewright.relax.frontend.nn.modules by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.relax.frontend.nn.modules.diffusion import Attention as Attention
from tilewright.relax.frontend.nn.modules.layers import Conv1D as Conv1D
from tilewright.relax.frontend.nn.modules.layers import Conv2D as Conv2D
from tilewright.relax.frontend.nn.modules.layers import Conv3D as Conv3D
from tilewright.relax.frontend.nn.modules.layers import ConvTranspose1D as ConvTranspose1D
from tilewright.relax.frontend.nn.modules.layers import Embedding as Embedding
from tilewright.relax.frontend.nn.modules.layers import GELU as GELU
from tilewright.relax.frontend.nn.modules.norms import GroupNorm as GroupNorm
from tilewright.relax.frontend.nn.modules.effects import IOEffect as IOEffect
from tilewright.relax.frontend.nn.modules.layers import Identity as Identity
from tilewright.relax.frontend.nn.modules.effects import KVCache as KVCache
from tilewright.relax.frontend.nn.modules.norms import LayerNorm as LayerNorm
from tilewright.relax.frontend.nn.modules.layers import Linear as Linear
from tilewright.relax.frontend.nn.modules.norms import RMSNorm as RMSNorm
from tilewright.relax.frontend.nn.modules.layers import ReLU as ReLU
from tilewright.relax.frontend.nn.modules.layers import SiLU as SiLU
from tilewright.relax.frontend.nn.modules.diffusion import TimestepEmbedding as TimestepEmbedding
from tilewright.relax.frontend.nn.modules.diffusion import Timesteps as Timesteps

def __getattr__(name: _str) -> _Any: ...
