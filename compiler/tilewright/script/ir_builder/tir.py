"""The builder of TensorIR; see `tilewright.core.builder.tir`."""

from __future__ import annotations

from typing import Any

from tilewright.core.builder import tir as _names


def __getattr__(name: str) -> Any:
    return getattr(_names, name)


def __dir__() -> list[str]:
    return dir(_names)
