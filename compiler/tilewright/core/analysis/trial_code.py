"""The code of trials: a Python function that computes what the statements of a function do with numbers, made once and run with each kind of data.

Its text is made of our own names and of the numbers in the program, so that nothing that a user wrote is executed.  Variables are its local ones, and memory is a dictionary
for each buffer.  Numbers are int, float where data decide them, and None where they are not known; where both operands of an operator are int it is Python's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

from tilewright.core.analysis.survey import Survey, loads_in, memory_read
from tilewright.core.analysis.trial_functions import (
    FAR,
    End,
    Outside,
    Repeated,
    Zero,
    binary_of,
    call_of,
    cast_of,
    chosen_by,
    element_of,
    length,
    load_of,
    negated,
    positive_step,
    repeats,
    unknown,
)
from tilewright.core.arith.evaluate import HALF
from tilewright.core.base.dtype import INT32, INT64
from tilewright.core.ir import expr as nodes
from tilewright.core.ir import stmt as stmts
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BinaryOp, BufferLoad, Call, Cast, Expr, IntImm, Var
from tilewright.core.ir.stmt import BufferStore, For, While
from tilewright.core.ir.walk import variables_of
from tilewright.core.ops.op import CallEffectKind, Op


@dataclass(frozen=True, slots=True)
class _Name:
    """A variable of the program as a local one of the trial; `whole` where its value is an int for certain, `behind` the memory that it is computed from."""

    name: str
    whole: bool
    behind: frozenset[Var] = frozenset()


@dataclass(frozen=True, slots=True)
class _Value:
    """The text of an expression; `whole` where its value is an int for certain."""

    text: str
    whole: bool = False


_UNKNOWN: Final = _Value("None")
_ALL: Final = "ALL"  # stands in the text for the names of all memory, until these are known


class TrialCode:
    """The text of the trial, and what stands behind its names; the memory `longer` has one more element in that dimension."""

    def __init__(self, survey: Survey, longer: tuple[Var, int] | None = None) -> None:
        self.survey = survey
        self.longer = longer
        self.given = {buffer.data: position for position, buffer in enumerate(survey.func.buffer_map.values())}
        self.names: dict[str, Any] = {"End": End, "unknown": unknown, "length": length, "repeats": repeats}
        self.names |= {"Outside": Outside, "Repeated": Repeated, "Zero": Zero}
        self.variables: dict[Var, _Name] = {}
        self.memory: dict[Var, str] = {}
        self.written = {access.buffer.data for access in survey.accesses if access.is_write}
        # By the names of flags that say that they were executed: the memory that a store writes with that behind its value, and the memory that a condition compares.
        self.stores: dict[str, tuple[Var, frozenset[Var]]] = {}
        self.limits: dict[str, frozenset[Var]] = {}
        self.lines: list[str] = []
        self.numbers = count()

    def compiled(self) -> dict[str, Any]:
        """The names of the text after it was executed: `trial` is one of them."""
        scalars = enumerate(self.survey.func.params, len(self.given))
        for position, param in scalars:
            if not param.dtype.is_handle:
                name = self.local(param, False)
                self.lines.append(f"  {name} = float(base + step * {position * FAR})")
        self.suite(self.survey.func.body, 2)
        flags = [*self.stores, *self.limits, "by_data"]
        head = [
            "def trial(base, step, apart, left, decide=float):",
            f" {' = '.join(flags)} = False",
            *self._memory(),
            " try:",
        ]
        tail = [" except (Outside, Repeated, Zero) as found:", "  return locals()", " return {}"]
        text = "\n".join([*head, *self.lines, *tail]).replace(_ALL, self._stored())
        exec(compile(text, "<trial>", "exec"), self.names)
        return self.names

    def _memory(self) -> Iterator[str]:
        """Memory is empty; of data that every caller may pass, the element `at` is `first + at * apart`."""
        for data, name in self.memory.items():
            yield f" {name} = {{}}"
            yield (
                f" first_{name} = base + step * {self.given[data] * FAR}"
                if self._has_data(data)
                else f" first_{name} = None"
            )

    def _stored(self) -> str:
        """The memory that stores write to, in the text of a tuple."""
        return "".join([f"{name}, " for data, name in self.memory.items() if data in self.written])

    def _has_data(self, data: Var) -> bool:
        return data in self.given and not self.survey.opaque

    def local(self, var: Var, whole: bool, behind: frozenset[Var] = frozenset()) -> str:
        """The name of a variable from here on."""
        name = f"v{next(self.numbers)}"
        self.variables[var] = _Name(name, whole, behind)
        return name

    def place(self, data: Var) -> str:
        """The name of the dictionary of a buffer's elements."""
        return self.memory.setdefault(data, f"m{len(self.memory)}")

    def helper(self, function: object) -> str:
        """The name of a function that the text calls."""
        name = f"f{next(self.numbers)}"
        self.names[name] = function
        return name

    def sources(self, e: Expr) -> frozenset[Var]:
        """The memory behind an expression."""
        behind = [self.variables[var].behind for var in variables_of(e) if var in self.variables]
        return memory_read(self.survey, e).union(*behind)

    # Statements

    def suite(self, stmt: object, depth: int, more: int = 0) -> None:
        """A statement that may run or not, or again: it takes the steps of all that runs whenever it does."""
        self.line(depth, f"left -= {_steps(stmt) + more}")
        self.line(depth, "if left < 0: raise End")
        self.statement(stmt, depth)

    def line(self, depth: int, text: str) -> None:
        """One more line."""
        self.lines.append(" " * depth + text)

    def statement(self, stmt: object, depth: int) -> None:
        rule = _STATEMENTS.get(type(stmt))
        if rule is None:
            self.line(depth, "raise End")
        else:
            rule(self, stmt, depth)

    def sequence(self, stmt: stmts.SeqStmt, depth: int) -> None:
        for each in stmt.seq:
            self.statement(each, depth)

    def inside(self, stmt: Any, depth: int) -> None:
        self.statement(stmt.body, depth)

    def realize(self, stmt: stmts.BlockRealize, depth: int) -> None:
        if isinstance(stmt.predicate, IntImm) and stmt.predicate.value:
            self.statement(stmt.block.body, depth)
        else:
            self.conditional(stmt.predicate, stmt.block.body, None, depth)

    def choice(self, stmt: stmts.IfThenElse, depth: int) -> None:
        self.conditional(stmt.condition, stmt.then_case, stmt.else_case, depth)

    def conditional(self, condition: Expr, then: stmts.Stmt, otherwise: stmts.Stmt | None, depth: int) -> None:
        value = self.value(condition)
        if value.whole:
            self.line(depth, f"if {value.text}:")
        else:
            self.line(depth, f"c = {value.text}")
            self.line(depth, "if c is None: raise End")
            self.line(depth, "if type(c) is float: by_data, c = True, decide(c)")
            self.line(depth, "if c:")
        self.suite(then, depth + 1)
        if otherwise is not None:
            self.line(depth, "else:")
            self.suite(otherwise, depth + 1)

    def let(self, stmt: stmts.LetStmt, depth: int) -> None:
        value, behind = self.value(stmt.value), self.sources(stmt.value)
        self.line(depth, f"{self.local(stmt.var, value.whole, behind)} = {value.text}")
        self.statement(stmt.body, depth)

    def loop(self, stmt: For, depth: int) -> None:
        low, extent = (self.whole(part) for part in (stmt.min, stmt.extent))
        step = "" if stmt.step is None else f", {self.helper(positive_step)}({self.value(stmt.step).text})"
        begin = f"r{next(self.numbers)}"
        self.line(depth, f"{begin} = {low}")
        name = self.local(stmt.loop_var, True)
        self.line(depth, f"for {name} in range({begin}, {begin} + {extent}{step}):")
        self.suite(stmt.body, depth + 1)

    def whole(self, e: Expr) -> str:
        """The text of a value that has to be an int."""
        value = self.value(e)
        return value.text if value.whole else f"length({value.text})"

    def repeated(self, stmt: While, depth: int) -> None:
        number = next(self.numbers)
        self.names[f"w{number}"] = stmt
        loads = loads_in(stmt.condition)
        self.limits[f"limits{number}"] = frozenset(load.buffer.data for load in loads)
        self.line(depth, f"seen{number} = set()")
        self.line(depth, "while True:")
        self.line(depth + 1, f"c = {self.value(stmt.condition).text}")
        self.line(depth + 1, "if c is None: raise End")
        self.line(depth + 1, f"if type(c) is not float: limits{number} = True")
        self.line(depth + 1, "else: by_data, c = True, decide(c)")
        self.line(depth + 1, "if not c: break")
        self.line(depth + 1, f"if type(c) is not float: repeats(w{number}, seen{number}, ({_ALL}))")
        self.suite(stmt.body, depth + 1, len(loads))

    def evaluate(self, stmt: stmts.Evaluate, depth: int) -> None:
        call = stmt.value
        if isinstance(call, Call) and (not isinstance(call.op, Op) or call.op.effect > CallEffectKind.ReadState):
            self.line(depth, "raise End")
        else:
            self.line(depth, self.value(call).text)

    def store(self, stmt: BufferStore, depth: int) -> None:
        if stmt.predicate is not None:
            self.line(depth, "raise End")
            return
        value, data, number = self.value(stmt.value), stmt.buffer.data, next(self.numbers)
        memory, place, text = self.place(data), _fixed(stmt), value.text
        if place is None:
            text, place = f"x{number}", f"p{number}"
            self.line(depth, f"{text} = {value.text}")
            self.line(depth, f"{place} = {self.element(stmt)}")
            self.line(depth, f"if {place} is None: raise End")
        if stmt.buffer.dtype.is_integer:
            self.stores[f"stored{number}"] = data, self.sources(stmt.value)
            self.line(depth, f"{memory}[{place}] = {text}")
            self.line(depth, f"stored{number} = True")
        else:
            self.line(depth, f"x = {text}")
            self.line(depth, f"{memory}[{place}] = None if x is None else float(x)")

    # Expressions

    def value(self, e: Expr) -> _Value:
        """The text that gives a number; a float where data decide it, None where it is not known."""
        if isinstance(e, IntImm):
            return _Value(f"({int(e.value)})", True)
        if isinstance(e, Var):
            known = self.variables.get(e)
            return _UNKNOWN if known is None else _Value(known.name, known.whole)
        rule = _EXPRESSIONS.get(type(e))
        if rule is not None:
            return rule(self, e)
        return self.binary(e) if isinstance(e, BinaryOp) else self.unknown(e)

    def load(self, e: BufferLoad) -> _Value:
        memory, sizes, fixed = self.place(e.buffer.data), self.sizes(e), _fixed(e)
        has_data = self._has_data(e.buffer.data)
        if fixed is not None and not has_data:
            return _Value(f"{memory}.get({fixed})")
        slow = f"{self.helper(load_of(e, sizes))}({memory}, first_{memory}, apart"
        if len(e.indices) == 1 and sizes[0] is not None:
            index, at = self.value(e.indices[0]), f"t{next(self.numbers)}"
            first = f"first_{memory} + {at} * apart" if has_data else "None"
            fits = "" if index.whole else f"type({at}) is int and "
            fits += f"0 <= {at} < {sizes[0]}"
            first_test = fits.replace(at, f"({at} := {index.text})", 1)
            return _Value(f"({memory}.get({at}, {first}) if {first_test} else {slow}, {at}))")
        parts = "".join([f", {self.value(index).text}" for index in e.indices])
        return _Value(f"{slow}{parts})")

    def element(self, node: BufferLoad | BufferStore) -> str:
        """The text that gives the element that is accessed, None where it is not known; it ends the trial where an index lies outside."""
        return f"{self.helper(element_of(node, self.sizes(node)))}({', '.join([self.value(index).text for index in node.indices])})"

    def sizes(self, node: BufferLoad | BufferStore) -> list[int | None]:
        """The sizes of the dimensions that an access may reach, where they are numbers."""
        found = [size.value if isinstance(size, IntImm) else None for size in node.buffer.shape]
        if self.longer is not None and self.longer[0] is node.buffer.data:
            size = found[self.longer[1]]
            found[self.longer[1]] = None if size is None else size + 1
        return found

    def binary(self, e: BinaryOp) -> _Value:
        left, right = self.value(e.a), self.value(e.b)
        if e.dtype.is_vector:
            return _Value(f"unknown({left.text}, {right.text})")
        if isinstance(e, (nodes.And, nodes.Or)):
            return self.logical(e, left, right)
        sign = _SIGNS.get(type(e)) if e.a.dtype is INT32 or e.a.dtype is INT64 else None
        slow = self.helper(binary_of(e))
        if sign in ("//", "%") and not isinstance(e.b, IntImm):
            sign = None  # the divisor may be 0
        if sign is None:
            return _Value(f"{slow}({left.text}, {right.text})")
        number = next(self.numbers)
        a, b, r = (f"{letter}{number}" for letter in "tur")
        first, second = f"({a} := {left.text})", f"({b} := {right.text})"
        if isinstance(e.b, IntImm):
            b = second = right.text
        whole = left.whole and right.whole
        if isinstance(e, nodes.CmpOp):
            if whole:
                return _Value(f"({left.text} {sign} {right.text})", True)
            return _Value(f"({a} {sign} {b} if {_are_whole(first, left, second, right)} else {slow}({a}, {b}))")
        if whole:
            return _Value(f"({r} if {-HALF} <= ({r} := {first} {sign} {second}) < {HALF} else {slow}({a}, {b}))", True)
        tested = _are_whole(first, left, second, right)
        return _Value(f"({r} if {tested} and {-HALF} <= ({r} := {a} {sign} {b}) < {HALF} else {slow}({a}, {b}))")

    def logical(self, e: nodes.And | nodes.Or, left: _Value, right: _Value) -> _Value:
        """The second operand is not looked at where the first decides."""
        a, ends = f"t{next(self.numbers)}", isinstance(e, nodes.Or)
        both = f"{self.helper(binary_of(e))}({a}, {right.text})"
        decides = (
            f"bool({a} := {left.text}) is {ends}"
            if left.whole
            else f"({a} := {left.text}) is not None and bool({a}) is {ends}"
        )
        return _Value(f"({a} if {decides} else {both})", left.whole and right.whole)

    def negation(self, e: nodes.Not) -> _Value:
        value = self.value(e.a)
        return _Value(f"(not {value.text})", True) if value.whole else _Value(f"{self.helper(negated)}({value.text})")

    def select(self, e: nodes.Select) -> _Value:
        return self.chosen(e.condition, e.true_value, e.false_value)

    def chosen(self, condition: Expr, yes: Expr, no: Expr) -> _Value:
        chooses, first, second = self.value(condition), self.value(yes), self.value(no)
        if chooses.whole:
            return _Value(f"({first.text} if {chooses.text} else {second.text})", first.whole and second.whole)
        c = f"t{next(self.numbers)}"
        value = f"{self.helper(chosen_by)}({c}, {first.text} if {c} else {second.text})"
        return _Value(f"(None if ({c} := {chooses.text}) is None else {value})")

    def cast(self, e: Cast) -> _Value:
        value, whole = self.value(e.value), e.dtype.is_integer and not e.dtype.is_vector
        if value.whole and e.dtype is INT64 and e.value.dtype is INT32:
            return value
        return _Value(f"{self.helper(cast_of(e))}({value.text})", whole and value.whole)

    def call(self, e: Call) -> _Value:
        name = callee_name(e)
        if name == "tir.if_then_else":
            return self.chosen(e.args[0], e.args[1], e.args[2])
        if name == "tir.likely":
            return self.value(e.args[0])
        return _Value(f"{self.helper(call_of(e))}({', '.join([self.value(arg).text for arg in e.args])})")

    def number(self, e: nodes.FloatImm) -> _Value:
        name = f"n{next(self.numbers)}"
        self.names[name] = float(e.value)
        return _Value(name)

    def unknown(self, e: Expr) -> _Value:
        """None; what it reads is looked at."""
        parts = [self.value(child).text for child in e.children() if isinstance(child, Expr)]
        return _Value(f"unknown({', '.join(parts)})") if parts else _UNKNOWN


def _steps(stmt: Any) -> int:
    """The steps that a statement takes, without those of suites in it that may run or not: statements, and loads."""
    if isinstance(stmt, stmts.SeqStmt):
        return 1 + sum([_steps(each) for each in stmt.seq])
    own = 1 + sum([len(loads_in(part)) for part in stmt.children() if isinstance(part, Expr)])
    if isinstance(stmt, stmts.BlockRealize):
        always = isinstance(stmt.predicate, IntImm) and stmt.predicate.value
        return own + _steps(stmt.block.body) if always else own
    if isinstance(stmt, (For, While, stmts.IfThenElse)):
        return own
    body = getattr(stmt, "body", None)
    return own if body is None else own + _steps(body)


def _fixed(node: BufferLoad | BufferStore) -> str | None:
    """The text of the element that is accessed, where numbers inside of the buffer say which one."""
    pairs = list(zip(node.indices, node.buffer.shape))
    known = [index.value for index, size in pairs if isinstance(index, IntImm) and _is_within(index, size)]
    if len(known) < len(pairs):
        return None
    return str(known[0]) if len(known) == 1 else str(tuple(known))


def _is_within(index: IntImm, size: Expr) -> bool:
    return not isinstance(size, IntImm) or 0 <= index.value < size.value


def _are_whole(first: str, left: _Value, second: str, right: _Value) -> str:
    """The text of the test that both values are int; both are worked out."""
    if right.whole and ":=" not in second[:8]:
        return f"type({first}) is int"
    return f"(type({first}) is int) & (type({second}) is int)"


_SIGNS: Final[Mapping[type, str]] = {
    **{nodes.Add: "+", nodes.Sub: "-", nodes.Mul: "*", nodes.FloorDiv: "//", nodes.FloorMod: "%"},
    **{nodes.LT: "<", nodes.LE: "<=", nodes.GT: ">", nodes.GE: ">=", nodes.EQ: "==", nodes.NE: "!="},
}
_STATEMENTS: Final[Mapping[type, Callable[[TrialCode, Any, int], None]]] = {
    **dict.fromkeys((stmts.AttrStmt, stmts.DeclBuffer, stmts.Allocate, stmts.AssertStmt), TrialCode.inside),
    stmts.SeqStmt: TrialCode.sequence,
    stmts.BlockRealize: TrialCode.realize,
    stmts.IfThenElse: TrialCode.choice,
    stmts.LetStmt: TrialCode.let,
    For: TrialCode.loop,
    While: TrialCode.repeated,
    stmts.Evaluate: TrialCode.evaluate,
    BufferStore: TrialCode.store,
}
_EXPRESSIONS: Final[Mapping[type, Callable[[TrialCode, Any], _Value]]] = {
    BufferLoad: TrialCode.load,
    nodes.Not: TrialCode.negation,
    nodes.Select: TrialCode.select,
    Cast: TrialCode.cast,
    Call: TrialCode.call,
    nodes.FloatImm: TrialCode.number,
}
