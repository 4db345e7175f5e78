"""`made_once`: a `functools.cached_property` whose value is made by one thread alone.

Since Python 3.12 a cached property has no lock: two threads that ask first each make a value, and the second replaces the first.  Where the value owns
something, such as the memory of native code, the first one's is then freed while its thread uses it.
"""

from __future__ import annotations

import threading
from functools import cached_property
from typing import Any, TypeVar

Value = TypeVar("Value")


class made_once(cached_property[Value]):
    """A property that is computed when it is first asked for, once for each object; other threads wait for it."""

    def __get__(self, instance: object, owner: type[Any] | None = None) -> Any:
        if instance is None:
            return self
        assert self.attrname is not None
        cache, waiting = instance.__dict__, f"{self.attrname} is being made"
        with cache.setdefault(waiting, threading.RLock()):
            if self.attrname not in cache:
                cache[self.attrname] = self.func(instance)
        cache.pop(waiting, None)
        return cache[self.attrname]
