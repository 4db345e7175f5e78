"""Results that are kept between runs of a program, in the user's cache folder."""

from __future__ import annotations

import atexit
import functools
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tilewright.core.base.registry import PackedFunction


class Cache:
    """The results of one key, by the arguments; with `save_at_exit` they are written when the program ends."""

    def __init__(self, key: str, save_at_exit: bool) -> None:
        self.path = _folder() / key
        self.save_at_exit = save_at_exit
        self.dirty = False
        self._held: dict[Any, Any] | None = None

    @property
    def cache(self) -> dict[Any, Any]:
        """The results, read when they are first asked for."""
        if self._held is None:
            held: dict[Any, Any] = pickle.loads(self.path.read_bytes()) if self.path.exists() else {}
            self._held = held
        return self._held

    def save(self) -> None:
        """Write the results, if there are new ones."""
        if self.dirty:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_bytes(pickle.dumps(self.cache, pickle.HIGHEST_PROTOCOL))


def memoize(key: str, save_at_exit: bool = False) -> Callable[[PackedFunction], PackedFunction]:
    """Remember what a function gives for its arguments, which can be hashed; `key` names the results among those of all programs."""

    def decorate(function: PackedFunction) -> PackedFunction:
        kept = Cache(key, save_at_exit)
        if save_at_exit:
            atexit.register(kept.save)

        @functools.wraps(function)
        def remembered(*args: object, **kwargs: object) -> Any:
            asked = (args, tuple(sorted(kwargs.items())))
            if asked not in kept.cache:
                kept.cache[asked] = function(*args, **kwargs)
                kept.dirty = True
            return kept.cache[asked]

        remembered.cache = kept  # pyright: ignore[reportAttributeAccessIssue]
        return remembered

    return decorate


def _folder() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "tvm" / "pkl_memoize_py3"


__all__ = ["Cache", "memoize"]
