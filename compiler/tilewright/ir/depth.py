"""Room for deep programs: each nested statement takes several frames of Python, and hundreds of nested lets are ordinary in lowered code."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager

ENOUGH = 20_000


@contextmanager
def deep() -> Generator[None]:
    """Let recursion go deep inside the `with`."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, ENOUGH))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
