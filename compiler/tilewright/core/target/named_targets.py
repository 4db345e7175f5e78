"""Targets by the names of machines: those of the table, and those that programs add."""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.core.target import tags
from tilewright.core.target.target import Target


def register_tag(name: str, config: Mapping[str, object], override: bool = False) -> Target:
    """Let `Target(name)` be the target with these options; raises `ValueError` when the name is taken and `override` is not set."""
    tags.add(name, config, override)
    return Target(name)


def list_tags() -> dict[str, Target]:
    """All names with their targets."""
    return {name: Target(name) for name in tags.names()}
