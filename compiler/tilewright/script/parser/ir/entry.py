"""The decorators of the dialect."""

from __future__ import annotations

from tilewright.script.ir import ir_module, pyfunc

__all__ = ["ir_module", "pyfunc"]
