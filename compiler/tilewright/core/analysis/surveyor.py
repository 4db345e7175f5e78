"""The walk over a function that fills its survey."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from tilewright.core.analysis.cells import Cells
from tilewright.core.analysis.launched_loops import Scopes, launched, loops_of_ids, tags_of_scopes
from tilewright.core.analysis.returns import jumps, left_by
from tilewright.core.analysis.survey import (
    NARROW,
    SHIFTS,
    Access,
    Decision,
    Surroundings,
    Survey,
    Wait,
    is_assumption,
    symbols,
    variables_in,
)
from tilewright.core.arith import interval as iv
from tilewright.core.arith.bounds import bound
from tilewright.core.arith.facts import Facts, negated
from tilewright.core.arith.linear import is_index
from tilewright.core.base.source import Span
from tilewright.core.ir import expr as nodes
from tilewright.core.ir import stmt as stmts
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BinaryOp, BufferLoad, Call, Expr, IntImm, IterVar, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import Block, BlockRealize, BufferStore, For
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ir.tile import LambdaExpr, ScopeIdDefStmt, TilePrimitiveCall
from tilewright.core.ir.walk import buffer_vars, is_larger, substitute
from tilewright.core.ops.device_row import GROUP
from tilewright.core.ops.op import CallEffectKind, Op

_MOST_PARTS = 4096  # of a value that is written in the places of its name


def survey(func: PrimFunc) -> Survey:
    """Walk the function once."""
    found = Survey(func)
    surveyor = _Surveyor(found)
    for buffer in func.buffer_map.values():
        surveyor.declare(buffer)
    surveyor.defined.update(func.params)
    surveyor.statement(func.body, Surroundings())
    return found


def _size(facts: Facts, size: Var, _: None) -> None:
    facts.narrow(size, (0, iv.INF))


def _positive(facts: Facts, variable: Var, _: None) -> None:
    facts.narrow(variable, (1, iv.INF))


def _loop(facts: Facts, var: Var, domain: tuple[Expr, Expr]) -> None:
    if isinstance(domain[0], IntImm) and isinstance(domain[1], IntImm) and var not in facts.ranges:
        facts.ranges[var] = domain[0].value, domain[0].value + domain[1].value - 1
        return
    low, extent = bound(facts, domain[0]), bound(facts, domain[1])
    facts.narrow(var, (low[0], iv.minus(iv.plus(low, extent), (1, 1))[1]))


def _axis(facts: Facts, axis: IterVar, value: Expr) -> None:
    found = bound(facts, value)
    if axis.dom is not None and isinstance(axis.dom.min, IntImm) and isinstance(axis.dom.extent, IntImm):
        low = axis.dom.min.value
        found = iv.intersect(found, (low, low + axis.dom.extent.value - 1))
    elif axis.dom is not None:
        low, extent = bound(facts, axis.dom.min), bound(facts, axis.dom.extent)
        found = iv.intersect(found, (low[0], low[1] + extent[1] - 1))
    if type(value) is Var and value.dtype is axis.var.dtype and axis.var not in facts.ranges:
        facts.ranges[axis.var] = found
    else:
        facts.narrow(axis.var, found)


def _let(facts: Facts, var: Var, value: Expr) -> None:
    facts.narrow(var, bound(facts, value))


# Calls behind which what other threads did before may be read; those of the user's own may do anything.
_WAITING = re.compile("sync|barrier|wait|fence|call_extern|call_packed|call_llvm|ptx_|shuffle|volatile")


def _waits(call: Call) -> bool:
    return _WAITING.search(callee_name(call)) is not None


def _is_instruction(call: Call) -> bool:
    """Whether a call is an instruction of a device, which may do anything."""
    return isinstance(call.op, Op) and call.op.group == GROUP and call.op.effect is CallEffectKind.Opaque


class _Surveyor:
    """The state of the walk: what is defined here, and the statement being walked."""

    def __init__(self, found: Survey) -> None:
        self.found = found
        self.defined: set[Var] = set()
        self.variables: dict[Buffer, tuple[Var, ...]] = {}
        self.place: Span | None = found.func.span
        self.order = 0
        self.cells = Cells(found)
        self.lets: dict[Var, Expr] = {}  # their values, without other lets
        self.rebound: set[Var] = set()  # bound to several values
        self.unannotated: dict[Var, Expr] = {}  # the values of lets whose types nobody has written
        self.thread_tags: dict[Scopes, tuple[str, ...]] | None = None
        self.running: list[For | stmts.While] = []  # the loops around
        self.choices: list[Expr] = []  # the conditions of the branches of selects around
        self.depth = 0  # blocks with axes around
        self.depth_of: dict[Var, int] = {}  # of the loop of each variable

    def declare(self, buffer: Buffer) -> None:
        """A parameter's buffer: it defines its pointer and the symbols of its shape, which are sizes."""
        self.defined.add(buffer.data)
        self.defined.update(symbols(buffer))
        for size in buffer.shape:
            if isinstance(size, Var):
                self.found.learned.append((_size, size, None))
            for variable in variables_in(size):
                self.found.sizes.setdefault(variable, []).append(size)

    def statement(self, stmt: Any, around: Surroundings) -> None:
        before = self.place
        if stmt.span is not None:
            self.place = stmt.span
        rule = self.RULES.get(type(stmt))
        if rule is not None:
            rule(self, stmt, around)
        else:
            for child in stmt.children():
                self.any(child, around)
        self.place = before

    def any(self, node: Node, around: Surroundings) -> None:
        if isinstance(node, Expr):
            self.expression(node, around)
        else:
            self.statement(node, around)

    def expression(self, e: Expr, around: Surroundings) -> None:
        kind = type(e)
        if kind is IntImm:
            return
        rule = self.PARTS.get(kind)
        if rule is not None:
            rule(self, e, around)
            return
        self.expressions(e.children(), around)  # pyright: ignore[reportArgumentType]

    def expressions(self, values: Iterable[Expr], around: Surroundings) -> None:
        rules = self.PARTS
        for value in values:
            kind = type(value)
            if kind is IntImm:
                continue
            rule = rules.get(kind)
            if rule is None:
                self.expressions(value.children(), around)  # pyright: ignore[reportArgumentType]
            else:
                rule(self, value, around)

    def scoped(self, variables: Iterable[Var], inside: Callable[[], None]) -> None:
        """Run `inside` where `variables` are defined."""
        fresh: list[Var] = []
        for variable in variables:
            if variable in self.defined:
                self.found.redefined.append((variable, self.place))
            else:
                fresh.append(variable)
                self.defined.add(variable)
        inside()
        self.defined.difference_update(fresh)

    def condition(self, e: Expr, around: Surroundings) -> None:
        self.found.conditions.append((e, self.place))
        self.expression(e, around)

    def decision(self, e: Expr, around: Surroundings, chooses: bool) -> None:
        if not isinstance(e, IntImm):
            self.found.decisions.append(Decision(e, self.place, around, chooses))
        self.condition(e, around)

    def runs(self, var: Var, low: Expr, extent: Expr) -> None:
        """Note the domain of a loop or thread variable."""
        self.found.domains[var] = (low, extent)
        self.found.learned.append((_loop, var, (low, extent)))

    def _for(self, loop: For, around: Surroundings) -> None:
        self.expressions((loop.min, loop.extent), around)
        self.found.loops.append((loop, around))
        self.runs(loop.loop_var, loop.min, loop.extent)
        if loop.step is not None:
            self.found.steps[loop.loop_var] = loop.step
        at = self.cells.inside(loop, around)
        inside = Surroundings((*at.loops, loop), at.blocks, at.guards, at.in_init, at.launched, at.known)
        variables = (loop.loop_var,)
        if loop.thread_binding is not None:
            self.found.has_threads = True
            thread = loop.thread_binding.var
            if thread is not loop.loop_var and thread not in self.defined:
                variables = (loop.loop_var, thread)
        self.depth_of[loop.loop_var] = self.depth
        self.running.append(loop)
        self.scoped(variables, lambda: self.statement(loop.body, inside))
        self.running.pop()

    def _realize(self, realize: BlockRealize, around: Surroundings) -> None:
        block = realize.block
        self.expressions(realize.iter_values, around)
        self.decision(realize.predicate, around, False)
        self.found.realizes.append((realize, around))
        for axis, value in zip(block.iter_vars, realize.iter_values):
            self.found.values[axis.var] = value
            self.found.learned.append((_axis, axis, value))
        known_true = isinstance(realize.predicate, IntImm)
        guards = around.guards if known_true else (*around.guards, realize.predicate)
        blocks = (*around.blocks, realize)
        inside = Surroundings(around.loops, blocks, guards, around.in_init, around.launched, around.known)
        self._block(block, inside)

    def _bare_block(self, block: Block, around: Surroundings) -> None:
        self._block(block, around)

    def _block(self, block: Block, around: Surroundings) -> None:
        variables = [axis.var for axis in block.iter_vars]
        for axis in block.iter_vars:
            if axis.dom is not None:
                self.expressions((axis.dom.min, axis.dom.extent), around)
        for buffer in block.alloc_buffers:
            self.found.allocated.append(buffer)
            for size in buffer.shape:
                for variable in variables_in(size) - self.defined:  # numbers of the Python around the function
                    self.found.sizes.setdefault(variable, []).append(size)
            self.found.origins[buffer.data] = around
            variables.append(buffer.data)
        if block.match_buffers:
            variables += [match.buffer.data for match in block.match_buffers]
            matched = {symbol for match in block.match_buffers for symbol in symbols(match.buffer)}
            variables += [symbol for symbol in matched if symbol not in self.defined]
        self.depth += bool(block.iter_vars)
        self.scoped(variables, lambda: self._inside_block(block, around))
        self.depth -= bool(block.iter_vars)

    def _inside_block(self, block: Block, around: Surroundings) -> None:
        for region in (*block.reads, *block.writes):
            self._use_buffer(region.buffer)
            for range_ in region.region:
                if not (self._is_settled(range_.min) and self._is_settled(range_.extent)):
                    self._quietly((range_.min, range_.extent), around)
        for match in block.match_buffers:
            self._use_buffer(match.source.buffer)
            for range_ in match.source.region:
                self._part(range_.min, around)
                self._part(range_.extent, around)
        if block.init is not None:
            start = Surroundings(around.loops, around.blocks, around.guards, True, around.launched, around.known)
            self.statement(block.init, start)
        self.statement(block.body, around)

    def _is_settled(self, e: Expr) -> bool:
        """Whether a use in a declaration leaves nothing to note: a number, or a variable that is defined here and is no pointer."""
        kind = type(e)
        return kind is IntImm or (kind is Var and e in self.defined and not e.dtype.is_handle)

    def _quietly(self, values: tuple[Expr, ...], around: Surroundings) -> None:
        """Uses in a declaration: names count, accesses and divisions do not happen, and a mention there is no use of an axis."""
        found = self.found
        accesses, divisions, quotients = len(found.accesses), len(found.divisions), len(found.quotients)
        outer_loops = len(found.outer_loops)
        mentioned, found.mentioned = found.mentioned, set()
        self.expressions(values, around)
        del found.accesses[accesses:]
        del found.divisions[divisions:]
        del found.quotients[quotients:]
        del found.outer_loops[outer_loops:]
        found.mentioned = mentioned

    def _part(self, value: Expr, around: Surroundings) -> None:
        """A bound of a part of a buffer that gets a name of its own: what the block does there depends on it."""
        self._quietly((value,), around)
        self.found.mentioned.update(variables_in(value))

    def _store(self, store: BufferStore, around: Surroundings) -> None:
        self._use_buffer(store.buffer)
        access = Access(store, store.buffer, store.indices, around, self.place, value=self._without_lets(store.value))
        self.found.accesses.append(access)
        self.expressions(store.children(), around)  # pyright: ignore[reportArgumentType]
        access.order = self._next()

    def _without_lets(self, value: Expr) -> Expr:
        """The value with lets replaced by theirs, except for those that stand for very much."""
        return substitute(value, self.lets) if self.lets else value

    def _next(self) -> int:
        """The place of an access in the order in which a run makes them."""
        self.order += 1
        return self.order

    def _load(self, load: BufferLoad, around: Surroundings) -> None:
        self._use_buffer(load.buffer)
        access = Access(load, load.buffer, load.indices, around, self.place, self._next())
        self.found.accesses.append(access)
        if self.choices:
            self.found.chosen_loads.append((access, tuple(self.choices)))
        self.expressions(load.children(), around)  # pyright: ignore[reportArgumentType]

    def _use_buffer(self, buffer: Buffer) -> None:
        variables = self.variables.get(buffer)
        if variables is None:
            variables = self.variables[buffer] = buffer_vars(buffer)
        if len(variables) == 1 and buffer.data in self.defined:
            return
        for variable in variables:
            if variable not in self.defined and not (variable is buffer.data and buffer.allocated_addr):
                self.found.undefined.append((variable, buffer, self.place))
            elif variable is not buffer.data:
                self.found.mentioned.add(variable)

    def _use(self, variable: Var, around: Surroundings) -> None:
        if variable not in self.defined:
            self.found.undefined.append((variable, None, self.place))
            self._given(variable)
        if self.depth_of.get(variable, self.depth) < self.depth:
            self.found.outer_loops.append((variable, self.place, around))
        self.found.mentioned.add(variable)
        if variable.dtype.is_handle:
            self.found.opaque.add(variable)

    def _given(self, variable: Var) -> None:
        """An integer of the Python around the function, such as the radius of a stencil: what is wrong for all that are not 0 is wrong."""
        if variable not in self.found.given and is_index(variable.dtype):
            self.found.given.add(variable)
            self.found.learned.append((_positive, variable, None))

    def _guarded(self, around: Surroundings, condition: Expr) -> Surroundings:
        guards = (*around.guards, condition)
        return Surroundings(around.loops, around.blocks, guards, around.in_init, around.launched, around.known)

    def _evaluate(self, stmt: stmts.Evaluate, around: Surroundings) -> None:
        self.found.evaluated.append(stmt)
        self.found.left_early.update(loop.loop_var for loop in left_by(stmt, self.running) if isinstance(loop, For))
        self.expression(stmt.value, around)

    def _if(self, stmt: stmts.IfThenElse, around: Surroundings) -> None:
        self.decision(stmt.condition, around, stmt.else_case is not None)
        self.statement(stmt.then_case, self._guarded(around, stmt.condition))
        if stmt.else_case is not None:
            self.statement(stmt.else_case, self._guarded(around, negated(stmt.condition)))

    def _sequence(self, stmt: stmts.SeqStmt, around: Surroundings) -> None:
        """Statements after `if c: T.thread_return()` run only where `c` does not hold."""
        for each in stmt.seq:
            self.statement(each, around)
            if each is not stmt.seq[-1]:
                around = self.cells.after(each, around)
            if isinstance(each, stmts.IfThenElse) and jumps(each.then_case):
                around = self._guarded(around, negated(each.condition))
            elif isinstance(each, stmts.IfThenElse) and jumps(each.else_case):
                around = self._guarded(around, each.condition)
            elif isinstance(each, stmts.Evaluate) and is_assumption(each.value):
                around = self._guarded(around, each.value.args[0])

    def _while(self, stmt: stmts.While, around: Surroundings) -> None:
        self.found.whiles.append((stmt, self.place, around))
        self.condition(stmt.condition, around)
        self.running.append(stmt)
        self.statement(stmt.body, self._guarded(self.cells.inside(stmt, around), self.cells.held(stmt, around)))
        self.running.pop()

    def _assert(self, stmt: stmts.AssertStmt, around: Surroundings) -> None:
        self.condition(stmt.condition, around)
        self.statement(stmt.body, self._guarded(around, stmt.condition))

    def _let(self, stmt: stmts.LetStmt, around: Surroundings) -> None:
        self.expression(stmt.value, around)
        self._stands_for(stmt.var, stmt.value)
        if stmt.span is not None and stmt.span.text.startswith(f"{stmt.var.name} ="):
            self.unannotated[stmt.var] = stmt.value
        self.scoped((stmt.var,), lambda: self.statement(stmt.body, around))

    def _scope_ids(self, stmt: ScopeIdDefStmt, around: Surroundings) -> None:
        self.expressions((*stmt.extents, *stmt.preferred_extents), around)
        for variable, extent in zip(stmt.def_ids, stmt.extents):
            self.runs(variable, IntImm(extent.dtype, 0), extent)
        inside = around
        if self.thread_tags is None:
            self.thread_tags = tags_of_scopes(self.found.func)
        for loop in loops_of_ids(stmt, self.thread_tags.get((stmt.parent, stmt.cur), ())):
            inside = replace(inside, launched=(*inside.launched, loop))
            self.found.has_threads = True
        self.scoped(stmt.def_ids, lambda: self.statement(stmt.body, inside))

    def _tile_primitive(self, stmt: TilePrimitiveCall, around: Surroundings) -> None:
        """The parts of buffers that it works on are as if they were given by their pointers."""
        self.found.tiles.append((stmt, around))
        for part in stmt.children():
            if isinstance(part, Expr):
                self.expression(part, around)
            elif isinstance(part, BufferRegion):
                self.expression(part.buffer.data, around)
                for range_ in part.region:
                    self.expressions((range_.min, range_.extent), around)
            elif isinstance(part, LambdaExpr):
                inside = part.pred
                self.scoped(part.vars, lambda inside=inside: self.expression(inside, around))
        for buffer in stmt.workspace.values():
            self.expression(buffer.data, around)

    def _stands_for(self, var: Var, value: Expr) -> None:
        known = self.found.values.get(var)
        if var in self.rebound or (known is not None and not structural_equal(known, value)):
            self._stands_for_several(var)
            return
        self.found.values[var] = value
        if value.dtype == var.dtype and value is not var:
            whole = self._without_lets(value)
            if not is_larger(whole, _MOST_PARTS):
                self.lets[var] = whole
        if value.dtype.is_integer and not value.dtype.is_vector:
            self.found.learned.append((_let, var, value))

    def _stands_for_several(self, var: Var) -> None:
        """A variable that is bound to one value inside of where it is bound to another: of it alone nothing is known."""
        self.rebound.add(var)
        self.found.values.pop(var, None)
        self.lets.pop(var, None)
        self.found.learned[:] = [each for each in self.found.learned if each[0] is not _let or each[1] is not var]

    def _attr(self, stmt: stmts.AttrStmt, around: Surroundings) -> None:
        self.expression(stmt.value, around)
        subject = stmt.node
        if isinstance(subject, IterVar):
            self.runs(subject.var, IntImm(stmt.value.dtype, 0), stmt.value)
            fresh = () if subject.var in self.defined else (subject.var,)
            inside = launched(stmt, subject, around) if stmt.attr_key == "thread_extent" else around
            self.found.has_threads |= inside is not around
            self.scoped(fresh, lambda: self.statement(stmt.body, inside))
            return
        fresh = self._bound(subject[0]) if stmt.attr_key == "buffer_bind_scope" else ()
        self.scoped(fresh, lambda: self.statement(stmt.body, around))

    def _bound(self, buffer: Buffer) -> tuple[Var, ...]:
        """The variables that a matched buffer defines: its pointer, and the symbols of its layout."""
        return tuple(var for var in (buffer.data, *symbols(buffer)) if var not in self.defined)

    def _allocate(self, stmt: stmts.Allocate | stmts.AllocateConst, around: Surroundings) -> None:
        self.expressions(stmt.extents, around)
        if isinstance(stmt, stmts.Allocate):
            self.found.origins[stmt.buffer_var] = around
        self.scoped((stmt.buffer_var,), lambda: self.statement(stmt.body, around))

    def _decl_buffer(self, stmt: stmts.DeclBuffer, around: Surroundings) -> None:
        self._use_buffer(stmt.buffer)
        self.statement(stmt.body, around)

    def _buffer_realize(self, stmt: stmts.BufferRealize, around: Surroundings) -> None:
        for range_ in stmt.bounds:
            self.expressions((range_.min, range_.extent), around)
        self.condition(stmt.condition, around)
        fresh = () if stmt.buffer.data in self.defined else (stmt.buffer.data,)
        self.scoped(fresh, lambda: self.statement(stmt.body, around))

    def _call(self, call: Call, around: Surroundings) -> None:
        self.found.calls.append((call, self.place))
        if _waits(call):
            self.found.waits.append(Wait(len(self.found.accesses), around, call, self.place))
        if callee_name(call) in SHIFTS:
            self.found.shifts.append((call, self.place, around))
        if callee_name(call) == "tir.if_then_else":
            self.decision(call.args[0], around, True)
            self.expression(call.args[1], self._guarded(around, call.args[0]))
            self.expression(call.args[2], self._guarded(around, negated(call.args[0])))
            return
        if callee_name(call) == "tir.address_of" and isinstance(call.args[0], BufferLoad):
            self.found.opaque.add(call.args[0].buffer.data)
            self._use_buffer(call.args[0].buffer)
            self._quietly(call.args[0].indices, around)
            return
        if _is_instruction(call) or callee_name(call) == "tir.tvm_thread_allreduce":
            # An element among the operands of an instruction is a place that may be written.
            self.found.opaque.update(each.buffer.data for each in call.args if isinstance(each, BufferLoad))
        self.expressions(call.args, around)

    def _cast(self, e: nodes.Cast, around: Surroundings) -> None:
        value = self.unannotated.get(e.value, e.value) if isinstance(e.value, Var) else e.value
        if isinstance(value, BinaryOp):
            self.found.conversions.append((e, value, self.place, around))
        self.expression(e.value, around)

    def _limit(self, e: nodes.Min | nodes.Max, around: Surroundings) -> None:
        """Limits of narrow integers, which a conversion may have wrapped around before."""
        if e.dtype.bits <= NARROW and e.dtype.is_integer and not e.dtype.is_vector:
            self.found.clips.append((e, self.place, around))
        self.expression(e.a, around)
        self.expression(e.b, around)

    def _select(self, e: nodes.Select, around: Surroundings) -> None:
        self.decision(e.condition, around, True)
        for value, chosen in ((e.true_value, e.condition), (e.false_value, negated(e.condition))):
            self.choices.append(chosen)
            self.expression(value, self._guarded(around, chosen))
            self.choices.pop()

    def _and(self, e: nodes.And, around: Surroundings) -> None:
        """People write `i > 0 and A[i - 1] > 0` and mean that the second is asked only when the first holds."""
        self.expression(e.a, around)
        self.expression(e.b, self._guarded(around, e.a))

    def _or(self, e: nodes.Or, around: Surroundings) -> None:
        self.expression(e.a, around)
        self.expression(e.b, self._guarded(around, negated(e.a)))

    def _let_expression(self, e: nodes.Let, around: Surroundings) -> None:
        self.expression(e.value, around)
        self._stands_for(e.var, e.value)
        self.scoped((e.var,), lambda: self.expression(e.body, around))

    def _reduce(self, e: nodes.Reduce, around: Surroundings) -> None:
        for axis in e.axis:
            if axis.dom is not None:
                self.expressions((axis.dom.min, axis.dom.extent), around)
                self.runs(axis.var, axis.dom.min, axis.dom.extent)
        variables = [*(axis.var for axis in e.axis), *e.combiner.lhs, *e.combiner.rhs]
        parts = (*e.source, *e.init, e.condition, *e.combiner.result, *e.combiner.identity_element)
        self.scoped(variables, lambda: self.expressions(parts, around))

    def _division(self, e: BinaryOp, around: Surroundings) -> None:
        self.found.divisions.append((e, self.place))
        if e.dtype.is_integer:
            self.found.quotients.append((e, self.place, around))
        self.expression(e.a, around)
        self.expression(e.b, around)

    RULES: ClassVar[Mapping[type, Callable[[Any, Any, Surroundings], None]]] = {
        For: _for,
        BlockRealize: _realize,
        Block: _bare_block,
        BufferStore: _store,
        stmts.Evaluate: _evaluate,
        stmts.IfThenElse: _if,
        stmts.SeqStmt: _sequence,
        stmts.While: _while,
        stmts.AssertStmt: _assert,
        stmts.LetStmt: _let,
        stmts.AttrStmt: _attr,
        stmts.Allocate: _allocate,
        stmts.AllocateConst: _allocate,
        stmts.DeclBuffer: _decl_buffer,
        stmts.BufferRealize: _buffer_realize,
        ScopeIdDefStmt: _scope_ids,
        TilePrimitiveCall: _tile_primitive,
    }
    PARTS: ClassVar[Mapping[type, Callable[[Any, Any, Surroundings], None]]] = {
        Var: _use,
        nodes.SizeVar: _use,
        BufferLoad: _load,
        Call: _call,
        nodes.Cast: _cast,
        nodes.Select: _select,
        **dict.fromkeys((nodes.Min, nodes.Max), _limit),
        nodes.And: _and,
        nodes.Or: _or,
        nodes.Let: _let_expression,
        nodes.Reduce: _reduce,
        **dict.fromkeys((nodes.Div, nodes.Mod, nodes.FloorDiv, nodes.FloorMod), _division),
    }
