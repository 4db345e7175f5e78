"""The code of trials: Python functions that compute what the statements and expressions of a function do with numbers.

Each node is made into its function once, however often a trial runs it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tilewright.core.analysis.survey import Survey, loads_in, memory_read
from tilewright.core.arith.evaluate import HALF, OF_INDICES
from tilewright.core.base.dtype import INT32, INT64
from tilewright.core.ir import expr as nodes
from tilewright.core.ir import stmt as stmts
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BinaryOp, BufferLoad, Call, Cast, Expr, IntImm, Var
from tilewright.core.ir.stmt import BufferStore, For, While
from tilewright.core.ir.walk import variables_of
from tilewright.core.ops.evaluation import wrap
from tilewright.core.ops.op import CallEffectKind, Op

FAR = 1 << 20
Number = int | float
Element = tuple[Number, ...]


class End(Exception):
    """The trial ends."""


@dataclass
class Met:
    """A mistake that a trial has met: an access with an index that lies outside, or a loop that repeats itself; `cells` are integers in memory that it depends on, with their values."""

    node: BufferLoad | BufferStore | While
    position: int = 0
    value: int = 0
    cells: dict[str, int] = field(default_factory=lambda: {})


@dataclass(slots=True, eq=False)
class Trial:
    """The state of one trial: numbers in memory and in variables, None where they are not known, and floats where data decide them.

    `behind`: the memory that lets and integers in memory were computed from.  `limited`: the memory that conditions of `while` loops compare.  `by_data`: whether data decided a
    condition.  `left`: the steps that are left.  `step` and `alike`: the kind of data in the parameters.
    """

    step: int
    alike: bool
    left: int
    variables: dict[Var, Number | None]
    memory: dict[Var, dict[Element, Number | None]] = field(default_factory=lambda: {})
    behind: dict[Var, frozenset[Var]] = field(default_factory=lambda: {})
    limited: set[Var] = field(default_factory=lambda: set())
    by_data: bool = False
    met: Met | None = None

    def is_limited(self, data: Var, seen: set[Var]) -> bool:
        """Whether a `while` loop limits what is in memory, or all that it was computed from."""
        if data in self.limited or data in seen:
            return True
        others = self.behind.get(data, frozenset()) - {data}
        return bool(others) and all(self.is_limited(each, {*seen, data}) for each in others)


Run = Callable[[Trial], None]
Value = Callable[[Trial], Number | None]


def code_of(survey: Survey) -> Run:
    """The function of the body of the surveyed function; raises `End` where a trial has to."""
    return _Code(survey).statement(survey.func.body)


class _Code:
    """The making of the functions: what is known of the surveyed function."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self.given = {buffer.data: position for position, buffer in enumerate(survey.func.buffer_map.values())}

    def statement(self, stmt: Any) -> Run:
        rule = _STATEMENTS.get(type(stmt))
        act = _end if rule is None else rule(self, stmt)

        def run(trial: Trial) -> None:
            trial.left -= 1
            if trial.left < 0:
                raise End
            act(trial)

        return run

    def value(self, e: Expr) -> Value:
        """The function that gives a number; a float where data decide it, None where it is not known."""
        if isinstance(e, IntImm):
            number = e.value
            return lambda trial: number
        if isinstance(e, Var):
            return lambda trial: trial.variables.get(e)
        rule = _EXPRESSIONS.get(type(e))
        if rule is not None:
            return rule(self, e)
        return self._binary(e) if isinstance(e, BinaryOp) else self._unknown(e)

    def holds(self, condition: Expr) -> Callable[[Trial], bool]:
        """The function that gives whether a condition holds."""
        value = self.value(condition)

        def holds(trial: Trial) -> bool:
            found = value(trial)
            if found is None:
                raise End
            if isinstance(found, float):
                trial.by_data = True
            return bool(found)

        return holds

    def sources(self, e: Expr) -> Callable[[Trial], frozenset[Var]]:
        """The function that gives the memory behind an expression."""
        read, variables = memory_read(self.survey, e), variables_of(e)

        def sources(trial: Trial) -> frozenset[Var]:
            behind = trial.behind
            return read.union(*[behind[var] for var in variables if var in behind])

        return sources if variables else lambda trial: read

    # Statements

    def sequence(self, stmt: stmts.SeqStmt) -> Run:
        parts = [self.statement(each) for each in stmt.seq]

        def run(trial: Trial) -> None:
            for part in parts:
                part(trial)

        return run

    def inside(self, stmt: Any) -> Run:
        return self.statement(stmt.body)

    def realize(self, stmt: stmts.BlockRealize) -> Run:
        return self._conditional(stmt.predicate, stmt.block.body, None)

    def choice(self, stmt: stmts.IfThenElse) -> Run:
        return self._conditional(stmt.condition, stmt.then_case, stmt.else_case)

    def _conditional(self, condition: Expr, then: stmts.Stmt, otherwise: stmts.Stmt | None) -> Run:
        holds, yes = self.holds(condition), self.statement(then)
        no = None if otherwise is None else self.statement(otherwise)

        def run(trial: Trial) -> None:
            if holds(trial):
                yes(trial)
            elif no is not None:
                no(trial)

        return run

    def let(self, stmt: stmts.LetStmt) -> Run:
        var, value, sources, body = (
            stmt.var,
            self.value(stmt.value),
            self.sources(stmt.value),
            self.statement(stmt.body),
        )

        def run(trial: Trial) -> None:
            trial.variables[var] = value(trial)
            trial.behind[var] = sources(trial)
            body(trial)

        return run

    def loop(self, stmt: For) -> Run:
        parts = [self.value(e) for e in (stmt.min, stmt.extent, stmt.step or IntImm("int32", 1))]
        var, body = stmt.loop_var, self.statement(stmt.body)

        def run(trial: Trial) -> None:
            low, extent, step = [part(trial) for part in parts]
            if not isinstance(low, int) or not isinstance(extent, int) or not isinstance(step, int) or step < 1:
                raise End
            for at in range(low, low + extent, step):
                trial.variables[var] = at
                body(trial)

        return run

    def repeated(self, stmt: While) -> Run:
        value, body = self.value(stmt.condition), self.statement(stmt.body)
        loads = loads_in(stmt.condition)
        compared = [load.buffer.data for load in loads]

        def run(trial: Trial) -> None:
            seen: set[tuple[object, ...]] = set()
            while True:
                found = value(trial)
                if found is None:
                    raise End
                by_integers = isinstance(found, int)
                if by_integers:
                    trial.limited.update(compared)
                else:
                    trial.by_data = True
                if not found:
                    return
                if by_integers:
                    self._end_where_repeated(trial, stmt, loads, seen)
                body(trial)

        return run

    def _end_where_repeated(
        self, trial: Trial, stmt: While, loads: tuple[BufferLoad, ...], seen: set[tuple[object, ...]]
    ) -> None:
        """End the trial where the loop begins an iteration with the same memory as an earlier one."""
        if sum(map(len, trial.memory.values())) > 8:
            return
        state = tuple([(data, tuple(held.items())) for data, held in trial.memory.items()])
        if state in seen:
            cells = {_text(load): value for load in loads if (value := self._held(trial, load)) is not None}
            trial.met = Met(stmt, cells=cells)
            raise End
        seen.add(state)

    def evaluate(self, stmt: stmts.Evaluate) -> Run:
        call = stmt.value
        if isinstance(call, Call) and (not isinstance(call.op, Op) or call.op.effect > CallEffectKind.ReadState):
            return _end
        value = self.value(call)

        def run(trial: Trial) -> None:
            value(trial)

        return run

    def store(self, stmt: BufferStore) -> Run:
        if stmt.predicate is not None:
            return _end
        value, element, data = self.value(stmt.value), self._element(stmt), stmt.buffer.data
        sources, whole = self.sources(stmt.value), stmt.buffer.dtype.is_integer

        def run(trial: Trial) -> None:
            number = value(trial)
            place = element(trial)
            held = trial.memory.setdefault(data, {})
            if place is None:
                raise End
            if whole:
                held[place] = number
                trial.behind[data] = trial.behind.get(data, _NOTHING) | sources(trial)
            else:
                held[place] = None if number is None else float(number)

        return run

    # Expressions

    def load(self, e: BufferLoad) -> Value:
        data, element = e.buffer.data, self._element(e)
        position = None if self.survey.opaque else self.given.get(data)
        sizes = [size.value if isinstance(size, IntImm) else FAR for size in e.buffer.shape]

        def first(trial: Trial, place: Element) -> Number | None:
            if position is None:
                return None
            flat = 0.0
            for at, size in zip(place, sizes):
                flat = flat * size + at
            return position * trial.step * FAR + (0.0 if trial.alike else flat)

        def load(trial: Trial) -> Number | None:
            trial.left -= 1
            place = element(trial)
            if place is None:
                return None
            held = trial.memory.get(data)
            return held[place] if held is not None and place in held else first(trial, place)

        fixed = _fixed(e)
        if fixed is None:
            return load
        known: Element = fixed

        def load_fixed(trial: Trial) -> Number | None:
            trial.left -= 1
            held = trial.memory.get(data)
            return held[known] if held is not None and known in held else first(trial, known)

        return load_fixed

    def _element(self, node: BufferLoad | BufferStore) -> Callable[[Trial], Element | None]:
        """The function that gives the element that is accessed, None where it is not known; it ends the trial where an index lies outside."""
        fixed = _fixed(node)
        if fixed is not None:
            return lambda trial: fixed
        pairs = zip(node.indices, node.buffer.shape)
        parts = [(self.value(index), size.value if isinstance(size, IntImm) else None) for index, size in pairs]

        def element(trial: Trial) -> Element | None:
            found: list[Number] = []
            for value, size in parts:
                number = value(trial)
                if number is None:
                    return None
                if size is not None and isinstance(number, int) and not 0 <= number < size:
                    self._end_outside(trial, node, len(found), number)
                found.append(number)
            return tuple(found)

        return element

    def _end_outside(self, trial: Trial, node: BufferLoad | BufferStore, position: int, value: int) -> None:
        """End the trial; what data have led to counts where the index is one that a `while` loop limits."""
        index = node.indices[position]
        sources = self.sources(index)(trial)
        if sources and (not trial.by_data or all(trial.is_limited(each, set()) for each in sources)):
            loads = {_text(load): self._held(trial, load) for load in loads_in(index)}
            loads |= {var.name: trial.variables.get(var) for var in variables_of(index)}
            trial.met = Met(node, position, value, {name: at for name, at in loads.items() if isinstance(at, int)})
        raise End

    def _held(self, trial: Trial, load: BufferLoad) -> int | None:
        place = tuple([self.value(index)(trial) for index in load.indices])
        value = trial.memory.get(load.buffer.data, {}).get(place)  # pyright: ignore[reportArgumentType, reportCallIssue]
        return value if isinstance(value, int) else None

    def _binary(self, e: BinaryOp) -> Value:
        left, right, dtype = self.value(e.a), self.value(e.b), e.dtype
        kind, compute, rule = type(e), e.row.evaluate, _OF_DATA.get(type(e))
        quick = _QUICK.get(kind) if e.a.dtype is INT32 or e.a.dtype is INT64 else None
        known, whole = not dtype.is_vector, e.a.dtype.is_integer

        def binary(trial: Trial) -> Number | None:
            a, b = left(trial), right(trial)
            if a is None or b is None or not known:
                return None
            if isinstance(a, int) and isinstance(b, int):
                if quick is not None:
                    value = quick(a, b)
                    if -HALF <= value < HALF:  # most are; others may wrap around
                        return int(value)
                if compute is not None:
                    return int(compute(a, b, dtype)) if whole else None
            return None if rule is None else float(rule(a, b))

        if not isinstance(e, (nodes.And, nodes.Or)):
            return binary
        ends = isinstance(e, nodes.Or)

        def logical(trial: Trial) -> Number | None:
            a = left(trial)
            return a if a is not None and bool(a) is ends else joined(a, trial)

        def joined(a: Number | None, trial: Trial) -> Number | None:
            b = right(trial)
            if a is None or b is None or not known:
                return None
            if isinstance(a, int) and isinstance(b, int) and compute is not None:
                return int(compute(a, b, dtype)) if whole else None
            return None if rule is None else float(rule(a, b))

        return logical

    def negation(self, e: nodes.Not) -> Value:
        value = self.value(e.a)

        def negation(trial: Trial) -> Number | None:
            found = value(trial)
            return None if found is None else type(found)(not found)

        return negation

    def select(self, e: nodes.Select) -> Value:
        return self._chosen(e.condition, e.true_value, e.false_value)

    def _chosen(self, condition: Expr, yes: Expr, no: Expr) -> Value:
        chooses, values = self.value(condition), (self.value(no), self.value(yes))

        def choose(trial: Trial) -> Number | None:
            chosen = chooses(trial)
            value = None if chosen is None else values[bool(chosen)](trial)
            return float(value) if value is not None and isinstance(chosen, float) else value

        return choose

    def cast(self, e: Cast) -> Value:
        inner, dtype = self.value(e.value), e.dtype
        whole = dtype.is_integer and not dtype.is_vector

        def cast(trial: Trial) -> Number | None:
            value = inner(trial)
            if isinstance(value, int):
                return wrap(value, dtype) if whole else float(value)
            return value

        return cast

    def call(self, e: Call) -> Value:
        name = callee_name(e)
        if name == "tir.if_then_else":
            return self._chosen(e.args[0], e.args[1], e.args[2])
        if name == "tir.likely":
            return self.value(e.args[0])
        parts, dtype = [self.value(arg) for arg in e.args], e.dtype
        compute = e.op.evaluate if isinstance(e.op, Op) and dtype.is_integer and not dtype.is_vector else None

        def call(trial: Trial) -> Number | None:
            args = [part(trial) for part in parts]
            if compute is None or not all(isinstance(arg, int) for arg in args):
                return None
            return int(compute(*args, dtype))

        return call

    def number(self, e: nodes.FloatImm) -> Value:
        value = float(e.value)
        return lambda trial: value

    def _unknown(self, e: Expr) -> Value:
        """None; what it reads is looked at."""
        parts = [self.value(child) for child in e.children() if isinstance(child, Expr)]

        def unknown(trial: Trial) -> None:
            for part in parts:
                part(trial)

        return unknown


def _end(_: Trial) -> None:
    raise End


def _fixed(node: BufferLoad | BufferStore) -> Element | None:
    """The element that is accessed, where numbers inside of the buffer say which one."""
    pairs = list(zip(node.indices, node.buffer.shape))
    known = [index.value for index, size in pairs if isinstance(index, IntImm) and _is_within(index, size)]
    return tuple(known) if len(known) == len(pairs) else None


def _is_within(index: IntImm, size: Expr) -> bool:
    return not isinstance(size, IntImm) or 0 <= index.value < size.value


def _text(load: BufferLoad) -> str:
    return load.span.text if load.span is not None else load.buffer.name


_NOTHING: frozenset[Var] = frozenset()
_QUICK = {**OF_INDICES, nodes.FloorDiv: operator.floordiv, nodes.FloorMod: operator.mod}
_STATEMENTS: Mapping[type, Callable[[_Code, Any], Run]] = {
    **dict.fromkeys((stmts.AttrStmt, stmts.DeclBuffer, stmts.Allocate, stmts.AssertStmt), _Code.inside),
    stmts.SeqStmt: _Code.sequence,
    stmts.BlockRealize: _Code.realize,
    stmts.IfThenElse: _Code.choice,
    stmts.LetStmt: _Code.let,
    For: _Code.loop,
    While: _Code.repeated,
    stmts.Evaluate: _Code.evaluate,
    BufferStore: _Code.store,
}
_EXPRESSIONS: Mapping[type, Callable[[_Code, Any], Value]] = {
    BufferLoad: _Code.load,
    nodes.Not: _Code.negation,
    nodes.Select: _Code.select,
    Cast: _Code.cast,
    Call: _Code.call,
    nodes.FloatImm: _Code.number,
}
_OF_DATA: Mapping[type, Callable[[Any, Any], Any]] = {
    **OF_INDICES,
    nodes.Min: min,
    nodes.Max: max,
    nodes.And: lambda a, b: bool(a) and bool(b),
    nodes.Or: lambda a, b: bool(a) or bool(b),
}
