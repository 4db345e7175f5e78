"""Trials: a function run with integers in memory as numbers, and with data of a few kinds that every caller may pass: in ascending order, or all alike.

What a trial meets is no guess: an index outside of its buffer, or a `while` loop that begins an iteration as it has begun one before.  Numbers that are computed from data
are floats here, so that nothing is said of indices that data decide.  A trial ends, without a word, at what it does not understand and when it takes too long.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from tilewright.core.analysis.survey import Survey, loads_in, memory_read
from tilewright.core.ir import expr as nodes
from tilewright.core.ir import stmt as stmts
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BinaryOp, BufferLoad, Call, Cast, Expr, IntImm, Var
from tilewright.core.ir.stmt import BufferStore, For, While
from tilewright.core.ir.walk import variables_of
from tilewright.core.ops.evaluation import wrap
from tilewright.core.ops.op import CallEffectKind, Op

STEPS = 4000  # statements and loads of one trial
KINDS = (
    (1, 0),
    (-1, 0),
    (0, 1),
)  # how far the data of the next parameter lie from those of the last, and whether all are alike
FAR = 1 << 20
Number = int | float


@dataclass
class Met:
    """A mistake that a trial has met: an access with an index that lies outside, or a loop that repeats itself; `cells` are integers in memory that it depends on, with their values."""

    node: BufferLoad | BufferStore | While
    position: int = 0
    value: int = 0
    cells: dict[str, int] = field(default_factory=lambda: {})


class _End(Exception):
    """The trial ends."""


def trials(survey: Survey) -> Iterator[Met]:
    """The first mistake that each kind of data leads to."""
    if survey.has_threads or any(realize.block.iter_vars for realize, _ in survey.realizes) or survey.sizes:
        return
    for step, alike in KINDS:
        trial = _Trial(survey, step, bool(alike))
        trial.run()
        if trial.met is not None:
            yield trial.met


class _Trial:
    def __init__(self, survey: Survey, step: int, alike: bool) -> None:
        self.survey, self.step, self.alike = survey, step, alike
        self.left = STEPS
        self.met: Met | None = None
        self.memory: dict[Var, dict[tuple[Number, ...], Number | None]] = {}
        self.variables: dict[Var, Number | None] = {}
        self.behind: dict[Var, frozenset[Var]] = {}  # the memory that lets and integers in memory were computed from
        self.mentioned: dict[int, tuple[Expr, list[Var]]] = {}  # by the identities of expressions, which are kept
        self.by_data = False
        self.limited: set[Var] = set()  # memory that conditions of `while` loops compare
        parameters = list(survey.func.buffer_map.values())
        self.given = {buffer.data: position for position, buffer in enumerate(parameters)}
        for position, param in enumerate(survey.func.params, len(parameters)):
            if not param.dtype.is_handle:
                self.variables[param] = float(step * position * FAR)

    def run(self) -> None:
        """Run the function until it ends, or something is met."""
        try:
            self.statement(self.survey.func.body)
        except (_End, ArithmeticError, ValueError):
            pass

    def statement(self, stmt: Any) -> None:
        self.left -= 1
        rule = self.RULES.get(type(stmt))
        if rule is None or self.left < 0:
            raise _End
        rule(self, stmt)

    def value(self, e: Expr) -> Number | None:
        """A number; a float where data decide it, None where it is not known."""
        if isinstance(e, IntImm):
            return e.value
        if isinstance(e, Var):
            return self.variables.get(e)
        rule = self.PARTS.get(type(e))
        if rule is not None:
            return rule(self, e)
        return self._binary(e) if isinstance(e, BinaryOp) else self._unknown(e)

    def holds(self, condition: Expr) -> bool:
        found = self.value(condition)
        if found is None:
            raise _End
        self.by_data |= isinstance(found, float)
        return bool(found)

    # Statements

    def _sequence(self, stmt: stmts.SeqStmt) -> None:
        for each in stmt.seq:
            self.statement(each)

    def _inside(self, stmt: Any) -> None:
        self.statement(stmt.body)

    def _realize(self, stmt: stmts.BlockRealize) -> None:
        if self.holds(stmt.predicate):
            self.statement(stmt.block.body)

    def _if(self, stmt: stmts.IfThenElse) -> None:
        if self.holds(stmt.condition):
            self.statement(stmt.then_case)
        elif stmt.else_case is not None:
            self.statement(stmt.else_case)

    def _let(self, stmt: stmts.LetStmt) -> None:
        self.variables[stmt.var] = self.value(stmt.value)
        self.behind[stmt.var] = self._sources(stmt.value)
        self.statement(stmt.body)

    def _for(self, stmt: For) -> None:
        low, extent, step = (self.value(e) for e in (stmt.min, stmt.extent, stmt.step or IntImm("int32", 1)))
        if not isinstance(low, int) or not isinstance(extent, int) or not isinstance(step, int) or step < 1:
            raise _End
        for at in range(low, low + extent, step):
            self.variables[stmt.loop_var] = at
            self.statement(stmt.body)

    def _while(self, stmt: While) -> None:
        seen: set[tuple[object, ...]] = set()
        while True:
            found = self.value(stmt.condition)
            if found is None:
                raise _End
            self.by_data |= isinstance(found, float)
            if isinstance(found, int):
                self.limited.update(load.buffer.data for load in loads_in(stmt.condition))
            if not found:
                return
            if isinstance(found, int):
                self._repeats(stmt, seen)
            self.statement(stmt.body)

    def _repeats(self, stmt: While, seen: set[tuple[object, ...]]) -> None:
        """End the trial where the loop begins an iteration with the same memory as an earlier one."""
        if sum(map(len, self.memory.values())) > 8:
            return
        state = tuple([(data, tuple(held.items())) for data, held in self.memory.items()])
        if state in seen:
            loads = loads_in(stmt.condition)
            self.met = Met(
                stmt, cells={self._text(load): value for load in loads if (value := self._held(load)) is not None}
            )
            raise _End
        seen.add(state)

    def _evaluate(self, stmt: stmts.Evaluate) -> None:
        value = stmt.value
        if isinstance(value, Call) and (not isinstance(value.op, Op) or value.op.effect > CallEffectKind.ReadState):
            raise _End
        self.value(value)

    def _store(self, stmt: BufferStore) -> None:
        if stmt.predicate is not None:
            raise _End
        value = self.value(stmt.value)
        place = self._place(stmt)
        held = self.memory.setdefault(stmt.buffer.data, {})
        if place is None:
            raise _End
        held[place] = float(value) if value is not None and not stmt.buffer.dtype.is_integer else value
        if stmt.buffer.dtype.is_integer:
            self.behind[stmt.buffer.data] = self.behind.get(stmt.buffer.data, frozenset()) | self._sources(stmt.value)

    # Expressions

    def _load(self, e: BufferLoad) -> Number | None:
        self.left -= 1
        place = self._place(e)
        if place is None:
            return None
        held = self.memory.get(e.buffer.data, {})
        if place in held:
            return held[place]
        position = self.given.get(e.buffer.data)
        if position is None or self.survey.opaque:
            return None
        flat = 0.0
        for at, size in zip(place, e.buffer.shape):
            flat = flat * (size.value if isinstance(size, IntImm) else FAR) + at
        return position * self.step * FAR + (0.0 if self.alike else flat)

    def _place(self, node: BufferLoad | BufferStore) -> tuple[Number, ...] | None:
        found: list[Number] = []
        for position, (index, size) in enumerate(zip(node.indices, node.buffer.shape)):
            value = self.value(index)
            if value is None:
                return None
            if isinstance(value, int) and isinstance(size, IntImm) and not 0 <= value < size.value:
                self._outside(node, position, index, value)
            found.append(value)
        return tuple(found)

    def _outside(self, node: BufferLoad | BufferStore, position: int, index: Expr, value: int) -> None:
        """End the trial; what data have led to counts where the index is one that a `while` loop limits."""
        sources = self._sources(index)
        if sources and (not self.by_data or all(self._is_limited(each, set()) for each in sources)):
            loads = {self._text(load): self._held(load) for load in loads_in(index)}
            loads |= {var.name: self.variables.get(var) for var in variables_of(index)}
            self.met = Met(node, position, value, {name: at for name, at in loads.items() if isinstance(at, int)})
        raise _End

    def _is_limited(self, data: Var, seen: set[Var]) -> bool:
        if data in self.limited or data in seen:
            return True
        others = self.behind.get(data, frozenset()) - {data}
        return bool(others) and all(self._is_limited(each, {*seen, data}) for each in others)

    def _sources(self, e: Expr) -> frozenset[Var]:
        """The memory behind an expression."""
        known = self.mentioned.get(id(e))
        if known is None:
            known = self.mentioned[id(e)] = e, variables_of(e)
        return memory_read(self.survey, e).union(*[self.behind[var] for var in known[1] if var in self.behind])

    def _held(self, load: BufferLoad) -> int | None:
        place = tuple(self.value(index) for index in load.indices)
        value = self.memory.get(load.buffer.data, {}).get(place)  # pyright: ignore[reportArgumentType, reportCallIssue]
        return value if isinstance(value, int) else None

    @staticmethod
    def _text(load: BufferLoad) -> str:
        return load.span.text if load.span is not None else load.buffer.name

    def _binary(self, e: BinaryOp) -> Number | None:
        a = self.value(e.a)
        if isinstance(e, (nodes.And, nodes.Or)) and a is not None and bool(a) is isinstance(e, nodes.Or):
            return a
        b = self.value(e.b)
        if a is None or b is None or e.dtype.is_vector:
            return None
        if isinstance(a, int) and isinstance(b, int) and e.row.evaluate is not None:
            return int(e.row.evaluate(a, b, e.dtype)) if e.a.dtype.is_integer else None
        rule = _OF_DATA.get(type(e))
        return None if rule is None else float(rule(a, b))

    def _not(self, e: nodes.Not) -> Number | None:
        value = self.value(e.a)
        return None if value is None else type(value)(not value)

    def _select(self, e: nodes.Select) -> Number | None:
        return self._chosen(e.condition, e.true_value, e.false_value)

    def _chosen(self, condition: Expr, yes: Expr, no: Expr) -> Number | None:
        chosen = self.value(condition)
        value = None if chosen is None else self.value(yes if chosen else no)
        return float(value) if value is not None and isinstance(chosen, float) else value

    def _cast(self, e: Cast) -> Number | None:
        value = self.value(e.value)
        if isinstance(value, int):
            return wrap(value, e.dtype) if e.dtype.is_integer and not e.dtype.is_vector else float(value)
        return value

    def _call(self, e: Call) -> Number | None:
        name = callee_name(e)
        if name == "tir.if_then_else":
            return self._chosen(e.args[0], e.args[1], e.args[2])
        if name == "tir.likely":
            return self.value(e.args[0])
        args = [self.value(arg) for arg in e.args]
        compute = e.op.evaluate if isinstance(e.op, Op) and e.dtype.is_integer and not e.dtype.is_vector else None
        if compute is None or not all(isinstance(arg, int) for arg in args):
            return None
        return int(compute(*args, e.dtype))

    def _float(self, e: nodes.FloatImm) -> Number | None:
        return float(e.value)

    def _unknown(self, e: Expr) -> None:
        """None; what it reads is looked at."""
        for child in e.children():
            if isinstance(child, Expr):
                self.value(child)

    RULES: ClassVar[Mapping[type, Callable[[Any, Any], None]]] = {
        stmts.SeqStmt: _sequence,
        stmts.AttrStmt: _inside,
        stmts.DeclBuffer: _inside,
        stmts.Allocate: _inside,
        stmts.AssertStmt: _inside,
        stmts.BlockRealize: _realize,
        stmts.IfThenElse: _if,
        stmts.LetStmt: _let,
        For: _for,
        While: _while,
        stmts.Evaluate: _evaluate,
        BufferStore: _store,
    }
    PARTS: ClassVar[Mapping[type, Callable[[Any, Any], Number | None]]] = {
        BufferLoad: _load,
        nodes.Not: _not,
        nodes.Select: _select,
        Cast: _cast,
        Call: _call,
        nodes.FloatImm: _float,
    }


_OF_DATA: Mapping[type, Callable[[Any, Any], Any]] = {
    nodes.Add: operator.add,
    nodes.Sub: operator.sub,
    nodes.Mul: operator.mul,
    nodes.Min: min,
    nodes.Max: max,
    nodes.LT: operator.lt,
    nodes.LE: operator.le,
    nodes.GT: operator.gt,
    nodes.GE: operator.ge,
    nodes.EQ: operator.eq,
    nodes.NE: operator.ne,
    nodes.And: lambda a, b: bool(a) and bool(b),
    nodes.Or: lambda a, b: bool(a) or bool(b),
}
