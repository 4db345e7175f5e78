"""The functions that a process calls first which this one starts to run functions of the program."""

from __future__ import annotations

TYPE_CHECKING = False  # `import tilewright` comes here
if TYPE_CHECKING:
    from collections.abc import Callable

# Functions without arguments, which can be pickled.
FIRST: list[Callable[[], object]] = []
