"""The statements of Relax; see `tilewright.frontend.relax_statements`."""

from __future__ import annotations

from tilewright.frontend.relax_statements import RELAX_STATEMENTS

__all__ = ["RELAX_STATEMENTS"]
