"""The addresses of the project. A maintainer fills them in here; `.ci/metadata.py`, the site and the tests read them."""

from __future__ import annotations

SITE = "https://tilewright.github.io/tilewright/"
REPOSITORY = "https://github.com/tilewright/tilewright"


def help_address(code: str) -> str:
    """The page of a code in the manual."""
    return f"{SITE}diagnostics/{code}.html"
