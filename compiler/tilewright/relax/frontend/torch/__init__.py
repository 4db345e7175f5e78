"""`tilewright.relax.frontend.torch`: models of PyTorch as modules of Relax."""

from __future__ import annotations

from tilewright.relax.frontend.torch.exported_program_translator import from_exported_program
from tilewright.relax.frontend.torch.fx_translator import from_fx

__all__ = ["from_exported_program", "from_fx"]
