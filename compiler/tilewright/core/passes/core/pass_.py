"""Passes: named functions from module to module, and the decorators that make those of the compiler.

`@tir_pass("tir.FlattenBuffer")` over a function `PrimFunc -> PrimFunc` makes a `Pass`; `tilewright.transform` shows it under TVM's name as a factory.
Calling a pass consults the `PassContext` in force, whose instruments may watch it or keep it from running.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ClassVar

from tilewright.core.base.identity import Identified
from tilewright.core.dialects.pass_names import pass_name
from tilewright.core.dialects.releases import default_dialect, is_later
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.recursion import with_recursion_limit
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.core.info import PassInfo


class Pass(Identified):
    """A named step from module to module; call it with a module.

    `run` is the step itself, without a look at the context; `run_function` does the same for one function, None when the pass has to see the
    whole module.  `has_names_of_releases`: a release of TVM may have the pass under another name, as no pass of the user's.
    """

    has_names_of_releases: ClassVar[bool] = True

    def __init__(
        self,
        name: str,
        run: Callable[[IRModule], IRModule],
        run_function: Callable[[PrimFunc], PrimFunc] | None = None,
        opt_level: int = 0,
        required: Sequence[str] = (),
        traceable: bool = False,
    ) -> None:
        self._info = PassInfo(opt_level, name, tuple(required), traceable)
        self.run = run
        self.run_function = run_function

    def __call__(self, mod: IRModule) -> IRModule:
        """The module after the pass; `mod` itself when an instrument of the context does not let the pass run."""
        if not isinstance(mod, IRModule):
            raise TypeError(f"{self.name} takes an IRModule, not {type(mod).__name__}: IRModule.from_expr makes one")
        context = PassContext.current()
        if not context.before_pass(mod, self.info):
            return mod
        made = with_recursion_limit(self.run)(mod)
        if not isinstance(made, IRModule):
            raise TypeError(f"{self.name} gave {type(made).__name__}, and a pass has to give an IRModule")
        context.after_pass(made, self.info)
        return made

    @property
    def info(self) -> PassInfo:
        """The metadata of the pass as contexts and instruments see it: under the name that it has in the release of the process."""
        if not self.has_names_of_releases:
            return self._info
        shown = pass_name(self._info.name, default_dialect())
        return self._info if shown == self._info.name else replace(self._info, name=shown)

    @property
    def name(self) -> str:
        """The name under which the compiler keeps the pass, the classic one."""
        return self._info.name

    @property
    def summary(self) -> str:
        """First line of what the pass says of itself."""
        return (self.run_function or self.run).__doc__ or ""

    def __repr__(self) -> str:
        if is_later():
            return f"transform.{type(self).__name__}(pass_info={self.info!r})"
        return f"{type(self).__name__}({self.info!r})"


def tir_pass(name: str) -> Callable[[Callable[[PrimFunc], PrimFunc]], Pass]:
    """A pass that rewrites each `PrimFunc` on its own."""

    def make(function: Callable[[PrimFunc], PrimFunc]) -> Pass:
        return Pass(name, lambda mod: mod.map_functions(function), function)

    return make


def module_pass(name: str) -> Callable[[Callable[[IRModule], IRModule]], Pass]:
    """A pass that sees the whole module."""
    return lambda function: Pass(name, function)
