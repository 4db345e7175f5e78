"""`AttachExternModules`: what modules of `relax.frontend.nn` bring from outside, put down for the build."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.ir.function import IRModule
from tilewright.transform.pass_ import Pass


def AttachExternModules(extern_modules: Sequence[Any]) -> Pass:
    """The loaded `extern_modules` among the attribute "external_mods" of the module, behind those that are there."""

    def run(mod: IRModule) -> IRModule:
        for item in extern_modules:
            if not callable(getattr(item, "load", None)):
                raise TypeError(f"an ExternModule is needed, not {type(item).__name__}")
        known = tuple(mod.attrs.get("external_mods") or ())
        return mod.with_attr("external_mods", (*known, *(item.load() for item in extern_modules)))

    return Pass("AttachExternalModules", run)
