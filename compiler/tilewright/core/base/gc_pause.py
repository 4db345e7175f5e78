"""Pausing Python's cyclic garbage collector: parsing and printing make no garbage cycles, so collections during them cost time and free nothing."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def gc_paused() -> Generator[None]:
    """Pause the cyclic GC inside the `with`; do nothing when it is off already.

    Reference counts still free memory.  Of two threads inside at once, the one that paused the GC enables it again, so that it never
    stays off.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
