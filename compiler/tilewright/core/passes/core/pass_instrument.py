"""`PassInstrument`: what watches the passes of a `PassContext`, and may keep them from running."""

from __future__ import annotations

import inspect
from typing import Any

from tilewright.core.ir.function import IRModule
from tilewright.core.passes.core.info import PassInfo


class PassInstrument:
    """Base of instruments: called when its context is entered and left, and before and after each pass that runs in it."""

    def enter_pass_ctx(self) -> None:
        """The context is entered."""

    def exit_pass_ctx(self) -> None:
        """The context is left."""

    def should_run(self, mod: IRModule, info: PassInfo) -> bool:
        """Whether the pass shall run; not asked for passes that the context requires.  One instrument's no is enough."""
        return True

    def run_before_pass(self, mod: IRModule, info: PassInfo) -> None:
        """The pass is about to run on `mod`."""

    def run_after_pass(self, mod: IRModule, info: PassInfo) -> None:
        """The pass has run and given `mod`."""


def pass_instrument(pi_cls: object = None) -> Any:
    """Make a class that has some of the methods of `PassInstrument` an instrument."""
    if pi_cls is None:
        return pass_instrument
    if not inspect.isclass(pi_cls):
        raise TypeError("pass_instrument decorates classes")
    if issubclass(pi_cls, PassInstrument):
        return pi_cls
    names = {"__doc__": pi_cls.__doc__, "__module__": pi_cls.__module__, "__qualname__": pi_cls.__qualname__}
    bases: Any = (pi_cls, PassInstrument)
    return type(pi_cls.__name__, bases, names)
