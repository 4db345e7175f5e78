"""A module's own name inside it, before the module is complete."""

from __future__ import annotations

from tilewright.core.ir.expr import GlobalVar


class ModuleInProgress:
    """The value of `Module` and `cls` inside the module: an object whose attributes are its functions."""

    def __init__(self, name: str) -> None:
        self.script_name = name
        self.script_functions: dict[str, GlobalVar] = {}

    def __getattr__(self, name: str) -> GlobalVar:
        try:
            return self.script_functions[name]
        except KeyError:
            raise AttributeError(name) from None

    def __dir__(self) -> list[str]:
        return list(self.script_functions)
