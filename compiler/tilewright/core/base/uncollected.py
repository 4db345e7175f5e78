"""Work without Python's cycle collector: what parsing and printing make has no cycles to drop, so looking through it again and again finds nothing."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Generator[None]:
    """Let the collector rest inside, unless it does anyway.

    Reference counts still free what is dropped.  Of two threads inside at once the one that stopped the collector starts it again, so
    that it never stays off.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
