"""A reading: what is found in a definition in one world, and how that is compared with what is found in another."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from tilewright.core.arith.evaluate import evaluate
from tilewright.core.base.catalogue import CATALOGUE
from tilewright.core.base.diagnostics import Diagnostic
from tilewright.core.frontend.judged_codes import FOR_SOME, OF_CHANCE, OF_DTYPES, OF_SIZES
from tilewright.core.frontend.world import World
from tilewright.core.ir.expr import EQ, NE, FloorMod, Mod
from tilewright.core.ir.walk import walk

Key = tuple[str, int, int]
Element = tuple[str | int, ...]
# A variable to which a message gives a value.
VALUE = re.compile(r"(\w+) = (-?\d+)")


@dataclass(eq=False)
class Reading:
    """The results of reading in one world; of one whose checks are made when they are asked for, `said` is what is known without them."""

    world: World
    said: list[Diagnostic]
    check: Callable[[], list[Diagnostic]] | None = None

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """All that is wrong in this world."""
        if self.check is not None:
            self.said, self.check = self.check(), None
        return self.said

    def keys(self) -> set[Key]:
        """The diagnostics by what and where they are."""
        return {key_of(found) for found in self.diagnostics}

    def elements(self) -> set[Element]:
        """The diagnostics of indices by the elements that they are of."""
        return {element_of(found) for found in self.diagnostics if found.code in FOR_SOME}


def key_of(found: Diagnostic) -> Key:
    return found.code, found.span.start, found.span.end


def element_of(found: Diagnostic) -> Element:
    """An index by the element that it is of, since sizes decide which of several is told; any other diagnostic by what and where it is."""
    if found.code != _OUTSIDE:
        return key_of(found)
    return found.code, found.span.line, *found.message.split("`")[1:2]


_OUTSIDE = CATALOGUE["index-out-of-bounds"].name


def numbers_in(world: World, paths: Collection[str]) -> list[str]:
    """The numbers that a world has in place of unknown integers, as `tile = 32`."""
    return [f"{path} = {value}" for path, value in world.asked.items() if type(value) is int and path in paths]


def at_values(found: Diagnostic, world: World, paths: Collection[str] | None = None) -> Diagnostic:
    """A diagnostic with the numbers that its message speaks of, since the text has names in their place."""
    named = set(VALUE.findall(found.message))
    numbers = numbers_in(world, world.asked.keys() if paths is None else paths)
    values = [text for text in numbers if not named.intersection(VALUE.findall(text))]
    return replace(found, message=f"{found.message} (found at {', '.join(values)})") if values else found


def shows(reading: Reading, found: Diagnostic) -> bool:
    """Whether a reading with numbers has a diagnostic, under the code that it has for numbers."""
    if key_of(found) in reading.keys():
        return True
    return any(says_in_numbers(other, found) for other in reading.diagnostics)


def says_in_numbers(found: Diagnostic, other: Diagnostic) -> bool:
    """Whether a diagnostic says of numbers what another one, at the same place, says of sizes that are equal only by chance."""
    if found.code not in OF_SIZES or other.code not in OF_CHANCE:
        return False
    return found.span.start <= other.span.end and other.span.start <= found.span.end


def demands_equality(world: World) -> bool:
    """Whether Python demands, or a condition decides, that two unknowns are equal."""
    demanded = (node for condition, holds in world.required if holds for node in walk(condition))
    denied = (node for condition, holds in world.required if not holds for node in walk(condition))
    equal = [*(each for each in demanded if isinstance(each, EQ)), *(each for each in denied if isinstance(each, NE))]
    remainders = (FloorMod, Mod)  # that a tile divides a size says nothing of two sizes
    if any(not isinstance(each.a, remainders) and not isinstance(each.b, remainders) for each in equal):
        return True
    return any(value is True and "==" in path for path, value in world.asked.items())


def is_excluded(world: World, found: Diagnostic) -> bool:
    """Whether Python refuses the values with which a mistake is shown."""
    named = {name: int(value) for name, value in VALUE.findall(found.message)}
    point = {variable: named[variable.name] for variable in world.variables if variable.name in named}
    outcomes = ((evaluate(condition, point), holds) for condition, holds in world.required)
    return any(value is not None and bool(value) is not holds for value, holds in outcomes)


def refused(reading: Reading) -> int:
    """The number of operations that refuse the data types that were chosen."""
    return sum(found.code in OF_DTYPES for found in reading.said)
