"""Counting how often nodes of one kind are looked at: a law about work that does not depend on the machine."""

from __future__ import annotations

from collections.abc import Callable

import pytest


class Looks:
    """The number of times at which the parts of nodes of this kind were asked for; past `most`, each further one fails."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, kind: type, most: int) -> None:
        self.kind, self.most, self.count = kind, most, 0
        for name in ("children", "map_children"):
            monkeypatch.setattr(kind, name, self._counting(getattr(kind, name)))

    def _counting(self, look: Callable[..., object]) -> Callable[..., object]:
        def counting(*arguments: object) -> object:
            self.count += 1
            self.check()
            return look(*arguments)

        return counting

    def check(self) -> None:
        """Fail if there were too many, also where somebody caught the failure."""
        assert self.count <= self.most, f"`{self.kind.__name__}` was looked at more than {self.most} times"
