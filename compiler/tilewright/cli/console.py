"""The two consoles, made once; rich decides about colours and width."""

from __future__ import annotations

from functools import cache

from rich.console import Console


@cache
def stdout() -> Console:
    """Where results go."""
    return Console(soft_wrap=True)


@cache
def stderr() -> Console:
    """Where progress and complaints go."""
    return Console(stderr=True, soft_wrap=True)
