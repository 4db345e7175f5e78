"""Instructions: one call of a schedule's method, with what it takes and gives. The kinds are derived from the signatures of the methods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

from tilewright.core.base.identity import Identified
from tilewright.core.dialects import DIALECTS, Dialect, default_dialect, is_later
from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.expr import Expr, FloatImm, IntImm, StringImm


class BlockRV(Identified):
    """A block, as programs that schedule call it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "s_tir.SBlockRV" if is_later() else f"tir.BlockRV({id(self):#x})"


class LoopRV(Identified):
    """A loop, as programs that schedule call it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "s_tir.LoopRV" if is_later() else f"tir.LoopRV({id(self):#x})"


ExprRV = Expr
# What an instruction that samples chose: the position of a candidate or of a loop, or the factors of a tile.
Decision: TypeAlias = int | IntImm | Sequence[int | IntImm]


@dataclass(frozen=True)
class InstructionKind(Identified):
    """A method of `Schedule`: which arguments are random variables (`inputs`) and which are constants (`attrs`), and in which `order` they are written.

    An input "*loops" stands for all positional ones, "factors..." for the rest of them as a list. One that is pure changes nothing.
    """

    name: str
    method: str
    inputs: tuple[str, ...] = ()
    attrs: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    is_pure: bool = False
    gives_list: bool = False

    @staticmethod
    def get(name: str) -> InstructionKind:
        """The kind of that name; raises `ValueError` for one that there is not."""
        found = KINDS.get(_CLASSIC.get(name, name))
        if found is None:
            raise ValueError(f"there is no kind of instruction called {name!r}")
        return found

    def inputs_of(self, given: Mapping[str, object]) -> list[object]:
        """The inputs of a call, from its arguments by name."""
        found: list[object] = []
        for name in self.inputs:
            value = given[name.strip("*.")]
            if "*" in name or "..." in name:
                found += cast("Sequence[object]", value)
            else:
                found.append(value)
        return found

    def arguments(self, inputs: Sequence[object], attrs: Sequence[object]) -> tuple[list[object], dict[str, object]]:
        """The positional and the named arguments of a call."""
        positional: list[object] = []
        named: dict[str, object] = {}
        given = list(inputs)
        for name in self.inputs:
            if name.startswith("*"):
                positional, given = given, []
            elif name.endswith("..."):
                named[name[:-3]], given = given, []
            else:
                named[name] = given.pop(0)
        for name, value in zip(self.attrs, attrs):
            named[name] = value
        if self.order:
            named = {name: named[name] for name in self.order if name in named}
        return positional, named


BUFFER_SIDES = ("read", "write")


KINDS: dict[str, InstructionKind] = {}
"""The kinds by name: each method of `Schedule` that is an `instruction` has one."""
# What dialects call kinds -> the name here.
_CLASSIC = {own: name for dialect in DIALECTS.values() for name, own in dialect.words.steps.items()}


class Instruction(Identified):
    """One call: its kind, the random variables and constants it takes, and the random variables it gives."""

    __slots__ = ("attrs", "inputs", "kind", "outputs")

    def __init__(
        self, kind: InstructionKind, inputs: Sequence[object], attrs: Sequence[object], outputs: Sequence[object]
    ) -> None:
        self.kind, self.inputs, self.attrs, self.outputs = kind, list(inputs), list(attrs), list(outputs)

    def as_python(self, names: Mapping[object, str], decision: object = None, dialect: Dialect | None = None) -> str:
        """The call as a line of Python, random variables under the given names ("_" for those without), methods by those of a dialect: by default that of the release in force."""
        positional, named = self.kind.arguments(self.inputs, self.attrs)
        if named.get("consumer_blocks") == []:
            del named["consumer_blocks"]
        given = [shown(value, names) for value in positional]
        given += [f"{name}={shown(value, names)}" for name, value in named.items()]
        if decision is not None:
            given.append(f"decision={shown(decision, names)}")
        steps = (dialect or default_dialect()).words.steps
        call = f"sch.{steps.get(self.kind.method, self.kind.method)}({', '.join(given)})"
        if not self.outputs:
            return call
        left = ", ".join(names.get(output, "_") for output in self.outputs)
        return f"{left}{',' if self.gives_one_of_many else ''} = {call}"

    @property
    def gives_one_of_many(self) -> bool:
        """Whether the one random variable it gives comes in a list."""
        return len(self.outputs) == 1 and self.kind.gives_list

    def __repr__(self) -> str:
        return self.as_python({})

    __str__ = __repr__


def shown(value: object, names: Mapping[object, str]) -> str:
    """A value as Python text that makes it anew."""
    if isinstance(value, (BlockRV, LoopRV)):
        return names.get(value, "_")
    if isinstance(value, Expr) and value in names:
        return names[value]
    if isinstance(value, (IntImm, FloatImm, StringImm)):
        return _number(value)
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, tuple):
        return "(" + ", ".join(shown(item, names) for item in value) + ("," if len(value) == 1 else "") + ")"
    if isinstance(value, list):
        return "[" + ", ".join(shown(item, names) for item in value) + "]"
    if isinstance(value, (DictAttrs, dict)):
        return "{" + ", ".join(f"{shown(key, names)}: {shown(item, names)}" for key, item in value.items()) + "}"
    return repr(value)


def _number(value: IntImm | FloatImm | StringImm) -> str:
    if isinstance(value, StringImm):
        return shown(value.value, {})
    if value.dtype == "bool":
        return str(bool(value.value))
    return f"{value.value:g}" if isinstance(value, FloatImm) else str(value.value)


__all__ = ["BUFFER_SIDES", "KINDS", "BlockRV", "ExprRV", "Instruction", "InstructionKind", "LoopRV", "shown"]
