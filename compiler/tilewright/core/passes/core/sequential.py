"""`Sequential`: several passes as one pass, and passes found by name."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.base.names import nearest
from tilewright.core.dialects.pass_names import classic_pass_name
from tilewright.core.ir.function import IRModule
from tilewright.core.passes.core import ports
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.core.pass_ import Pass


class Sequential(Pass):
    """Runs `passes` in order: each that the context enables, after the passes that it requires.

    The context leaves out what stands above its `opt_level` or is disabled, unless it is required.  Passes that are called by themselves always run.
    """

    def __init__(
        self,
        passes: Sequence[Pass] | None = None,
        opt_level: int = 0,
        name: str = "sequential",
        required: Sequence[str] | None = None,
        traceable: bool = False,
    ) -> None:
        if not isinstance(passes, (list, tuple, type(None))):
            raise TypeError("Sequential takes a list of passes")
        wrong = next((step for step in passes or () if not isinstance(step, Pass)), None)
        if wrong is not None:
            raise TypeError(
                f"Sequential takes a list of passes, and {wrong!r} is none; a pass is made by calling its factory"
            )
        self.passes = tuple(passes or ())
        super().__init__(name, self._in_order, None, opt_level, tuple(required or ()), traceable)

    def _in_order(self, mod: IRModule) -> IRModule:
        """Run several passes one after another."""
        context = PassContext.current()
        for step in self.passes:
            if not context.pass_enabled(step.info):
                continue
            for name in step.info.required:
                mod = find_pass(name)(mod)
            mod = step(mod)
        return mod


def find_pass(name: str) -> Pass:
    """The pass of the compiler with that name, such as "tir.Simplify"; raises `ValueError` when there is none."""
    passes = ports.tir_passes.call()
    short = classic_pass_name(name).removeprefix("tir.transform.").removeprefix("tir.")
    found = passes.get(short)
    if found is None:
        near = nearest(short, passes)
        raise ValueError(f"there is no pass {name!r}" + (f"; did you mean 'tir.{near}'?" if near else ""))
    return found if isinstance(found, Pass) else found()
