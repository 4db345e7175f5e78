"""A definition whose names only running it would tell is read in several worlds; what is said of it is what holds in all of them.

The first world has variables for unknown integers and writes the source map.  Further ones read what the first left out, with another outcome of the conditions that
decided so.  Where something is wrong, worlds with numbers and other data types confirm it: what is an accident of one choice is not reported.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, partial
from math import lcm
from typing import Any

from tilewright.core.base.budget import OutOfBudget
from tilewright.core.base.diagnostics import Diagnostic, Severity, diagnose
from tilewright.core.base.dtype import INT32, INT64, DType
from tilewright.core.frontend.context import Context
from tilewright.core.frontend.free_uses import Role, UsesIn, parameters_of, stored_names
from tilewright.core.frontend.judged_codes import (
    FOR_SOME,
    LEFT_OUT,
    OF_ALL_SIZES,
    OF_CHANCE,
    OF_DTYPES,
    OF_INCOMPLETE_TILES,
    OF_LARGE,
    OF_LENGTHS,
    OF_NUMBERS,
    OF_QUOTIENTS,
    OF_SEVERAL,
    OF_THE_TEXT,
    OF_WIDTHS,
    RACES,
)
from tilewright.core.frontend.needed_names import NeededNames
from tilewright.core.frontend.positions import header_place
from tilewright.core.frontend.reading import (
    VALUE,
    Element,
    Key,
    Reading,
    at_values,
    demands_equality,
    element_of,
    is_excluded,
    key_of,
    numbers_in,
    refused,
    shows,
)
from tilewright.core.frontend.remainders import drops_remainders, rounds_up_anywhere
from tilewright.core.frontend.reports import Reports
from tilewright.core.frontend.sample_values import (
    DTYPES,
    ENOUGH,
    INTEGERS,
    MOST_MIXED,
    MOST_UNKNOWNS,
    OF_UNLIKE_SIZES,
    SMALL_INTEGERS,
    TILE,
    TILES,
    choices_of_sizes,
    large_or_small,
    odd,
    orders_of_sizes,
)
from tilewright.core.frontend.tree_parts import decorator_names, parts_of
from tilewright.core.frontend.world import UNFIT, Integers, Place, World
from tilewright.core.ir.expr import Var

Read = Callable[[Context], None]
# How often one definition is read at most, for what it leaves out and to confirm what is wrong.
_FURTHER = 8
_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
# A race is told with the sizes for which there is one, if there are any.
_FOR_SIZES = re.compile(r" \(for .*\)")
# A size that the text says as a number: the unknown sizes beside it are probably meant to fit.
_LITERAL_SIZE = re.compile(r"has \d+ elements?$")
# A value that is stored in a narrower type, or a variable of one.
_CONVERTED = re.compile(r" is converted to (\w+), the type of (?:the elements|`)")
# An index that is the remainder by a number.
_OF_LITERAL = re.compile(r"[\[ ]% \d+[\],]")


def read_in_worlds(context: Context, node: ast.stmt, read: Read) -> None:
    """Read a definition as often as it takes, and report what holds; a defect of ours ends the definition and not the file."""
    try:
        _read_in_worlds(context, node, read)
    except (OutOfBudget, RecursionError):
        raise
    except Exception as error:
        sentence = f"Tilewright failed here; this is a bug in Tilewright: {type(error).__name__}: {error}"
        context.report("internal-error", sentence, header_place(context.place, node))


def _read_in_worlds(context: Context, node: ast.AST, read: Read) -> None:
    readings = _Readings(context, node, read)
    first = readings.read({}, is_first=True)
    if first.world.strain >= UNFIT and context.environment.instantiation(getattr(node, "name", "")):
        return  # Python refuses the values that are given
    if not first.world.asked:
        accepted = first.diagnostics
    else:
        readings.read_further()
        accepted = [found for found in readings.accepted() if not readings.compares_computed(found)]
    for found in accepted:
        context.add(found)


def _syncs(node: ast.AST) -> bool:
    """Whether threads wait for one another in the definition."""
    names = (each.func for each in parts_of(node) if isinstance(each, ast.Call))
    return any(isinstance(each, ast.Attribute) and each.attr == "tvm_storage_sync" for each in names)


def _has_graph(node: ast.AST) -> bool:
    """Whether there is a Relax function in the definition: its sizes are int64."""
    functions = (each for each in parts_of(node) if isinstance(each, ast.FunctionDef))
    return any("function" in decorator_names(each) for each in functions)


class _Readings:
    """The readings of one definition."""

    def __init__(self, context: Context, node: ast.AST, visit: Read) -> None:
        self.context, self.node, self.visit = context, node, visit
        self.uses, self.needed = UsesIn(node), NeededNames(node)
        self._index: DType | None = None
        self.made: list[Reading] = []
        self.numbered: dict[tuple[World, int], Reading] = {}
        self.ordered: dict[tuple[World, int], Reading] = {}
        self.confirming: dict[str, tuple[list[Reading], list[Reading]]] = {}

    def index(self) -> DType:
        """The type of unknown integers; most definitions have none."""
        if self._index is None:
            self._index = INT64 if _has_graph(self.node) else INT32
        return self._index

    def read(
        self,
        choices: Mapping[str, Any],
        is_first: bool = False,
        integers: Integers | None = None,
        knows: bool = True,
        factors: Integers | None = None,
        codes: frozenset[str] | None = None,
        patience: int | None = None,
    ) -> Reading:
        """Read the definition in one world; what no earlier one has reached is written to the source map.  Of `codes`, if given, are the diagnostics that will be asked for; with `patience` none are of numbers that fit each other worse than that, and the reading ends there."""
        before = frozenset[Place]().union(*(made.world.reached for made in self.made))
        world = World(
            self.uses,
            choices,
            integers,
            factors,
            is_first,
            knows,
            self.index,
            before=before,
            codes=codes,
            patience=patience,
            needed=self.needed,
        )
        reading = Reading(world, self._said_in(world))
        if integers is None and factors is None:
            self.made.append(reading)
        return reading

    def _read_unchecked(self, choices: Mapping[str, Any], integers: Integers, patience: int | None = None) -> Reading:
        """Read the definition with numbers, of which it is not known yet whether they are those that fit best: checks are made where one asks for what they find."""
        codes = self._asked_for()
        world = World(
            self.uses, choices, integers, index=self.index, patience=patience, needed=self.needed, is_checked=False
        )
        return Reading(world, self._said_in(world), lambda: self.read(choices, False, integers, codes=codes).said)

    def _said_in(self, world: World) -> list[Diagnostic]:
        reports = Reports(self.context.source, self.context.reports.silenced)
        inner = self.context.derived(world=world, reports=reports)
        if world.is_first:
            self.visit(inner)
        else:
            with self.context.recorder.read_again():
                self.visit(inner)
        return reports.diagnostics

    def read_further(self) -> None:
        """Read what the conditions of the first world left out; in the end what no choice reaches, as far as it can be understood without one."""
        tried: set[tuple[tuple[str, Any], ...]] = set()
        for _ in range(_FURTHER):
            choices = next((c for c in self._other_choices() if tuple(sorted(c.items(), key=repr)) not in tried), None)
            if choices is None:
                break
            tried.add(tuple(sorted(choices.items(), key=repr)))
            self.read(choices)
        if self._unreached():
            self.read({}, knows=False)

    def _unreached(self) -> list[tuple[World, Any]]:
        reached = set[Place]().union(*(made.world.reached for made in self.made))
        return [
            (made.world, skipped)
            for made in self.made
            for skipped in made.world.skipped
            if skipped.first not in reached
        ]

    def _other_choices(self) -> Iterator[dict[str, Any]]:
        for world, skipped in self._unreached():
            for path in dict.fromkeys(reversed(skipped.asked)):
                for value in world.alternatives(path):
                    yield {**world.choices, path: value}

    # What holds

    def accepted(self) -> Iterator[Diagnostic]:
        """The diagnostics that hold in every world that reaches them, and those that hold whenever one condition does."""
        seen: set[Key] = set()
        yield from self._of_all_numbers(seen)
        yield from self._of_tiles(seen)
        yield from self._of_all_sizes(seen)
        yield from self._of_remainders(seen)
        yield from self._of_incomplete_tiles(seen)
        for reading in self.made:
            for found in reading.diagnostics:
                if key_of(found) in seen or not self._is_confirmed(reading, found):
                    continue
                seen.add(key_of(found))
                if found.code in OF_THE_TEXT:
                    yield found
                    continue
                told = self._as_told(found)
                if told is not None:
                    yield self._with_samples(told, reading.world)

    def compares_computed(self, found: Diagnostic) -> bool:
        """Whether a mistake is one of a number that Python computes from others, in a way that is not known, beside another unknown: the two may fit each other."""
        if found.code not in OF_ALL_SIZES:
            return False
        asked = {path for made in self.made for path, value in made.world.asked.items() if not isinstance(value, bool)}
        mentioned = {path for path in asked if re.search(rf"(?<![\w.]){re.escape(path)}(?!\w)", found.message)}
        return len(mentioned) > 1 and any(_NAME.findall(path)[0] in self._computed for path in mentioned)

    @cached_property
    def _computed(self) -> frozenset[str]:
        """The names that Python's statements of the definition assign."""
        suites = (part.body for part in ast.walk(self.node) if isinstance(part, (ast.FunctionDef, ast.ClassDef)))
        return frozenset(name.id for suite in suites for name in stored_names(suite))

    def _of_all_numbers(self, seen: set[Key]) -> Iterator[Diagnostic]:
        """The mistakes that hold for all numbers, though they could not be shown of variables."""
        first = self.made[0]
        if not any(isinstance(value, Var) for value in first.world.asked.values()):
            return
        probe = self._with_number(first.world, 0)
        known = {key for made in self.made for key in made.keys()}
        if not any(key[0] in OF_NUMBERS for key in probe.keys() - known):
            return
        worlds = self._with_numbers(first.world)[1]
        for found in worlds[0].diagnostics if len(worlds) > 1 else ():
            if (
                found.code in OF_NUMBERS
                and key_of(found) not in known
                and all(key_of(found) in made.keys() for made in worlds)
            ):
                seen.add(key_of(found))
                yield at_values(found, worlds[0].world)

    def _of_all_sizes(self, seen: set[Key]) -> Iterator[Diagnostic]:
        """The mistakes that hold whichever of the sizes are large, wherever divisors divide: those that quotients and products of variables hide."""
        first = self.made[0].world
        unknown = [*first.asked.values()]
        given = self._given(first)
        count = sum(isinstance(value, Var) for value in unknown) - len(given)
        if not 0 < count <= MOST_UNKNOWNS or any(isinstance(value, int) for value in unknown):
            return
        known = {element_of(found) for made in self.made for found in made.diagnostics} | seen
        told: dict[Element, Diagnostic] = {}
        tried = 0
        for integers, tiny in choices_of_sizes(count):
            sizes = _multiples(integers, given)
            made = self.read({**self._varied(first, 0), **given}, integers=sizes, codes=OF_ALL_SIZES, patience=0)
            if not made.world.strain:
                here = {element_of(found): found for found in made.diagnostics if found.code in OF_ALL_SIZES}
                if not tried:
                    told = {key: at_values(each, made.world) for key, each in here.items()}
                told = {key: each for key, each in told.items() if key in here or (tiny and key[0] in OF_SEVERAL)}
                tried += 1
                if not told.keys() - known:
                    return
        if tried >= ENOUGH:
            for key, found in told.items():
                if key not in known and key_of(found) not in seen:
                    seen.add(key_of(found))
                    yield found

    def _given(self, world: World) -> dict[str, int]:
        """The factors and divisors with default values, for which a definition was written: bits of a word, sizes of groups."""
        return {
            path: self.uses[path].values[0]
            for path, value in world.asked.items()
            if isinstance(value, Var) and path in self.uses and Role.FACTOR in self.uses[path].roles
            if self.uses[path].values and type(self.uses[path].values[0]) is int and self.uses[path].values[0] > 0
        }

    def _of_tiles(self, seen: set[Key]) -> Iterator[Diagnostic]:
        """The mistakes that hold for every tile that is tried and some size, which products of two variables hide."""
        first = self.made[0].world
        names = [path for path, value in first.asked.items() if isinstance(value, Var)]
        tiles = [path for path in names if path in self.uses and Role.FACTOR in self.uses[path].roles]
        if not tiles or len(tiles) == len(names):
            return
        one = self._tiled(first, TILES[0])
        likely = [found for found in one.diagnostics if self._holds_for_any_size(one, found)]
        if not likely:
            return
        other = self._tiled(first, TILES[1])
        for found in likely:
            if key_of(found) in other.keys() - seen:
                seen.add(key_of(found))
                yield at_values(found, one.world)

    def _of_remainders(self, seen: set[Key]) -> Iterator[Diagnostic]:
        """Parts of outputs that a quotient leaves out where its divisor does not divide, in definitions that say nothing of remainders."""
        first = self.made[0].world
        unknown = any(isinstance(value, Var) for value in first.asked.values())
        if not unknown or not drops_remainders(self.node) or first.required:
            return
        whole, rest = (
            self.read(self._varied(first, 0), integers=integers, factors=TILE, codes=LEFT_OUT)
            for integers in (INTEGERS[3], odd)
        )
        known = seen | whole.keys()
        for found in rest.diagnostics:
            if found.code in LEFT_OUT and key_of(found) not in known:
                values = ", ".join(numbers_in(rest.world, rest.world.asked.keys()))
                sentence = f"a quotient drops its remainder: for {values}, {found.message}; demand by `assert` that it divides, or round up and leave out what lies outside"
                seen.add(key_of(found))
                yield diagnose("dropped-remainder", sentence, found.span)
                return

    def _of_incomplete_tiles(self, seen: set[Key]) -> Iterator[Diagnostic]:
        """Syncs to which the threads beyond the end of the last tile do not come, in definitions that round up: they are written for such tiles."""
        first = self.made[0].world
        unknown = any(isinstance(value, Var) for value in first.asked.values())
        if not unknown or not _syncs(self.node) or not rounds_up_anywhere(self.node):
            return
        known = seen.union(*(made.keys() for made in self.made))
        made = self.read(self._varied(first, 0), integers=odd, factors=TILE, codes=OF_INCOMPLETE_TILES)
        for found in made.diagnostics if not made.world.strain else ():
            if found.code in OF_INCOMPLETE_TILES and key_of(found) not in known:
                seen.add(key_of(found))
                yield at_values(found, made.world)

    def _tiled(self, world: World, factors: Integers) -> Reading:
        return self.read(self._varied(world, 0), factors=factors, codes=RACES | FOR_SOME)

    def _holds_for_any_size(self, reading: Reading, found: Diagnostic) -> bool:
        """Whether a mistake that is shown for some size, in some iteration, is none of a program that takes multiples of its tiles alone."""
        if found.code in RACES:
            return not _FOR_SIZES.search(found.message)
        sizes = {variable.name for variable in reading.world.variables}
        in_iteration = not {name for name, _ in VALUE.findall(found.message)} <= sizes
        whole = "//" not in found.message and "%" not in found.message
        return whole and in_iteration and self._may_hold_for_some(reading, found)

    def _as_told(self, found: Diagnostic) -> Diagnostic | None:
        """A diagnostic with the condition under which it holds; None when no single one explains where it does not."""
        places = [made for made in self.made if made.world.knows or key_of(found) in made.keys()]
        reaching = [made for made in places if self._reaches(made, found)]
        having = [made for made in reaching if key_of(found) in made.keys()]
        if len(having) == len(reaching):
            return found
        lacking = [made for made in reaching if made not in having]
        for path, value in having[0].world.asked.items():
            if not isinstance(value, (bool, str)) or (found.code in OF_WIDTHS and not self._is_named(path, value)):
                continue
            always = all(_same(made.world.asked.get(path), value) for made in having)
            never = all(path in made.world.asked and made.world.asked[path] != value for made in lacking)
            if always and never:
                return replace(found, message=f"{found.message}, when `{path}` is {value!r}")
        return None

    def _with_samples(self, found: Diagnostic, world: World) -> Diagnostic:
        """A diagnostic of variables with the few numbers of which it speaks that stand for unknown ones, such as numbers of dimensions."""
        said = set(_NUMBER.findall(found.message))
        types = [
            path for path, value in world.asked.items() if isinstance(value, str) and f"type {value} " in found.message
        ]
        if types and _CONVERTED.search(found.message) and not self._is_named(types[0], world.asked[types[0]]):
            return replace(found, message=f"{found.message} (found at {types[0]} = {world.asked[types[0]]!r})")
        samples = {path for path, value in world.asked.items() if type(value) is int and str(value) in said}
        samples -= {path for path in samples if path in self.uses and self.uses[path].fixed}
        return at_values(found, world, samples) if samples else found

    def _is_named(self, path: str, value: bool | str) -> bool:
        """Whether the text itself names the value of an unknown."""
        return path in self.uses and value in self.uses[path].values

    def _reaches(self, reading: Reading, found: Diagnostic) -> bool:
        """Whether the innermost statement around a diagnostic is read in a world."""
        place = self._statement_at(found.span.start)
        return place is None or place in reading.world.reached

    def _statement_at(self, offset: int) -> Place | None:
        return max((start for start in self._starts() if self._offset(start) <= offset), key=self._offset, default=None)

    def _starts(self) -> set[Place]:
        reached = set[Place]().union(*(made.world.reached for made in self.made))
        return {place for place in reached if len(place) == 2}

    def _offset(self, place: Place) -> int:
        return self.context.source.offset(place[0] - self.context.first_line, place[1])

    # Confirmation

    def _is_confirmed(self, reading: Reading, found: Diagnostic) -> bool:
        """Whether a diagnostic of a world holds with numbers in place of its variables, and other data types."""
        of_quotient = found.code in OF_QUOTIENTS and found.severity is Severity.HINT
        if not reading.world.knows or found.code in OF_THE_TEXT or of_quotient:
            return True
        if found.code in OF_CHANCE and demands_equality(reading.world):
            return False
        varied, fitting = self._with_numbers(reading.world)
        numbers = varied if found.code in OF_DTYPES else fitting
        worlds = [made for made in numbers if self._reaches(made, found)]
        # A small size may be too small for what the text says in numbers, which is seldom a mistake.
        large = [made for made in worlds if made.world.integers not in SMALL_INTEGERS] or worlds
        converted = _CONVERTED.search(found.message)
        if converted is not None:
            return all(shows(made, found) or converted[1] in made.world.asked.values() for made in worlds)
        if found.code in OF_LENGTHS:
            return any(shows(made, found) for made in worlds)
        if not self._may_hold_for_some(reading, found):
            large = large if found.code in OF_LARGE | OF_SEVERAL else worlds
            return all(shows(made, found) for made in large) or self._is_in_every_order(reading, found)
        if _OF_LITERAL.search(found.message):
            # An index that the text itself limits by a number tells how many elements callers have to give.
            large = [*worlds, *(self._with_number(reading.world, at) for at in OF_UNLIKE_SIZES)]
        return any(key_of(found) in made.keys() for made in large)

    def _may_hold_for_some(self, reading: Reading, found: Diagnostic) -> bool:
        """Whether it is enough that a diagnostic holds for some numbers: when it speaks of parameters alone, which a caller chooses."""
        if found.code not in FOR_SOME or _LITERAL_SIZE.search(found.message):
            return False
        if is_excluded(reading.world, found):
            return False
        return not any(name in found.message for name in self._related(reading))

    def _is_in_every_order(self, reading: Reading, found: Diagnostic) -> bool:
        """Whether an element lies outside of its buffer whichever of the sizes is larger than another, as where its indices are exchanged."""
        count = sum(isinstance(value, Var) for value in reading.world.asked.values())
        if found.code not in FOR_SOME or not 1 < count <= MOST_UNKNOWNS:
            return False
        if not all(element_of(found) in made.elements() for made in self._with_numbers(reading.world)[0]):
            return False
        return all(element_of(found) in made.elements() for made in self._in_orders(reading.world, count))

    def _in_orders(self, world: World, count: int) -> Iterator[Reading]:
        """The readings with so many sizes in every order, each of which is made once."""
        for at, order in enumerate(orders_of_sizes(count)):
            found = self.ordered.get((world, at))
            if found is None:
                found = self.ordered[world, at] = self.read(self._varied(world, 0), integers=order, codes=FOR_SOME)
            yield found

    def _related(self, reading: Reading) -> set[str]:
        """The unknown numbers that are no parameters: what computes them may relate them to each other."""
        return {variable.name for variable in reading.world.variables} - parameters_of(self.node)

    def _with_numbers(self, world: World) -> tuple[list[Reading], list[Reading]]:
        """The readings with numbers under the same conditions, those in which the numbers fit each other best; the same with data types that no operation refuses."""
        text = repr(sorted(world.choices.items(), key=repr))
        if text not in self.confirming:
            made: list[Reading] = []
            for at in range(len(INTEGERS)):
                if at == ENOUGH and not any(reading.world.strain for reading in made):
                    break
                made.append(self._with_number(world, at))
            if any(reading.world.rounds_up for reading in made):
                made.append(self._with_number(world, len(INTEGERS)))
            given = self._given(world)
            if given and all(reading.world.strain for reading in made):
                for at in range(ENOUGH):
                    choices = {**self._varied(world, at), **given}
                    made.append(self._read_unchecked(choices, _multiples(INTEGERS[at], given)))
            if all(reading.world.strain for reading in made):
                least = min(reading.world.strain for reading in made)
                count = sum(type(value) is int for value in made[0].world.asked.values())
                made.extend(self._mixed(world, count, least))
            least = min(reading.world.strain for reading in made)
            made = [reading for reading in made if reading.world.strain == least]
            self.confirming[text] = made, self._with_fitting_types(made)
        return self.confirming[text]

    def _mixed(self, world: World, count: int, least: int) -> Iterator[Reading]:
        """Readings in which some sizes are large and the others small, up to the first in which all of them fit, of those that fit no worse than `least`: bits of a word, rows of a matrix, columns of a group."""
        for chosen in range(1, min(1 << count, MOST_MIXED)):
            made = self._read_unchecked(self._varied(world, 0), partial(large_or_small, chosen), least)
            yield made
            least = min(least, made.world.strain)
            if not made.world.strain:
                return

    def _with_number(self, world: World, at: int) -> Reading:
        """The reading with the numbers of one row, which is made once."""
        found = self.numbered.get((world, at))
        if found is None:
            integers, choices = (*INTEGERS, odd)[at], self._varied(world, at)
            if at < ENOUGH:
                found = self.read(choices, integers=integers, codes=self._asked_for())
            else:
                found = self._read_unchecked(choices, integers)
            self.numbered[world, at] = found
        return found

    def _asked_for(self) -> frozenset[str]:
        """The codes of what numbers have to confirm, or show by themselves."""
        return OF_NUMBERS.union(found.code for made in self.made for found in made.diagnostics)

    def _with_fitting_types(self, made: list[Reading]) -> list[Reading]:
        """The readings; those whose data types operations refuse are made again with types that fit best."""
        fitting = min(made, key=refused)
        least, types = refused(fitting), {path: of for path, of in fitting.world.asked.items() if isinstance(of, str)}
        return [
            self._read_unchecked({**reading.world.choices, **types}, reading.world.integers)
            if refused(reading) != least and reading.world.integers is not None
            else reading
            for reading in made
        ]

    def _varied(self, world: World, at: int) -> dict[str, Any]:
        """The choices of a world, with other data types where the text compares them with none."""
        kept = {path: value for path, value in world.asked.items() if isinstance(value, (bool, str))}
        for path in kept:
            values = self.uses[path].values if path in self.uses else []
            if isinstance(kept[path], str) and path not in world.choices and not values:
                kept[path] = DTYPES[at]
        return kept


_NAME = re.compile(r"\w+")


def _multiples(integers: Integers, given: Mapping[str, int]) -> Integers:
    """Numbers that all of the given ones divide."""
    unit = lcm(*given.values())
    return integers if unit == 1 else lambda position: unit * integers(position)


def _same(first: object, second: object) -> bool:
    return type(first) is type(second) and first == second
