"""The rules of the dialect, as they stand in the registry under the token "tir"."""

from __future__ import annotations

from tilewright.core.frontend.tir_function import visit_prim_func
from tilewright.core.frontend.tir_statements import TIR_STATEMENTS

__all__ = ["TIR_STATEMENTS", "visit_prim_func"]
