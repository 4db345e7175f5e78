"""The function of each port: `import tilewright` fills the table, so it imports nothing."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# By the name of the port: the module of its function, and the function's name there.
FUNCTIONS: dict[str, tuple[str, str]] = {}


def fill(functions: Mapping[str, tuple[str, str]]) -> None:
    """Say which function fills each port, by the port's name: its module and its name there.  Nothing is imported yet."""
    FUNCTIONS.update(functions)
