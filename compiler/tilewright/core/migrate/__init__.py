"""Rewriting programs from one dialect of the language to another, keeping comments, formatting and all that is not TVMScript."""

from __future__ import annotations

from tilewright.core.migrate.host_code import host_code
from tilewright.core.migrate.migration import (
    TARGETS,
    Migrated,
    Original,
    Refusal,
    migrate,
    migrated,
    migrated_part,
)

__all__ = ["TARGETS", "Migrated", "Original", "Refusal", "host_code", "migrate", "migrated", "migrated_part"]
