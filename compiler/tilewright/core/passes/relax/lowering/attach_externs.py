"""`AttachExternModules`: gives a module the functions of external modules, which its calls find by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from tilewright.core.ir.function import IRModule
from tilewright.core.passes.core.pass_ import Pass


class External(Protocol):
    """A module of other code, such as `nn.ObjectModule`."""

    def load(self) -> object:
        """The module, ready to be linked."""
        ...


def AttachExternModules(extern_modules: Sequence[External]) -> Pass:
    """The external modules, loaded (`nn.SourceModule` is compiled for it), in the attribute "external_mods"."""

    def attached(mod: IRModule) -> IRModule:
        if not extern_modules:
            return mod
        known = mod.attrs.get("external_mods", ())
        return mod.with_attr("external_mods", (*known, *(module.load() for module in extern_modules)))

    return Pass("AttachExternModules", attached)
