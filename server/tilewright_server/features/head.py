"""The lines that must stay first in a file: how it is started, and its encoding."""

from __future__ import annotations

import re

_HEAD = re.compile(r"(?:#!.*\r?\n)?(?:#.*coding[:=].*\r?\n)?")


def after_head(text: str) -> int:
    """The offset at which a comment about the whole file may stand."""
    head = _HEAD.match(text)
    return head.end() if head is not None else 0
