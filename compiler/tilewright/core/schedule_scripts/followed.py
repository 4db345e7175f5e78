"""The schedules of a file, followed when somebody asks what is wrong with them: other questions about the file do not wait for that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.core.base.diagnostics import Diagnostic
from tilewright.core.base.gc_pause import gc_paused
from tilewright.core.base.source import Source

if TYPE_CHECKING:
    from tilewright.core.schedule_scripts.scripts import Scripts


class Followed:
    """The schedules of one text of a file, given by its pieces and their offsets; `before` are those of an earlier text."""

    def __init__(self, pieces: Sequence[tuple[int, str]], before: Followed | None) -> None:
        self._pieces = pieces
        self._before = None if before is None else before.known()
        self._made: Scripts | None = None

    def known(self) -> Scripts | None:
        """The newest result that there is, of this text or an earlier one."""
        return self._before if self._made is None else self._made

    def diagnostics(self, whole: Source) -> tuple[Diagnostic, ...]:
        """The mistakes, in the whole file."""
        if self._made is None:
            from tilewright.core.schedule_scripts.scripts import schedules

            with gc_paused():
                self._made = schedules(self._pieces, self._before)
            self._before = None
        return self._made.diagnostics(whole)


__all__ = ["Followed"]
