"""`tilewright.tirx`: what TensorIR is called in TVM 0.25 and later.  Everything is that of `tilewright.tir`, but for `transform` and the statements that are flat there."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from tilewright import tir
from tilewright.core.builder import flat_statements as statements
from tilewright.core.builder.flat_statements import AllocBuffer as AllocBuffer
from tilewright.core.builder.flat_statements import Bind as Bind
from tilewright.core.builder.flat_statements import DeclBuffer as DeclBuffer
from tilewright.core.builder.flat_statements import SeqStmt as SeqStmt
from tilewright.core.dialects import later_imported

__all__ = [*tir.__all__]
__all__ += [name for name in statements.__all__ if name not in tir.__all__]

later_imported()


def __getattr__(name: str) -> Any:
    return import_module("tilewright.tirx.transform") if name == "transform" else getattr(tir, name)


def __dir__() -> list[str]:
    return sorted({*dir(tir), *statements.__all__, "transform"})
