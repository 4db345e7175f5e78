"""Helpers that programs written for TVM import beside the compiler."""

from __future__ import annotations

from tilewright.contrib import cc, utils

__all__ = ["cc", "utils"]
