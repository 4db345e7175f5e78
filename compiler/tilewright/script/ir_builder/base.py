"""The builder and its frames."""

from __future__ import annotations

from tilewright.core.builder.frames import Frame as IRBuilderFrame
from tilewright.core.builder.frames import IRBuilder

__all__ = ["IRBuilder", "IRBuilderFrame"]
