"""What the ops of neural networks, images, quantisation and sampling are in PyTorch; `torch_names` says how the text is read."""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.ops.relax.torch_forms import Spelling

TORCH: Mapping[str, Spelling] = {}
