"""Python values inside programs: strings, numbers, lists, dicts, and the values of attributes and annotations."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from tilewright.core.printer.document import Text, bracketed, call, joined, text
from tilewright.core.printer.state import Printer


def value(printer: Printer, given: object) -> Text:
    """Text of any value that attributes hold."""
    if given is None or isinstance(given, bool):
        return text(str(given))
    if isinstance(given, str):
        return text(string(given))
    if isinstance(given, int):
        return text(str(given))
    if isinstance(given, float):
        return text(number(given))
    if isinstance(given, (tuple, list)):
        return bracketed([value(printer, item) for item in given])
    if isinstance(given, Mapping):
        return mapping(printer, given)
    if type(given) in printer.expressions:
        return printer.expr(given)
    return _other(printer, given)


def mapping(printer: Printer, given: Mapping[Any, Any]) -> Text:
    """`{key: value}`, by key."""
    items = sorted(given.items(), key=lambda item: str(item[0]))
    return text("{", joined([text(value(printer, key), ": ", value(printer, item)) for key, item in items]), "}")


def _other(printer: Printer, given: Any) -> Text:
    if hasattr(given, "export"):  # a target says itself as a dict
        return call(printer.tir("target"), value(printer, given.export()))
    if hasattr(given, "item") and getattr(given, "ndim", None) == 0:
        return value(printer, given.item())
    return printer.add_metadata(metadata_kind(given), given)


def metadata_kind(given: object) -> str:
    """The name under which values like this stand in the metadata."""
    return "ffi.Tensor" if hasattr(given, "shape") else type(given).__name__


def string(given: str) -> str:
    """A string literal in double quotes; line ends and what cannot be printed are escaped."""
    if given.isprintable() and '"' not in given and "\\" not in given:
        return f'"{given}"'
    return '"' + "".join([_ESCAPES.get(letter) or _visible(letter) for letter in given]) + '"'


def _visible(letter: str) -> str:
    if letter.isprintable():
        return letter
    code = ord(letter)
    return f"\\x{code:02X}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def number(given: float) -> str:
    """A float literal: whole numbers in full, others with 17 digits, enough to read the same float back; infinities and not-a-number are strings."""
    if not math.isfinite(given):
        return f'"{given}"'
    return f"{given:.1f}" if given.is_integer() else f"{given:.17g}"
