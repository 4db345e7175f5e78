"""The bytes of a Python file as text, and text as bytes again: its encoding, its line ends."""

from __future__ import annotations

import tokenize
from io import BytesIO

from tilewright.project.notebook import notebook_in

LARGEST = 32 * 1024 * 1024


class Unreadable(Exception):
    """A file that cannot be read as Python text; the message is a sentence without the file's name."""


def decoded(content: bytes) -> tuple[str, str]:
    """The text of a Python file with its own line ends, and its encoding; raises `Unreadable`."""
    if len(content) > LARGEST:
        raise Unreadable(f"it is larger than {LARGEST // 2**20} MB")
    try:
        encoding = tokenize.detect_encoding(BytesIO(content).readline)[0]
        return content.decode(encoding), encoding
    except (UnicodeDecodeError, SyntaxError, LookupError) as error:
        raise Unreadable("it is not UTF-8, nor in the encoding that it declares") from error


def program(content: bytes) -> str:
    """The Python in a file, with lines that end as Python's do: its text, or that of a notebook's cells; raises `Unreadable`."""
    text = decoded(content)[0]
    found = notebook_in(text)
    return plain(text) if found is None else found.program


def plain(text: str) -> str:
    """The text with lines that end as Python's do."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
