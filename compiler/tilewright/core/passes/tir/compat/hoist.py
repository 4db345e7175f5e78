"""Moving conditions and names out of loops in which they do not change, as TVM's `HoistExpression` does.

    for i: if c: s else: t      ->  if c: (for i: s) else: (for i: t)
    for i: let x = v in s       ->  let x = v in for i: s

A condition moves as far out as the loop whose variable it uses, past loops and the axes of threads, never past a sequence: only what concerns a whole
body is moved.  What is moved may be computed where the loop would not have run, so it neither reads memory nor can fail.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tilewright.core.arith.key import deep_equal
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import And, BinaryOp, BufferLoad, Call, Expr, IntImm, IterVar, Let, Or, Var
from tilewright.core.ir.node import Node
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import AttrStmt, BlockRealize, Evaluate, For, IfThenElse, LetStmt, SeqStmt, Stmt
from tilewright.core.ir.walk import rewrite_top_down, walk
from tilewright.core.passes.core.config import HoistedConditionals, HoistedLetBindings
from tilewright.core.passes.tir.rewriting.fresh import fresh_copy
from tilewright.core.passes.tir.rewriting.ranges import is_pure_call
from tilewright.core.passes.tir.rewriting.seq_stmt import rejoin

# Conditions that one loop is copied for; each doubles it.
_MOST = 6


def hoist(body: Stmt, conditionals: int, lets: int) -> Stmt:
    """`body` with the conditions and names of these kinds where the loops that they depend on begin."""
    survey = _Survey(conditionals)
    survey.visit(body)
    return _Hoister(survey.done, conditionals, lets).rewrite(body)


@dataclass
class _Condition:
    """A condition, how it is used, the names it needs, and whether anything is done when it does not hold."""

    value: Expr
    kind: HoistedConditionals
    over_threads: bool
    names: frozenset[Var]
    has_other: bool


@dataclass
class _Loop:
    """A loop, or an attribute that is for a variable, and what may stand in front of it."""

    variable: Var
    stmt: Stmt
    lets: list[tuple[Var, Expr, HoistedLetBindings]] = field(default_factory=list[tuple[Var, Expr, HoistedLetBindings]])
    conditions: list[_Condition] = field(default_factory=list[_Condition])
    in_sequence: bool = False


class _Survey:
    """One walk that finds the place of every condition and name."""

    def __init__(self, conditionals: int) -> None:
        self.over_threads = bool(conditionals & HoistedConditionals.UsingBlockVar)
        self.loops: list[_Loop] = []
        self.done: list[_Loop] = []
        self.loops_of: dict[Var, frozenset[Var]] = {}  # the loops on which a name depends
        self.names_of: dict[Var, frozenset[Var]] = {}  # the names on which a name depends
        self.rules: dict[type, Callable[[Any], None]] = {
            For: self._for,
            AttrStmt: self._attr,
            LetStmt: self._let_stmt,
            Let: self._let,
            SeqStmt: self._sequence,
            IfThenElse: self._if,
            Call: self._call,
            And: self._boolean,
            Or: self._boolean,
            BlockRealize: self._realize,
        }

    def visit(self, node: Node) -> None:
        rule = self.rules.get(type(node))
        if rule is not None:
            rule(node)
        else:
            self._inside(node)

    def _inside(self, node: Node) -> None:
        for child in node.children():
            self.visit(child)

    def _for(self, loop: For) -> None:
        self._running(_Loop(loop.loop_var, loop))

    def _attr(self, stmt: AttrStmt) -> None:
        variable = stmt.node.var if isinstance(stmt.node, IterVar) else stmt.node
        if isinstance(variable, Var):
            self._running(_Loop(variable, stmt))
        else:
            self._inside(stmt)

    def _running(self, loop: _Loop) -> None:
        self.loops.append(loop)
        self._inside(loop.stmt)
        self.done.append(self.loops.pop())

    def _realize(self, realize: BlockRealize) -> None:
        """The axes of a block stand for values of the loops around it; what is asked of them stays in the innermost one."""
        innermost = frozenset(loop.variable for loop in self.loops[-1:])
        for axis in realize.block.iter_vars:
            self.loops_of[axis.var] = innermost
        self._inside(realize)

    def _sequence(self, stmt: SeqStmt) -> None:
        if self.loops:
            self.loops[-1].in_sequence = True
        self._inside(stmt)

    def _let_stmt(self, stmt: LetStmt) -> None:
        self._name(stmt.var, stmt.value, HoistedLetBindings.LetStmt)
        self._inside(stmt)

    def _let(self, e: Let) -> None:
        self._name(e.var, e.value, HoistedLetBindings.LetExpr)
        self._inside(e)

    def _name(self, variable: Var, value: Expr, kind: HoistedLetBindings) -> None:
        place = self._destination(value) if movable(value) else None
        if place is not None and not place.in_sequence:
            place.lets.append((variable, value, kind))
        used = {node for node in walk(value) if isinstance(node, Var)}
        running = {loop.variable for loop in self.loops}
        self.loops_of[variable] = frozenset(used & running).union(*(self.loops_of.get(each, ()) for each in used))
        self.names_of[variable] = self._names(used)

    def _names(self, used: set[Var]) -> frozenset[Var]:
        known = [each for each in used if each in self.names_of]
        return frozenset(known).union(*(self.names_of[each] for each in known))

    def _if(self, stmt: IfThenElse) -> None:
        self._condition(stmt.condition, HoistedConditionals.IfElseStmt, stmt.else_case is not None)
        self._inside(stmt)

    def _call(self, e: Call) -> None:
        if callee_name(e) == "tir.if_then_else":
            self._condition(e.args[0], HoistedConditionals.IfElseExpr)
        self._inside(e)

    def _boolean(self, e: And | Or) -> None:
        self._condition(e.a, HoistedConditionals.BooleanExpression)
        self._condition(e.b, HoistedConditionals.BooleanExpression)
        self._inside(e)

    def _condition(self, value: Expr, kind: HoistedConditionals, has_other: bool = True) -> None:
        place = self._destination(value) if movable(value) else None
        if place is None or place.in_sequence:
            return
        used = {node for node in walk(value) if isinstance(node, Var)}
        threads = {loop.variable for loop in self.loops if isinstance(loop.stmt, AttrStmt)}
        place.conditions.append(_Condition(value, kind, bool(used & threads), self._names(used), has_other))

    def _destination(self, value: Expr) -> _Loop | None:
        """The outermost loop in front of which the value may be computed, None when it belongs into the innermost."""
        used = {node for node in walk(value) if isinstance(node, Var)}
        needed = used.union(*(self.loops_of.get(each, ()) for each in used))
        chosen: _Loop | None = None
        for loop in reversed(self.loops):
            stays = loop.in_sequence or loop.variable in needed
            if stays or (isinstance(loop.stmt, AttrStmt) and not self.over_threads):
                return chosen
            chosen = loop
        return chosen


class _Hoister:
    """Puts what was found in front of the loops, and takes it away where it stood."""

    def __init__(self, loops: list[_Loop], conditionals: int, lets: int) -> None:
        self.conditionals, self.lets = conditionals, lets
        self.loops = {id(loop.stmt): loop for loop in loops}
        required = bool(lets & HoistedLetBindings.RequiredByCondition)
        self.hoisted = {variable for loop in loops for variable, _, kind in loop.lets if lets & kind}
        if required:
            enabled = [each for loop in loops for each in loop.conditions if self._enabled(each)]
            self.hoisted.update(*(each.names for each in enabled))

    def rewrite(self, body: Stmt) -> Stmt:
        """`body` with everything in its place."""
        rules = {For: self._loop, AttrStmt: self._loop, LetStmt: self._name, Let: self._name, SeqStmt: self._sequence}
        return rewrite_top_down(body, rules)

    def _sequence(self, stmt: SeqStmt, visit: Any) -> Stmt:
        return rejoin(stmt.map_children(visit))

    def _enabled(self, condition: _Condition) -> bool:
        over_threads = bool(self.conditionals & HoistedConditionals.UsingBlockVar)
        named = bool(self.lets & (HoistedLetBindings.RequiredByCondition | HoistedLetBindings.LetStmt))
        return (
            bool(self.conditionals & condition.kind)
            and (named or not condition.names)
            and (over_threads or not condition.over_threads)
        )

    def _name(self, let: LetStmt, visit: Any) -> Stmt:
        return visit(let.body) if let.var in self.hoisted else let.map_children(visit)

    def _loop(self, stmt: For, visit: Any) -> Stmt:
        made: Stmt = stmt.map_children(visit)
        loop = self.loops.get(id(stmt))
        if loop is None:
            return made
        chosen: list[_Condition] = []
        for condition in loop.conditions:
            if self._enabled(condition) and not any(deep_equal(condition.value, each.value) for each in chosen):
                chosen.append(condition)
        for condition in reversed(chosen[:_MOST]):
            made = _under(condition, made)
        for variable, value, _ in reversed(loop.lets):
            if variable in self.hoisted:
                made = LetStmt(variable, value, made)
        return made


def _under(condition: _Condition, stmt: Stmt) -> Stmt:
    first = _knowing(stmt, condition.value, True)
    other = fresh_copy(_knowing(stmt, condition.value, False)) if condition.has_other else None
    return IfThenElse(condition.value, first, other)


def _knowing(stmt: Stmt, condition: Expr, holds: bool) -> Stmt:
    """The statement where the truth of the condition is known."""
    truth = const(holds, "bool")

    def decided(e: Expr) -> bool:
        return e is condition or (type(e) is type(condition) and deep_equal(e, condition))

    def branch(s: IfThenElse, visit: Any) -> Stmt:
        if not decided(s.condition):
            return s.map_children(visit)
        chosen = s.then_case if holds else s.else_case
        return Evaluate(const(0, "int32")) if chosen is None else visit(chosen)

    def call(e: Call, visit: Any) -> Expr:
        if callee_name(e) != "tir.if_then_else" or not decided(e.args[0]):
            return e.map_children(visit)
        return visit(e.args[1] if holds else e.args[2])

    def boolean(e: And | Or, visit: Any) -> Expr:
        a, b = [truth if decided(side) else visit(side) for side in (e.a, e.b)]
        return e.replace(a=a, b=b)

    return rewrite_top_down(stmt, {IfThenElse: branch, Call: call, And: boolean, Or: boolean})


def movable(value: Expr) -> bool:
    """Whether `value` can be computed where the program did not ask for it."""
    if value.dtype.is_vector or isinstance(value, IntImm):
        return False
    return not any(
        isinstance(node, BufferLoad) or (isinstance(node, Call) and not is_pure_call(node)) or _divides(node)
        for node in walk(value)
    )


def _divides(node: Node) -> bool:
    """Whether the node divides integers by what may be 0."""
    if type(node).__name__ not in ("Div", "Mod", "FloorDiv", "FloorMod") or not isinstance(node, BinaryOp):
        return False
    return not node.dtype.is_float and not (isinstance(node.b, IntImm) and node.b.value not in (0, -1))
