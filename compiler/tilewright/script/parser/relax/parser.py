"""The statements of Relax; see `tilewright.core.frontend.relax_statements`."""

from __future__ import annotations

from tilewright.core.frontend.relax_statements import RELAX_STATEMENTS

__all__ = ["RELAX_STATEMENTS"]
