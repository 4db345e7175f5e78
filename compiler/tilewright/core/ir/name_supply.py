"""`UniqueNameSupply`: names that were not given before."""

from __future__ import annotations

import re


class UniqueNameSupply:
    """Gives names, each once; with a `prefix` they begin with it and an underscore."""

    def __init__(self, prefix: str = "") -> None:
        self.prefix = prefix
        self._last: dict[str, int] = {}

    def fresh_name(self, name: str, add_prefix: bool = True, add_underscore: bool = True) -> str:
        """`name`, with a number behind it where it is taken; characters that no name has become underscores."""
        wanted = re.sub(r"\W", "_", self._prefixed(name, add_prefix))
        if wanted not in self._last:
            self._last[wanted] = 0
            return wanted
        stem, number = wanted + ("_" if add_underscore else ""), self._last[wanted]
        while (given := f"{stem}{(number := number + 1)}") in self._last:
            pass
        self._last[wanted] = number
        self._last[given] = 0
        return given

    def reserve_name(self, name: str, add_prefix: bool = True) -> str:
        """Take a name, so that it is not given; returns it with its prefix."""
        taken = self._prefixed(name, add_prefix)
        self._last.setdefault(taken, 0)
        return taken

    def contains_name(self, name: str, add_prefix: bool = True) -> bool:
        """Whether a name is taken."""
        return self._prefixed(name, add_prefix) in self._last

    def _prefixed(self, name: str, add_prefix: bool) -> str:
        return f"{self.prefix}_{name}" if add_prefix and self.prefix else name
