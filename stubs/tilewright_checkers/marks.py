"""The declarations that the mypy plugin writes into the tree of a file in place of its scripts; no program imports this.

A script function or module becomes a call of the function here whose result it is, and a diagnostic a call of `diagnostic`, which the plugin answers
with the message.  The results are `X | Any`: attributes are those of `X`, and the name can be bound to something else later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tvm.ir import IRModule
    from tvm.tir import PrimFunc


def prim_func() -> PrimFunc | Any:
    """The result of `@T.prim_func`."""


def ir_module() -> IRModule | Any:
    """The result of `@I.ir_module`."""


def function() -> Any:
    """The result of `@R.function`."""


def macro() -> Any:
    """The result of `@T.macro`."""


def other() -> Any:
    """The result of a script that is known at run time only."""


def diagnostic(message: str) -> None:
    """A mistake in a script, said where the call stands."""
