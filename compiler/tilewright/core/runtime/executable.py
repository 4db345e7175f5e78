"""`Executable`: what compiling gives, as TVM has it: a module together with the door to make it run and to write it to a file.

Modules here run at once, so that a `Module` is an executable itself; `Executable(module)` keeps one apart from the code that was asked for.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any


class Executable:
    """Compiled functions by name; `jit()` gives the module that runs."""

    def __init__(self, mod: Any) -> None:
        self.mod: Any = mod
        self._jitted_mod: Any = None

    def jit(
        self,
        fcompile: Any = None,
        addons: Any = None,
        force_recompile: bool = False,
        workspace_dir: Any = None,
        **_: Any,
    ) -> Any:
        """The module that runs; the same one each time, unless `force_recompile` asks for another.

        The other arguments say in TVM how to link, which is not needed here.
        """
        if self._jitted_mod is None or force_recompile:
            self._jitted_mod = self.mod.again() if force_recompile else self.mod
        return self._jitted_mod

    def __getitem__(self, name: str) -> Any:
        return self.jit()[name]

    def __call__(self, *args: Any, **named: Any) -> Any:
        return self.jit()(*args, **named)

    def export_library(
        self, file_name: str | Path, fcompile: Any = None, addons: Any = None, workspace_dir: Any = None, **options: Any
    ) -> Any:
        """Write the compiled functions as a shared library (`.so`), or as an object file (`.o`)."""
        return self.mod.export_library(
            file_name, fcompile=fcompile, addons=addons, workspace_dir=workspace_dir, **options
        )
