"""Pausing Python's cyclic garbage collector: parsing and printing make no garbage cycles, so collections during them cost time and free nothing."""

from __future__ import annotations

import gc
from contextlib import AbstractContextManager


class gc_paused(AbstractContextManager[None]):
    """Pause the cyclic GC inside the `with`; do nothing when it is off already.

    Reference counts still free memory.  Of two threads inside at once, the one that paused the GC enables it again, so that it never
    stays off.
    """

    __slots__ = ("_paused",)

    def __enter__(self) -> None:
        self._paused = gc.isenabled()
        if self._paused:
            gc.disable()

    def __exit__(self, *_: object) -> None:
        if self._paused:
            gc.enable()
