"""`UNKNOWN`: the value of what cannot be known.

It stands for a name that nothing defines, for the value of an expression that was diagnosed, and, in the editor, for everything that only running
the file would tell.  It absorbs: whatever is computed from it is `UNKNOWN` again and gives no diagnostic, so that one mistake is reported once.
"""

from __future__ import annotations

from typing import Any, Final, final

from tilewright.core.ir.node import Array


@final
class Unknown:
    """The type of `UNKNOWN`; there is one instance."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = Unknown()
# The name that stands where text could not be read; it means `UNKNOWN`, whatever it is assigned.
HOLE: Final = "__hole__"


class Absorbed(Exception):
    """Raised through the builder by a lambda of the script that has no value; what was built is `UNKNOWN`, and nothing more is said."""


_SEQUENCES = frozenset({list, tuple, Array})
_COLLECTIONS = _SEQUENCES | {dict, slice}


def holds_unknown(value: Any) -> bool:
    """Whether `value` is `UNKNOWN` or a list, tuple, dictionary or slice with it inside."""
    if value is UNKNOWN:
        return True
    kind = type(value)
    if kind in _SEQUENCES:
        for item in value:
            if item is UNKNOWN or (type(item) in _COLLECTIONS and holds_unknown(item)):
                return True
        return False
    if kind is dict:
        return any(holds_unknown(key) or holds_unknown(item) for key, item in value.items())
    if kind is slice:
        return value.start is UNKNOWN or value.stop is UNKNOWN or value.step is UNKNOWN
    return False
