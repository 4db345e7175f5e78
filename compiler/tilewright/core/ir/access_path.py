"""Paths from a root to something inside it: `<root>.body.block.reads[0]`, as TVM writes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Step:
    """One step: `kind` is "attr" (a field), "item" (of a sequence), "key" (of a mapping) or "missing" (there is nothing there)."""

    kind: str
    key: Any = None

    def __str__(self) -> str:
        if self.kind == "attr":
            return f".{self.key}"
        if self.kind == "missing":
            return "<missing>"
        if isinstance(self.key, str):
            return f'["{self.key}"]'
        name = getattr(self.key, "name_hint", self.key)
        return f'[I.GlobalVar("{name}")]' if type(self.key).__name__ == "GlobalVar" else f"[{name}]"


@dataclass(frozen=True, slots=True)
class AccessPath:
    """Steps from a root; make it with `AccessPath.root().attr("body")`."""

    steps: tuple[Step, ...] = ()

    @staticmethod
    def root() -> AccessPath:
        """The path of the root itself."""
        return AccessPath()

    def attr(self, name: str) -> AccessPath:
        """On to a field."""
        return AccessPath((*self.steps, Step("attr", name)))

    def array_item(self, index: int) -> AccessPath:
        """On to an item of a sequence."""
        return AccessPath((*self.steps, Step("item", index)))

    def array_item_missing(self, index: int) -> AccessPath:
        """On to an item that a sequence does not have."""
        return AccessPath((*self.steps, Step("item", index), Step("missing")))

    def array_index(self, index: int) -> AccessPath:
        """`array_item` under its older name."""
        return self.array_item(index)

    def map_value(self, key: object) -> AccessPath:
        """`map_item` under its older name."""
        return self.map_item(key)

    def map_item(self, key: object) -> AccessPath:
        """On to the value of a key of a mapping."""
        return AccessPath((*self.steps, Step("key", key)))

    def map_item_missing(self, key: object) -> AccessPath:
        """On to the value of a key that a mapping does not have."""
        return AccessPath((*self.steps, Step("key", key), Step("missing")))

    def is_prefix_of(self, other: AccessPath) -> bool:
        """Whether `other` goes on from here, or ends here."""
        return self.steps == other.steps[: len(self.steps)]

    def objects(self, root: object) -> list[object]:
        """The objects along the path, the root first; ends early where a step does not exist."""
        found = [root]
        for step in self.steps:
            try:
                found.append(_follow(found[-1], step))
            except (AttributeError, LookupError, TypeError):
                break
        return found

    def __str__(self) -> str:
        return "<root>" + "".join(str(step) for step in self.steps)


def _follow(start: Any, step: Step) -> object:
    if step.kind == "attr":
        return getattr(start, step.key)
    if step.kind == "missing":
        raise LookupError("nothing is there")
    if isinstance(start, Mapping):
        return _value_of(start, step.key)
    return start[step.key]


def _value_of(mapping: Mapping[Any, object], key: object) -> object:
    """The value of a key that may be a node, which compares by identity, or the name of one."""
    for known, value in mapping.items():
        if known is key or (isinstance(key, str) and getattr(known, "name_hint", known) == key):
            return value
    raise LookupError(key)


ObjectPath = AccessPath
