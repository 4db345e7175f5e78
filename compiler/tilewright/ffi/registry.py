"""Functions known by name to compiled programs."""

from __future__ import annotations

from tilewright.core.base.registry import get_global_func, register_global_func, remove_global_func

register_func = register_global_func

__all__ = ["get_global_func", "register_func", "register_global_func", "remove_global_func"]
