"""Helpers that programs written for TVM import beside the compiler."""

from __future__ import annotations

from tilewright.core.contrib import cc, clang, pickle_memoize, popen_pool, utils

__all__ = ["cc", "clang", "pickle_memoize", "popen_pool", "utils"]
