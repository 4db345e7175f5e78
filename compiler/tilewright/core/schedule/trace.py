"""Traces: the instructions that made a schedule, which can be written down, read back, and run on another program."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from tilewright.core.base.identity import Identified
from tilewright.core.dialects import DIALECTS, Dialect, default_dialect
from tilewright.core.ir.expr import Expr, FloatImm, IntImm, StringImm
from tilewright.core.ir.node import Node
from tilewright.core.schedule.instructions import BlockRV, Decision, Instruction, InstructionKind, LoopRV


class Schedule(Protocol):
    """A schedule: instructions are run as its methods, by name."""

    @property
    def trace(self) -> Trace | None: ...


Provider = Callable[[Instruction, list[Any], list[Any], Any], object]


class Trace(Identified):
    """Instructions in the order they were given; `decisions` says what those that sample chose.

    `dialect` is that of the scheduled program, in whose names the trace is written; None is that of the release in force.
    """

    def __init__(
        self,
        insts: Sequence[Instruction] = (),
        decisions: Mapping[Instruction, Decision] | None = None,
        dialect: str | None = None,
    ) -> None:
        self.dialect = dialect
        self.insts = list(insts)
        self.decisions: dict[Instruction, Decision] = dict(decisions or {})

    def get_decision(self, inst: Instruction) -> Decision | None:
        """The decision of a sampling instruction; None for any other."""
        return self.decisions.get(inst)

    def append(self, inst: Instruction, decision: Decision | None = None) -> None:
        """Add an instruction at the end."""
        self.insert(len(self.insts), inst, decision)

    def insert(self, position: int, inst: Instruction, decision: Decision | None = None) -> None:
        """Add an instruction before that of a position."""
        self.insts.insert(position, inst)
        if decision is not None:
            self.decisions[inst] = decision

    def pop(self) -> Instruction | None:
        """Take the last instruction away and give it; None when there is none, or it is a sampling one or the beginning of the postprocessing."""
        if not self.insts:
            return None
        last = self.insts.pop()
        self.decisions.pop(last, None)
        return last

    def with_decision(self, inst: Instruction, decision: Decision, remove_postproc: bool) -> Trace:
        """The same trace in which an instruction chose otherwise."""
        return Trace(list(self._kept(remove_postproc)), {**self.decisions, inst: decision}, self.dialect)

    def simplified(self, remove_postproc: bool) -> Trace:
        """The trace without the instructions whose results nothing uses and that change nothing."""
        used: set[object] = set()
        kept: list[Instruction] = []
        for inst in reversed(list(self._kept(remove_postproc))):
            if inst.kind.is_pure and not any(output in used for output in inst.outputs):
                continue
            kept.append(inst)
            used.update(_variables(inst.inputs))
        kept.reverse()
        return Trace(kept, {inst: self.decisions[inst] for inst in kept if inst in self.decisions}, self.dialect)

    def _kept(self, remove_postproc: bool) -> Iterator[Instruction]:
        for inst in self.insts:
            if remove_postproc and inst.kind.name == "EnterPostproc":
                return
            yield inst

    def apply_to_schedule(
        self, sch: Schedule, remove_postproc: bool, decision_provider: Provider | None = None
    ) -> None:
        """Run the instructions on a schedule; `decision_provider` may choose otherwise."""
        known: dict[object, object] = {}
        for inst in self._kept(remove_postproc):
            inputs = [_renamed(value, known) for value in inst.inputs]
            decision = self.decisions.get(inst)
            if decision_provider is not None:
                decision = decision_provider(inst, inputs, inst.attrs, decision)
            outputs = applied(sch, inst.kind, inputs, inst.attrs, decision)
            known.update(zip(inst.outputs, outputs))

    def as_json(self, remove_postproc: bool = False) -> list[list[object]]:
        """The trace as lists, numbers and texts: instructions as [kind, inputs, attributes, outputs], then decisions as [instruction, decision]."""
        names, steps = _Names(), self._dialect.words.steps
        insts: list[object] = []
        decisions: list[object] = []
        for at, inst in enumerate(self._kept(remove_postproc)):
            outputs = [names.new(output) for output in inst.outputs]
            inputs = [_input_json(value, names) for value in inst.inputs]
            insts.append(
                [
                    steps.get(inst.kind.name, inst.kind.name),
                    inputs,
                    [_constant_json(value) for value in inst.attrs],
                    outputs,
                ]
            )
            if inst in self.decisions:
                decisions.append([at, _plain(self.decisions[inst])])
        return [insts, decisions]

    def as_python(self, remove_postproc: bool = False) -> list[str]:
        """The calls, a line of Python each."""
        names = _Names()
        lines: list[str] = []
        for inst in self._kept(remove_postproc):
            for output in inst.outputs:
                names.new(output)
            lines.append(inst.as_python(names.known, _plain(self.decisions.get(inst)), self._dialect))
        return lines

    @property
    def _dialect(self) -> Dialect:
        return default_dialect() if self.dialect is None else DIALECTS[self.dialect]

    @staticmethod
    def apply_json_to_schedule(json_obj: object, sch: Schedule) -> None:
        """Run what `as_json` gave on a schedule. Raises `ValueError` for what it did not give."""
        insts, decisions = _parts(json_obj)
        known: dict[str, object] = {}
        for at, (name, inputs, attrs, outputs) in enumerate(insts):
            kind = InstructionKind.get(str(name))
            given = [_from_json(value, known) for value in inputs]
            made = applied(sch, kind, given, [_constant(value) for value in attrs], decisions.get(at))
            known.update(zip(outputs, made))

    def __repr__(self) -> str:
        lines = self.as_python() or ["pass"]
        body = "\n".join(f"  {line}" for line in lines)
        home = self._dialect.words.schedules
        return f"# from tvm import {home}\ndef apply_trace(sch: {home}.Schedule) -> None:\n{body}"

    __str__ = __repr__

    def _repr_html_(self) -> str:
        """The steps in colours, as notebooks show them."""
        from tilewright.core.printer.html import html

        return html(("", str(self)))

    def show(self, style: str | None = None, black_format: bool = False) -> None:
        """Print the trace, coloured where the terminal or notebook can."""
        from tilewright.core.printer.highlight import show as show_text

        show_text(str(self), style=style, black_format=black_format)


class _Names:
    """Names for random variables: b0, l1, v2, counted together."""

    def __init__(self) -> None:
        self.known: dict[object, str] = {}

    def new(self, value: object) -> str:
        letter = "b" if isinstance(value, BlockRV) else "l" if isinstance(value, LoopRV) else "v"
        return self.known.setdefault(value, f"{letter}{len(self.known)}")


def applied(
    sch: Schedule, kind: InstructionKind, inputs: list[object], attrs: list[object], decision: object
) -> list[object]:
    """The results of one instruction, run on a schedule."""
    positional, named = kind.arguments(inputs, attrs)
    if decision is not None:
        named["decision"] = decision
    result = getattr(sch, kind.method)(*positional, **named)
    if result is None:
        return []
    return list(result) if isinstance(result, (list, tuple)) else [result]


def _variables(values: Sequence[object]) -> Iterator[object]:
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from _variables(value)
        elif isinstance(value, (BlockRV, LoopRV, Expr)):
            yield value


def _renamed(value: object, known: Mapping[object, object]) -> object:
    if isinstance(value, (list, tuple)):
        return [_renamed(item, known) for item in value]
    return known.get(value, value) if isinstance(value, (BlockRV, LoopRV, Expr)) else value


def _input_json(value: object, names: _Names) -> object:
    if isinstance(value, (list, tuple)):
        return [_input_json(item, names) for item in value]
    if isinstance(value, (BlockRV, LoopRV, Expr)) and value in names.known:
        return names.known[value]
    if isinstance(value, str):
        return '"' + value + '"'  # a text, and not the name of a random variable
    return _constant_json(value)


def _constant_json(value: object) -> object:
    if isinstance(value, (bool, int, float, str)) or value is None:
        return value
    if isinstance(value, (list, tuple)):
        return [_constant_json(item) for item in value]
    if isinstance(value, Mapping):
        return {key: _constant_json(item) for key, item in value.items()}
    if isinstance(value, IntImm):
        return bool(value.value) if value.dtype == "bool" else value.value
    if isinstance(value, FloatImm):
        return value
    if isinstance(value, StringImm):
        return value.value
    if isinstance(value, Node):
        from tilewright.core.ir.json import save_json

        return {"json": save_json(value)}
    return value


def _plain(value: object) -> object:
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value.value if isinstance(value, IntImm) else value


def _from_json(value: object, known: Mapping[str, object]) -> object:
    if isinstance(value, list):
        return [_from_json(item, known) for item in value]
    if isinstance(value, str):
        if len(value) >= 2 and value[0] == value[-1] == '"':
            return value[1:-1]
        if value not in known:
            raise ValueError(f"the trace uses {value!r} before any instruction gives it")
        return known[value]
    return _constant(value)


def _constant(value: object) -> object:
    if isinstance(value, list):
        return [_constant(item) for item in value]
    if isinstance(value, dict):
        if set(value) == {"json"}:
            from tilewright.core.ir.json import load_json

            return load_json(value["json"])
        return {key: _constant(item) for key, item in value.items()}
    return value


def _parts(json_obj: object) -> tuple[list[Any], dict[int, Any]]:
    """Instructions, and decisions by position."""
    if not (isinstance(json_obj, (list, tuple)) and len(json_obj) == 2):
        raise ValueError("a trace as JSON is a list of two lists: instructions and decisions")
    insts, decisions = json_obj
    return list(insts), {int(at): decision for at, decision in decisions}


__all__ = ["Trace", "applied"]
