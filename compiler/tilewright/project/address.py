"""The addresses at which people read about a diagnostic."""

from __future__ import annotations

SITE = "https://tilewright.github.io/tilewright/"  # as `site_url` in mkdocs.yml


def help_address(code: str) -> str:
    """The page of a code in the manual."""
    return f"{SITE}diagnostics/{code}.html"
