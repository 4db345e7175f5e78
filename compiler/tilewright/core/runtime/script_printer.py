"""The options of `script`, as a value: programs keep the options of `script` in it and pass them on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.core.ir.node import Node as Scriptable
from tilewright.core.printer.options import options
from tilewright.core.printer.script import script


class PrinterConfig:
    """Options of one printing, by the names that `script` gives them; raises `TypeError` for one that it does not know.

    `extra_config` holds those of the dialects, such as `{"tir.prefix": "T"}`.
    """

    def __init__(self, *, extra_config: Mapping[str, object] | None = None, **given: object) -> None:
        of_dialects = {_DIALECTS.get(key, key): value for key, value in (extra_config or {}).items()}
        self._options = options({**given, **of_dialects})
        self.extra_config = dict(extra_config or {})

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._options, name)

    @property
    def binding_names(self) -> tuple[str, ...]:
        """The name to print a function or module by, when one is given."""
        return () if self._options.name is None else (self._options.name,)

    @property
    def given(self) -> dict[str, object]:
        """The options as keyword arguments of `script`."""
        return {name: getattr(self._options, name) for name in self._options.__slots__}


def _script(obj: Scriptable, config: PrinterConfig) -> str:  # pyright: ignore[reportUnusedFunction]
    """The text of a node, printed so; TVM's name for it."""
    return script(obj, **config.given)


_DIALECTS = {
    "tir.prefix": "tir_prefix",
    "relax.prefix": "relax_prefix",
    "relax.show_all_struct_info": "show_all_struct_info",
}

__all__ = ["PrinterConfig", "Scriptable"]
