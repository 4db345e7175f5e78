"""A world: one choice of values for what only running a file would tell, under which its definitions are read.

In the first world an unknown integer is a variable of its own, so that extents, ranges and proofs speak of it; in others it is a number.  Flags, data types and
conditions that cannot be computed get one of their values.  A world keeps what it was asked, which statements were read in it, and which were not, and why.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from typing import Any

from tilewright.core.base.dtype import FLOAT32, INT32, DType, is_dtype
from tilewright.core.frontend.free_uses import Kind, Role, Uses
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.ir.expr import BufferLoad, Expr, Var
from tilewright.core.ir.operators import EqualOp
from tilewright.core.ir.walk import walk

Integers = Callable[[int], int]
# Line and column of a statement; of an expression with a condition, with its outcome.
Place = tuple[int, ...]
_NOTHING = Uses()
UNFIT = 1000  # divisions with remainders that a number counts for that a condition of Python's refuses
_ENDED = 100  # those that a division by zero counts for, with which Python ends: no number that was meant


@dataclass(frozen=True)
class Skipped:
    """A suite, or a side of an expression, that was not read: where it begins, and the unknowns that decided so."""

    first: Place
    asked: tuple[str, ...]


@dataclass(eq=False)
class World:
    """The choice, and what was seen under it.

    - `uses`: those of the definition that is read.
    - `choices`: the values that were chosen, by what they are of; any other unknown takes its first value.
    - `integers`: gives the n-th unknown integer, None for variables in place of numbers.
    - `factors`: gives the n-th of those that something is multiplied with or divided by, as tiles are.
    - `is_first`: what is read is written to the source map as usual.
    - `index`: gives the type of unknown integers.
    - `codes`: those of the diagnostics that are asked for, None for all.
    - `required`: conditions on unknowns that Python demands, with the outcome.
    - `quotients`: the operands of divisions that give floating-point numbers.
    - `rounds_up`: a quotient is written for numbers that its divisor does not divide.
    - `patience`: of numbers that fit each other worse than so much nothing is asked, None where something is asked of all.
    - `needed`: the names of Python on which scripts depend.
    - `is_checked`: what is read is also verified.
    """

    uses: Mapping[str, Uses]
    choices: Mapping[str, Any] = field(default_factory=lambda: {})
    integers: Integers | None = None
    factors: Integers | None = None
    is_first: bool = False
    knows: bool = True
    index: Callable[[], DType] = lambda: INT32
    asked: dict[str, Any] = field(default_factory=lambda: {})
    trail: list[str] = field(default_factory=lambda: [])
    reached: set[Place] = field(default_factory=lambda: set())
    before: frozenset[Place] = frozenset()
    skipped: list[Skipped] = field(default_factory=lambda: [])
    variables: set[Var] = field(default_factory=lambda: set())
    origins: dict[int, tuple[object, tuple[str, ...]]] = field(default_factory=lambda: {})
    quotients: dict[Var, tuple[Any, Any]] = field(default_factory=lambda: {})
    strain: int = 0
    rounds_up: bool = False
    required: list[tuple[Any, bool]] = field(default_factory=lambda: [])
    codes: frozenset[str] | None = None
    patience: int | None = None
    needed: Container[str] = ()
    is_checked: bool = True

    @property
    def is_misfit(self) -> bool:
        """Whether nothing is asked of the reading any more."""
        return self.patience is not None and self.strain > self.patience

    def value(self, path: str) -> Any:
        """The value of the unknown that is written `path`; `UNKNOWN` when its uses do not say what it is."""
        if not self.knows:
            return UNKNOWN
        if path not in self.asked:
            kind = self.uses.get(path, _NOTHING).kind(path)
            made = self.choices[path] if path in self.choices else _MAKERS[kind](self, path)
            if made is UNKNOWN:
                return UNKNOWN
            self.asked[path] = made
        self.trail.append(path)
        return self.asked[path]

    def decision(self, path: str, preferred: bool) -> bool:
        """The outcome of a condition that cannot be computed."""
        if path in self.uses:
            path = f"bool({path})"
        if path not in self.asked:
            self.asked[path] = self.choices.get(path, preferred)
        self.trail.append(path)
        return bool(self.asked[path])

    def alternatives(self, path: str) -> list[Any]:
        """The other values that an unknown may have."""
        now = self.asked.get(path)
        if isinstance(now, bool):
            return [not now]
        if type(now) is int and self.uses.get(path, _NOTHING).fixed:
            return [value for value in self.uses[path].values if value != now]
        if isinstance(now, str):
            return [value for value in self.candidates(path) if value != now]
        return []

    def candidates(self, path: str) -> list[str]:
        """The texts that an unknown may be, those that the file names first."""
        uses = self.uses.get(path, _NOTHING)
        named = [value for value in uses.values if isinstance(value, str)]
        if uses.kind(path) is Kind.DTYPE:
            named = [value for value in named if is_dtype(value)]
            return named if uses.fixed else named + [value for value in _DTYPES if value not in named]
        return named if uses.fixed else [*named, "?"]

    def of_unknowns(self, value: object) -> bool:
        """Whether a value is an expression of unknown integers and numbers alone, which Python would compute."""
        if isinstance(value, EqualOp):
            return self.of_unknowns(value.a) and self.of_unknowns(value.b)
        if not isinstance(value, Expr):
            return isinstance(value, (int, float))
        return bool(self.variables) and all(
            node in self.variables if isinstance(node, Var) else not isinstance(node, BufferLoad)
            for node in walk(value)
        )

    def has_unknowns(self, *values: object) -> bool:
        """Whether all values are of unknowns and constants alone, and one of an unknown."""
        exprs = [value for value in values if isinstance(value, Expr)]
        unknown = any(isinstance(node, Var) for value in exprs for node in walk(value))
        return unknown and all(map(self.of_unknowns, values))

    def real(self, path: str) -> Any:
        """An unknown floating-point number."""
        if self.integers is not None:
            return 0.5
        made = Var(path, FLOAT32)
        self.variables.add(made)
        return made

    def quotient(self, path: str, left: object, right: object) -> Any:
        """An unknown floating-point number that a division gives, and of which `int` and `math.ceil` make integers again."""
        made = self.real(path)
        if isinstance(made, Var) and all(
            type(each) is int or (isinstance(each, Expr) and each.dtype.is_integer) for each in (left, right)
        ):
            self.quotients[made] = left, right
        return made

    def compute(self, op: type[ast.operator], left: int, right: int) -> None:
        """Count a division by zero or one that leaves a remainder, and a difference that is no size: the numbers were probably not meant for each other."""
        if op in (ast.FloorDiv, ast.Mod):
            self.strain += _ENDED if right == 0 else left % right not in (0, right - 1)  # (n + t - 1) // t rounds up
        elif op is ast.Sub:
            self.strain += left <= right

    def originate(self, symbol: object, asked: tuple[str, ...]) -> None:
        """Remember which unknowns were asked for the value of a name."""
        self.origins[id(symbol)] = symbol, asked

    def follow(self, symbol: object) -> None:
        """Count the unknowns behind a name that is read as asked."""
        found = self.origins.get(id(symbol))
        if found is not None:
            self.trail += found[1]

    def reach(self, statement: ast.stmt, recording: bool) -> bool:
        """Remember that a statement is read; whether it is recorded: in the first world as usual, in others where no earlier one has read it."""
        place = statement.lineno, statement.col_offset
        self.reached.add(place)
        return recording or (not self.is_first and self.integers is None and place not in self.before)

    def choose(self, node: ast.IfExp, holds: bool, since: int) -> None:
        """Remember which side of an expression is computed, because of the unknowns asked since."""
        self.reached.add((node.lineno, node.col_offset, holds))
        self.skipped.append(Skipped((node.lineno, node.col_offset, not holds), tuple(self.trail[since:])))

    def skip(self, statements: list[ast.stmt], since: int) -> None:
        """Remember that a suite is not read, because of the unknowns asked since."""
        if statements:
            first = statements[0]
            self.skipped.append(Skipped((first.lineno, first.col_offset), tuple(self.trail[since:])))


def _number(world: World, path: str) -> Any:
    uses = world.uses.get(path, _NOTHING)
    if uses.fixed:
        return uses.values[0]
    numbers = world.factors if Role.FACTOR in uses.roles and world.factors is not None else world.integers
    if numbers is not None:
        chosen = world.choices
        return numbers(sum(type(value) is int and name not in chosen for name, value in world.asked.items()))
    made = Var(path, world.index())
    world.variables.add(made)
    return made


def _size(world: World, path: str) -> int:
    named = [value for value in world.uses[path].values if type(value) is int]
    if named and (world.integers is None or world.uses[path].fixed):
        return named[0]
    return 4 if world.integers is None else 8 if world.integers(1) > world.integers(0) else 2


def _text(world: World, path: str) -> Any:
    found = world.candidates(path)
    return found[0] if found != ["?"] else UNKNOWN


def _dtype(world: World, path: str) -> str:
    return world.candidates(path)[0]


def _flag(world: World, path: str) -> bool:
    return next((value for value in world.uses[path].values if isinstance(value, bool)), True)


def _several(world: World, path: str) -> tuple[Any, ...]:
    made: list[Any] = []
    for place in range(world.uses[path].count):
        made.append(world.value(f"{path}[{place}]"))
    return tuple(made)


def _opaque(world: World, path: str) -> Any:
    return UNKNOWN


_MAKERS: Mapping[Kind, Callable[[World, str], Any]] = {
    Kind.NUMBER: _number,
    Kind.SIZE: _size,
    Kind.REAL: World.real,
    Kind.FLAG: _flag,
    Kind.DTYPE: _dtype,
    Kind.TEXT: _text,
    Kind.SEVERAL: _several,
    Kind.OPAQUE: _opaque,
}
_DTYPES = ("float32", "float16", "int32", "int8")
