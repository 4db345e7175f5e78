"""Executables that come from the cache of builds: native code and how graphs are called, and everything else made when somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import Function
from tilewright.core.runtime.module import Module
from tilewright.core.target.target import Target
from tilewright.core.vm.executable import VMExecutable
from tilewright.core.vm.graph_entry import GraphEntry


class StoredExecutable(VMExecutable):
    """An executable of which only what is needed to call its graphs is there; `whole` builds all of it."""

    def __init__(
        self,
        functions: dict[str, Function],
        native: Module,
        target: Target,
        entries: dict[str, GraphEntry],
        forms: Mapping[str, Callable[[], VMExecutable]],
        whole: Callable[[], VMExecutable],
    ) -> None:
        self._whole = whole
        self.functions = functions
        self.native = native
        self.target = target
        self.entries = entries
        self.bytecode = None
        self.promises = {}
        self._forms = dict(forms)

    @property
    def ir_mod(self) -> IRModule:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The program after all passes, for which it is built anew."""
        return self._whole().ir_mod
