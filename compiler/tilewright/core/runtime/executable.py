"""`Executable`: what compiling gives, as TVM has it: a module together with the door to make it run and to write it to a file.

Modules here run at once, so that a `Module` is an executable itself; `Executable(module)` keeps one apart from the code that was asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.core.base.registry import PackedFunction
from tilewright.core.runtime.arguments import PackedArg, PackedValue

if TYPE_CHECKING:
    from tilewright.core.runtime.module import Module


class Executable:
    """Compiled functions by name; `jit()` gives the module that runs."""

    def __init__(self, mod: Module) -> None:
        self.mod = mod
        self._jitted_mod: Module | None = None

    def jit(
        self,
        fcompile: PackedFunction | None = None,
        addons: Sequence[str | Path] | None = None,
        force_recompile: bool = False,
        workspace_dir: str | Path | None = None,
        **_: object,
    ) -> Executable:
        """The module that runs; the same one each time, unless `force_recompile` asks for another.

        The other arguments say in TVM how to link, which is not needed here.
        """
        if self._jitted_mod is None or force_recompile:
            self._jitted_mod = self.mod.again() if force_recompile else self.mod
        return self._jitted_mod

    def __getitem__(self, name: str) -> PackedFunction:
        return self.jit()[name]

    def __call__(self, *args: PackedArg, **named: PackedArg) -> PackedValue:
        return self.jit()(*args, **named)

    def export_library(
        self,
        file_name: str | Path,
        fcompile: PackedFunction | None = None,
        addons: Sequence[str | Path] | None = None,
        workspace_dir: str | Path | None = None,
        **options: object,
    ) -> object:
        """Write the compiled functions as a shared library (`.so`), or as an object file (`.o`)."""
        return self.mod.export_library(
            file_name, fcompile=fcompile, addons=addons, workspace_dir=workspace_dir, **options
        )
