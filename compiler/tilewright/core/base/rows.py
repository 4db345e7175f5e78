"""Tables made of topic files: their rows under their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypeVar


class Named(Protocol):
    """A row of a table."""

    @property
    def name(self) -> str: ...


Row = TypeVar("Row", bound=Named)
Value = TypeVar("Value")


def by_name(what: str, *topics: tuple[Row, ...]) -> dict[str, Row]:
    """The rows of all topics by name, in their order; raises `ValueError` when two have the same, `what` saying what they are."""
    table: dict[str, Row] = {}
    for topic in topics:
        for row in topic:
            if row.name in table:
                raise ValueError(f"the {what} {row.name} stands in the table twice")
            table[row.name] = row
    return table


def merged(what: str, *topics: Mapping[str, Value]) -> dict[str, Value]:
    """The values of all topics by name; raises `ValueError` when two have the same, `what` saying what they are."""
    table: dict[str, Value] = {}
    for topic in topics:
        for name, value in topic.items():
            if name in table:
                raise ValueError(f"the {what} {name} stands in the table twice")
            table[name] = value
    return table
