"""Python's own functions, on values of scripts: what they give, and that they change nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.ir.expr import IntImm
from tilewright.core.schedule_scripts.values import LONGEST, PLAIN, Items, Native, Table, elements, is_known, truth


def builtin(name: str) -> Any:
    """The value of a name that the script does not define."""
    if name == "__name__":
        return "__main__"
    found = _FUNCTIONS.get(name)
    return Builtin(found) if found is not None else UNKNOWN


class Builtin(Native):
    """A function of Python's own, which takes values of the script as they are."""


def _len(value: Any) -> Any:
    found = elements(value)
    return UNKNOWN if found is None else len(found)


def _range(*ends: Any) -> Any:
    numbers = [each.value if isinstance(each, IntImm) else each for each in ends]
    return range(*numbers) if all(isinstance(each, int) for each in numbers) else UNKNOWN


def _items(value: Any = ()) -> Any:
    found = elements(value)
    made = Items(found or ())
    made.is_unknown = found is None
    return made


def _tuple(value: Any = ()) -> Any:
    found = elements(value)
    return UNKNOWN if found is None else tuple(found)


def _dict(**named: Any) -> Any:
    return Table(named)


def _enumerate(value: Any, start: Any = 0) -> Any:
    found = elements(value)
    return UNKNOWN if found is None or type(start) is not int else Items(enumerate(found, start))


def _zip(*values: Any) -> Any:
    found = [elements(each) for each in values]
    return UNKNOWN if None in found else Items(zip(*(each for each in found if each is not None)))


def _reversed(value: Any) -> Any:
    found = elements(value)
    return UNKNOWN if found is None else Items(found[::-1])


def _any(value: Any) -> Any:
    return _decided(value, any)


def _all(value: Any) -> Any:
    return _decided(value, all)


def _decided(value: Any, decide: Callable[[list[bool]], bool]) -> Any:
    held = [truth(each) for each in elements(value) or (UNKNOWN,)]
    return UNKNOWN if None in held else decide([each is True for each in held])


def _on_numbers(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that is called with plain values alone."""

    def called(*args: Any) -> Any:
        plain = all(isinstance(each, PLAIN) and is_known(each) and _is_number(each) for each in args)
        made = function(*args) if plain else UNKNOWN
        return Items(made) if isinstance(made, list) else made  # pyright: ignore[reportUnknownArgumentType]

    return called


def _is_number(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return all(isinstance(each, (int, float)) for each in value)  # pyright: ignore[reportUnknownVariableType]
    return isinstance(value, (int, float, str, range)) and (not isinstance(value, range) or len(value) <= LONGEST)


def _int(value: Any = 0) -> Any:
    number = value.value if isinstance(value, IntImm) else value
    return int(number) if isinstance(number, (int, float, str)) else UNKNOWN


def _nothing(*args: Any, **named: Any) -> None:
    """Print, or look at something."""


def _not_known(*args: Any, **named: Any) -> Any:
    return UNKNOWN


_FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {
    "len": _len,
    "range": _range,
    "list": _items,
    "tuple": _tuple,
    "dict": _dict,
    "enumerate": _enumerate,
    "zip": _zip,
    "reversed": _reversed,
    "any": _any,
    "all": _all,
    "int": _int,
    **{each.__name__: _on_numbers(each) for each in (min, max, sum, sorted, abs, float, round)},
    "print": _nothing,
    **dict.fromkeys(("isinstance", "hasattr", "type", "id", "repr", "str", "callable", "bool"), _not_known),
}

__all__ = ["Builtin", "builtin"]
