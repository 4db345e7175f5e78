"""Frames: the names of a function or module that is followed, and copies of them for what may happen or not."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Protocol

from tilewright.core.frontend.environment import MISSING
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.schedule_scripts.pieces import Piece
from tilewright.core.schedule_scripts.values import Function, Items, Method, Results, Scheduled, Table


class Outside(Protocol):
    """The names around a frame."""

    def find(self, name: str) -> Any:
        """The value of a name, `MISSING` where there is none."""
        ...

    def visible(self) -> dict[str, Any]:
        """The names with their values, as far as they have been found."""
        ...


class Frame:
    """The names of a function or of the module; `shared` leads those of `global` and `nonlocal` to the frame that has them."""

    def __init__(self, piece: Piece, outer: Outside | None, names: dict[str, Any] | None = None) -> None:
        self.piece, self.outer = piece, outer
        self.names = {} if names is None else names
        self.shared: dict[str, Frame] = {}

    def find(self, name: str) -> Any:
        """The value of a name, here or further out."""
        frame = self.shared.get(name, self)
        if name in frame.names:
            return frame.names[name]
        return MISSING if frame.outer is None else frame.outer.find(name)

    def bind(self, name: str, value: object) -> None:
        """Give a name a value."""
        self.shared.get(name, self).names[name] = value

    def share(self, name: str) -> None:
        """Let a name be that of the frame further out which has it."""
        frame = self.outer
        while isinstance(frame, Frame) and name not in frame.names and isinstance(frame.outer, Frame):
            frame = frame.outer
        if isinstance(frame, Frame):
            self.shared[name] = frame

    def visible(self) -> dict[str, Any]:
        """All names that are seen from here, those of the file that nothing has asked for yet left out."""
        return {**({} if self.outer is None else self.outer.visible()), **self.names}

    def __iter__(self) -> Iterator[Frame]:
        """This frame and those around it."""
        frame: Outside | None = self
        while isinstance(frame, Frame):
            yield frame
            frame = frame.outer


def copied(frame: Frame) -> Frame:
    """A frame in which something may be tried: what it changes is a copy."""
    return _Copy().frame(frame)


class _Copy:
    """One copy of frames and of what changes in them; a thing with two names stays one thing."""

    def __init__(self) -> None:
        self.made: dict[int, Any] = {}
        self.kept: list[object] = []

    def frame(self, frame: Frame) -> Frame:
        known = self.made.get(id(frame))
        if known is not None:
            return known
        outer = self.frame(frame.outer) if isinstance(frame.outer, Frame) else frame.outer
        made = self._keep(frame, Frame(frame.piece, outer))
        names = self.made.get(id(frame.names))
        if names is None:  # frames of the file have one table of names, each for the statements of a piece
            names = self._keep(frame.names, {})
            names.update((name, self.value(value)) for name, value in frame.names.items())
        made.names = names
        made.shared = {name: self.frame(other) for name, other in frame.shared.items()}
        return made

    def _keep(self, old: object, new: Any) -> Any:
        self.made[id(old)] = new
        self.kept.append(old)
        return new

    def value(self, value: Any) -> Any:
        if id(value) in self.made:
            return self.made[id(value)]
        if isinstance(value, Scheduled):
            return self._keep(value, value.copy())
        if isinstance(value, Results):
            return self._filled(value, Results((), value.call, value.spot))
        if isinstance(value, Items):
            return self._filled(value, Items())
        if isinstance(value, Table):
            table = self._keep(value, Table())
            table.is_unknown = value.is_unknown
            table.update((key, self.value(each)) for key, each in value.items())
            return table
        if isinstance(value, tuple):
            return tuple(self.value(each) for each in value)  # pyright: ignore[reportUnknownVariableType]
        if isinstance(value, Method):
            return Method(self.value(value.schedule), value.name)
        if isinstance(value, Function):
            return self._keep(value, Function(value.node, self.frame(value.frame)))
        return value

    def _filled(self, old: Items, new: Items) -> Items:
        self._keep(old, new)
        new.is_unknown = old.is_unknown
        new.extend(self.value(each) for each in old)
        return new


def spoil(value: object, seen: set[int] | None = None) -> None:
    """Know no longer what something unknown may have changed: schedules, lists and dictionaries, and those that functions see."""
    seen = set() if seen is None else seen
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, Scheduled):
        value.lose()
    elif isinstance(value, Method):
        value.schedule.lose()
    elif isinstance(value, (Items, Table)):
        value.is_unknown = True
        for each in value.values() if isinstance(value, Table) else value:
            spoil(each, seen)
    elif isinstance(value, tuple):
        for each in value:  # pyright: ignore[reportUnknownVariableType]
            spoil(each, seen)
    elif isinstance(value, Function):
        for name in names_in(value.node):
            spoil(value.frame.find(name), seen)


def forget(frame: Frame, nodes: list[Any]) -> None:
    """Know nothing of what statements that may run or not would change."""
    for node in nodes:
        for name in names_in(node):
            spoil(frame.find(name))
        for name in stored_in(node):
            frame.bind(name, UNKNOWN)


@lru_cache(maxsize=4096)
def names_in(node: ast.AST) -> frozenset[str]:
    """The names that a statement or expression mentions, in functions inside of it too."""
    return frozenset(part.id for part in ast.walk(node) if isinstance(part, ast.Name))


@lru_cache(maxsize=4096)
def stored_in(node: ast.AST) -> set[str]:
    """The names that a statement binds."""
    found = {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    for part in ast.walk(node):
        if isinstance(part, (ast.FunctionDef, ast.ClassDef)):
            found.add(part.name)
        elif isinstance(part, (ast.Import, ast.ImportFrom)):
            found |= {alias.asname or alias.name.partition(".")[0] for alias in part.names}
        elif isinstance(part, ast.ExceptHandler) and part.name:
            found.add(part.name)
    return found


__all__ = ["Frame", "Outside", "copied", "forget", "names_in", "spoil", "stored_in"]
