"""Kinds of code actions, which are a hierarchy."""

from __future__ import annotations

from collections.abc import Iterable


def wanted(kind: str, only: Iterable[str] | None) -> bool:
    """Whether an action of `kind` was asked for: parents include their children."""
    return only is None or any(kind == asked or kind.startswith(f"{asked}.") or asked == "" for asked in only)
