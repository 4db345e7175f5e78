"""The operators of PyTorch in Relax, by the names that they have in ATen, in `torch` and as methods.

A row takes the translator and the arguments of the call: values of Relax, numbers, lists.
"""

from __future__ import annotations

from tilewright.relax.frontend.torch import arithmetic, moving, networks
from tilewright.relax.frontend.torch.values import Operator

OPERATORS: dict[str, Operator] = {**arithmetic.OPERATORS, **networks.OPERATORS, **moving.OPERATORS}
