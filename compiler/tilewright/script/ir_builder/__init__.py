"""The builder of IR under the names of TVM: `IRBuilder`, and what each dialect is built with."""

from __future__ import annotations

from typing import Any

from tilewright.core.builder import module as _module
from tilewright.core.builder.frames import Frame as IRBuilderFrame
from tilewright.core.builder.frames import IRBuilder
from tilewright.script.ir_builder import ir, relax, tir, tirx

__all__ = ["IRBuilder", "IRBuilderFrame", "ir", "relax", "tir", "tirx"]


def __getattr__(name: str) -> Any:
    return getattr(_module, name)
