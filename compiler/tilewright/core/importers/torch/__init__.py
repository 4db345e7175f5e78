"""`tilewright.core.importers.torch`: models of PyTorch as modules of Relax."""

from __future__ import annotations

from tilewright.core.importers.torch.dynamo import dynamo_capture_subgraphs, relax_dynamo
from tilewright.core.importers.torch.exported_program_translator import from_exported_program
from tilewright.core.importers.torch.fx_translator import from_fx

__all__ = ["dynamo_capture_subgraphs", "from_exported_program", "from_fx", "relax_dynamo"]
