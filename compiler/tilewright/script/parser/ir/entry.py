"""The decorators of the dialect."""

from __future__ import annotations

from tilewright.core.frontend.live import ir_module
from tilewright.script.ir import pyfunc

__all__ = ["ir_module", "pyfunc"]
