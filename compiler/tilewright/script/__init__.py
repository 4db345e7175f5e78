"""TVMScript in Python: `from tilewright.script import tir as T, ir as I`.

`tirx` is imported when it is first asked for: a program that asks for it stands for the release that has it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tilewright.core.builder.dialects import HYBRID as ty
from tilewright.core.frontend.live import from_source, ir_module
from tilewright.script import ir, parser, relax, tir

if TYPE_CHECKING:
    from tilewright.script import tirx


# Modules that are imported when they are first asked for.
_LATER = ("builder", "ir_builder", "printer", "tirx")


# Modules of dialects that programs have registered.
_registered: dict[str, str] = {}


def register_dialect(name: str, module_path: str) -> None:
    """Let `tvm.script.<name>` be the module at `module_path`, which is imported when it is first asked for."""
    _registered[name] = module_path


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return import_module(f"{__name__}.{name}")
    if name in _registered:
        return import_module(_registered[name])
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["from_source", "ir", "ir_module", "parser", "register_dialect", "relax", "tir", "tirx", "ty"]
