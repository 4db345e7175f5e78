"""JSON arrays in pieces: the text of each is kept with what it was made for, so that a long answer of which little has changed is written quickly."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Piece:
    """Some of the numbers of an array, and the text of them without brackets."""

    numbers: list[int]
    text: str = field(compare=False)

    @staticmethod
    def of(numbers: list[int]) -> Piece:
        """A piece whose text is made now."""
        return Piece(numbers, inside(numbers))


def inside(items: object) -> str:
    """The text of an array, without its brackets."""
    return json.dumps(items)[1:-1]


def array(texts: Iterable[str]) -> str:
    """The text of the array of all pieces, of which some may be empty."""
    return f"[{', '.join(filter(None, texts))}]"


def numbers(pieces: Iterable[Piece]) -> list[int]:
    """All numbers of the array."""
    return [number for piece in pieces for number in piece.numbers]
