"""The requirement by which others install Tilewright: what a workflow or a hook that `tilewright init` writes asks pip for.

An installer records where a distribution came from when that is not a package index (PEP 610), and there others find it too, unless it is a folder or
a file of this machine.
"""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, distribution
from typing import Any

NAME = "tilewright"


def requirement() -> str | None:
    """The requirement for pip; None when Tilewright was installed from a local folder or file, which others cannot install."""
    origin = direct_url()
    if origin is None:
        return NAME
    if origin["url"].startswith("file:"):
        return None
    repository = origin.get("vcs_info")
    if repository is None:
        return f"{NAME} @ {origin['url']}"
    return f"{NAME} @ {repository['vcs']}+{origin['url']}@{repository['commit_id']}"


def direct_url() -> dict[str, Any] | None:
    """The URL recorded by the installer, None for a distribution from an index."""
    try:
        text = distribution(NAME).read_text("direct_url.json")
    except PackageNotFoundError:
        return None
    return json.loads(text) if text else None
