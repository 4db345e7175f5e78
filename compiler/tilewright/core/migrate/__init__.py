"""Rewriting programs from one age of the language to another, keeping comments, formatting and all that is not TVMScript."""

from __future__ import annotations

from tilewright.core.migrate.rewrite import migrate

__all__ = ["migrate"]
