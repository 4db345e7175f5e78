"""The rules of the dialect: those of classic TensorIR, with names that are cells."""

from __future__ import annotations

from tilewright.core.frontend.cells import assign_cell, new_cell
from tilewright.core.frontend.tir_statements import TIR_STATEMENTS

__all__ = ["TIR_STATEMENTS", "assign_cell", "new_cell"]
