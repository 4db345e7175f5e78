"""A run: one script that is followed, with what has been found in it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Container, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tilewright.core.base.budget import spend
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.schedule.tensor_intrin import TensorIntrin
from tilewright.core.schedule_scripts.frames import Frame, forget
from tilewright.core.schedule_scripts.library import Maker, NotKnown, as_argument
from tilewright.core.schedule_scripts.pieces import Mistake, Spot
from tilewright.core.schedule_scripts.steps import Step
from tilewright.core.schedule_scripts.values import is_large

MOST = 15_000  # statements and expressions that are followed in one script


class TooLong(Exception):
    """The script is too long to be followed to its end."""


class Raised(Exception):
    """The script raises an exception here, where one may be meant to be."""


class Returned(Exception):
    """A function returns."""

    def __init__(self, value: Any) -> None:
        self.value = value


class LeftLoop(Exception):
    """`break`."""


class NextRound(Exception):
    """`continue`."""


class Unsure(Exception):
    """Nothing is known of what comes next: all ways of a condition that is not known lead out of it."""


@dataclass(eq=False)
class Activity:
    """A function or loop that is being followed; it is unsure once it may have been left early."""

    is_unsure: bool = False
    changed: list[Any] = field(default_factory=list[Any])  # statements of which it is not known whether they have run


@dataclass(eq=False)
class Run:
    """The state that all frames of a script share.

    - `expressions`, `statements`: the rules for nodes of Python's syntax.
    - `earlier`: the first steps of schedules of the analysis before.
    - `programs`: the programs that have been read, by their text and what they see; `known_programs` those that were read before.
    - `defined`: the programs by identity, with the places of their names.
    - `intrinsics`: those that the script registers; `find_intrinsics` looks for more, and `may_load_intrinsics` says whether what the file imports may register others.
    - `scheduling`: the names of the functions of the file that schedule.
    - `adds_methods`: the file may give schedules further methods.
    - `calls`: the calls of functions of the script that are being followed.
    """

    expressions: Mapping[type, Callable[[Run, Frame, Any], Any]]
    statements: Mapping[type, Callable[[Run, Frame, Any], None]]
    earlier: tuple[Step, ...] = ()
    first: list[Step] = field(default_factory=list[Step])
    programs: dict[Any, Any] = field(default_factory=dict[Any, Any])
    known_programs: dict[Any, Any] = field(default_factory=dict[Any, Any])
    defined: dict[int, tuple[Any, Spot]] = field(default_factory=dict[int, tuple[Any, Spot]])
    mistakes: dict[tuple[str, int, int, int], Mistake] = field(default_factory=dict[tuple[str, int, int, int], Mistake])
    calls: list[tuple[str, Spot]] = field(default_factory=list[tuple[str, Spot]])
    functions: list[Activity] = field(default_factory=list[Activity])
    loops: list[Activity] = field(default_factory=list[Activity])
    intrinsics: dict[str, Any] = field(default_factory=dict[str, Any])
    scheduling: Container[str] = ()
    may_load_intrinsics: bool = True
    adds_methods: bool = False
    find_intrinsics: Callable[[], None] = lambda: None
    quiet: int = 0
    spent: int = 0

    def report(self, code: str, message: str, spot: Spot, *notes: tuple[str, Spot], instead: str | None = None) -> Any:
        """Report a mistake, unless it stands where an exception may be meant to be raised; its value is not known."""
        if self.quiet:
            raise Raised
        if self.calls:
            name, place = self.calls[-1]
            if spot.piece is not place.piece or spot.start > place.end:
                notes = (*notes, (f"`{name}` is called here", place))
        found = Mistake(code, message, spot, notes, instead)
        self.mistakes.setdefault(found.key, found)
        return UNKNOWN

    def register(self, values: list[Any], named: dict[str, Any], maker: Maker) -> None:
        """Know an intrinsic that the script registers."""
        names = ("name", "desc", "impl")
        given = {**dict(zip(names, values)), **named}
        try:
            name, desc, impl = (as_argument(given.get(each, UNKNOWN), maker) for each in names)
            self.intrinsics[name] = TensorIntrin(desc, impl)
        except (NotKnown, ValueError, AttributeError, TypeError):
            self.may_load_intrinsics = True  # of a name or a program that is not known

    def intrinsic(self, name: str) -> TensorIntrin | None:
        """The intrinsic of that name: one that the script registers, or one of the library that has been loaded."""
        if name not in self.intrinsics:
            self.find_intrinsics()
        return self.intrinsics.get(name) or TensorIntrin.get(name, allow_missing=True)

    @contextmanager
    def silence(self, is_needed: bool = True) -> Generator[None]:
        """Report nothing inside: a mistake ends it with `Raised`."""
        self.quiet += is_needed
        try:
            yield
        finally:
            self.quiet -= is_needed

    def spend(self) -> None:
        """Count a statement or expression; raises `TooLong` when there have been too many."""
        self.spent += 1
        spend()
        if self.spent > MOST:
            raise TooLong

    def evaluate(self, frame: Frame, node: ast.expr) -> Any:
        """The value of an expression; one that is large is not known, so that no operation takes long."""
        self.spend()
        rule = self.expressions.get(type(node))
        if rule is not None:
            value = rule(self, frame, node)
            return UNKNOWN if is_large(value) else value
        forget(frame, [node])
        return UNKNOWN

    def execute(self, frame: Frame, statements: Sequence[ast.stmt]) -> None:
        """Follow statements; raises what leads out of them."""
        for statement in statements:
            self.spend()
            rule = self.statements.get(type(statement))
            if rule is None:
                forget(frame, [statement])
            else:
                rule(self, frame, statement)


__all__ = ["Activity", "LeftLoop", "NextRound", "Raised", "Returned", "Run", "TooLong", "Unsure"]
