"""Values of a script that is followed: numbers, texts and nodes are themselves; what only running the script would tell is `UNKNOWN`.

A schedule without a step is one of which only the methods are known: its program is not known, or something unknown may have changed it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.ir.expr import IntImm

if TYPE_CHECKING:
    from tilewright.core.schedule_scripts.frames import Frame
    from tilewright.core.schedule_scripts.pieces import Spot
    from tilewright.core.schedule_scripts.steps import Step

LOOP, BLOCK = "loop", "block"
LONGEST = 512  # rounds of a loop that are followed
LARGEST = 4096  # characters of a text, and values in a list with those in lists in it, that are computed with
# Values of Python that compute as they do in the script.
PLAIN = (bool, int, float, str, tuple, list, dict, range)


@dataclass(frozen=True, eq=False, slots=True)
class Handle:
    """A loop or block as a script holds it; `variable` is that of our schedule, None where the program is not known."""

    kind: str
    variable: Any = None


class Items(list[Any]):
    """A list of the script.  It is unknown once something unknown may have changed it."""

    is_unknown = False


class Table(dict[Any, Any]):
    """A dictionary of the script, as `Items`."""

    is_unknown = False


class Results(Items):
    """The results of a step, as many as there are: `call` is the text of the step, at `spot`."""

    def __init__(self, values: Iterable[Any], call: str, spot: Spot) -> None:
        super().__init__(values)
        self.call, self.spot = call, spot


@dataclass(eq=False)
class Several:
    """The results of a step where it is not known how many there are."""

    kind: str
    found: dict[int, Handle] = field(default_factory=dict[int, Handle])

    def at(self, position: int) -> Handle:
        """The one at a position, the same whenever it is asked for."""
        return self.found.setdefault(position, Handle(self.kind))


@dataclass(eq=False)
class Scheduled:
    """A schedule: the step that made its program what it is, all steps with their places, the loops and blocks that are gone, with the step that took each, and the place of the program."""

    step: Step | None
    past: list[tuple[Step, Spot]] = field(default_factory=list["tuple[Step, Spot]"])
    gone: dict[Handle, Spot] = field(default_factory=dict["Handle", "Spot"])
    program: Spot | None = None

    def copy(self) -> Scheduled:
        """A schedule of its own with the same steps."""
        return Scheduled(self.step, list(self.past), dict(self.gone), self.program)

    def lose(self) -> None:
        """Know nothing of the program any more."""
        self.step = None


@dataclass(frozen=True, eq=False, slots=True)
class Method:
    """A method of a schedule."""

    schedule: Scheduled
    name: str


@dataclass(frozen=True, eq=False, slots=True)
class Function:
    """A function or lambda of the script, with the frame in which it was defined."""

    node: ast.FunctionDef | ast.Lambda
    frame: Frame


@dataclass(frozen=True, slots=True)
class Ours:
    """A name of the library, by its path below the root: `te.compute`."""

    path: str


@dataclass(frozen=True, eq=False, slots=True)
class Native:
    """A function that may be called: one of the library that makes programs, or a method of a list of the script."""

    function: Any


class Definition:
    """A definition of the script language, read when somebody asks for it; `names` are those that it sees."""

    def __init__(self, node: ast.FunctionDef | ast.ClassDef, frame: Frame) -> None:
        self.node, self.frame = node, frame
        self.names = frame.visible()
        self.value: Any = None


def is_known(value: object) -> bool:
    """Whether a value and everything in it is known."""
    if isinstance(value, (Items, Table)) and value.is_unknown:
        return False
    return value is not UNKNOWN and not isinstance(value, Several) and all(map(is_known, parts(value)))


def is_large(value: object) -> bool:
    """Whether a text, a list or a range is so long that computing with it could take very long, or all of the memory."""
    count, pending = 0, [value]
    while pending:
        each = pending.pop()
        if isinstance(each, str):
            count += len(each)
        elif isinstance(each, range):
            count += (each.stop - each.start) // each.step
        elif isinstance(each, (list, tuple, dict)):
            count += len(each)  # pyright: ignore[reportUnknownArgumentType]
            pending += parts(each) if count <= LARGEST else ()
        if count > LARGEST:
            return True
    return False


def parts(value: object) -> Iterator[Any]:
    """The values in a list, tuple or dictionary."""
    if isinstance(value, (list, tuple)):
        yield from value  # pyright: ignore[reportUnknownVariableType]
    elif isinstance(value, dict):
        yield from value.values()  # pyright: ignore[reportUnknownVariableType]


def truth(value: Any) -> bool | None:
    """Whether a value counts as true, None where that is not known."""
    if isinstance(value, (Handle, Scheduled, Method, Function)):
        return True
    if isinstance(value, IntImm):
        return bool(value.value)
    if isinstance(value, (Items, Table)) and value.is_unknown:
        return None
    return bool(value) if value is None or isinstance(value, PLAIN) else None


def elements(value: Any) -> list[Any] | None:
    """The elements of a value that a loop runs over, None where they are not known."""
    if isinstance(value, (Items, Table)) and value.is_unknown:
        return None
    if isinstance(value, (list, tuple, range, str, dict)) and len(value) <= LONGEST:  # pyright: ignore[reportUnknownArgumentType]
        return list(value)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    return None


__all__ = [
    "BLOCK",
    "LARGEST",
    "LONGEST",
    "LOOP",
    "PLAIN",
    "Definition",
    "Function",
    "Handle",
    "Items",
    "Method",
    "Native",
    "Ours",
    "Results",
    "Scheduled",
    "Several",
    "Table",
    "elements",
    "is_known",
    "is_large",
    "parts",
    "truth",
]
