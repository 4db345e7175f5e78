"""The Python builtins that a script may call wherever it is parsed: pure, and bounded in time and memory.  A running program's may call all."""

from __future__ import annotations

from typing import Any, Final

from tilewright.core.base.diagnostics import UserError

# A collection made while parsing has at most this many items.
LARGEST: Final = 100_000


def bounded_range(*args: Any) -> range:
    """Python's `range`, refused where it is so long that a collection of its items would be too large."""
    made = range(*args)
    if len(made) > LARGEST:
        raise UserError("too-large", f"a range of {len(made)} numbers is too long to iterate over while parsing")
    return made


def bounded_power(base: Any, exponent: Any, modulus: Any = None) -> object:
    """Python's `pow`, refused where the result would be astronomically long."""
    if modulus is None:
        check_power(base, exponent)
    return pow(base, exponent, modulus)


def check_power(base: object, exponent: object) -> None:
    """Raise `UserError` when `base ** exponent` is an integer of more than some thousand digits."""
    if isinstance(base, int) and isinstance(exponent, int) and abs(base) > 1 and exponent * base.bit_length() > 20_000:
        raise UserError("too-large", f"`{base} ** {exponent}` is too large a number")


BUILTINS: Final[dict[str, object]] = {
    **{
        function.__name__: function
        for function in (
            abs, all, any, bool, dict, divmod, enumerate, filter, float, frozenset, getattr, hasattr, int, isinstance, len, list, map, max, min,
            reversed, round, set, slice, sorted, str, sum, tuple, zip,
        )
    },
    "range": bounded_range,
    "pow": bounded_power,
}  # fmt: skip
