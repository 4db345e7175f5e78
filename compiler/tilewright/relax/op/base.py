"""What programs add to the ops of Relax."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.ops.registration import register_op_attr


def register_gradient(op_name: str, fgradient: Callable[..., Any] | None = None, level: int = 10) -> Any:
    """Register the gradient of an op, before the one it has: a function of the variable bound to a call, the call, the gradient of its result and
    the block builder, which gives one gradient for each argument.  Without the function, a decorator.
    """
    return register_op_attr(op_name, "FPrimalGradient", fgradient, level)


__all__ = ["register_gradient"]
