"""What a process does first that this one starts to run the program's functions."""

from __future__ import annotations

TYPE_CHECKING = False  # `import tilewright` comes here
if TYPE_CHECKING:
    from collections.abc import Callable

# Functions without arguments, which can be pickled.
FIRST: list[Callable[[], object]] = []
