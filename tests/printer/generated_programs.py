"""Random well-typed programs for the round trip: every kind of node, constants where operators would fold them, names that clash."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tilewright.core.base.dtype import DType, dtype
from tilewright.core.ir.buffer import Buffer, BufferRegion, MatchBufferRegion, decl_buffer
from tilewright.core.ir.node.type_ import PointerType, PrimType
from tilewright.ir import expr as e
from tilewright.ir import stmt as s
from tilewright.ir.expr import Expr, Var
from tilewright.ir.function import PrimFunc
from tilewright.ir.stmt import Stmt

TYPES = [dtype(name) for name in ("int32", "int64", "uint8", "float32", "float16", "bool")]
ARITHMETIC = (e.Add, e.Sub, e.Mul, e.Div, e.Mod, e.FloorDiv, e.FloorMod, e.Min, e.Max)
COMPARISONS = (e.EQ, e.NE, e.LT, e.LE, e.GT, e.GE)
NAMES = ("x", "x", "i", "T", "A", "_", "range")


class Programs:
    """A source of random programs over what is visible so far."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.variables: dict[DType, list[Var]] = {type_: [Var(self.name(), type_)] for type_ in TYPES}
        self.buffers: dict[DType, list[Buffer]] = {
            type_: [decl_buffer((8, 4), type_, self.name())] for type_ in TYPES[:5]
        }

    def name(self) -> str:
        return self.random.choice(NAMES)

    def function(self, depth: int) -> PrimFunc:
        params = [
            *(variables[0] for variables in self.variables.values()),
            *(buffers[0] for buffers in self.buffers.values()),
        ]
        attrs = {"global_symbol": "main", "k": [1, "two", {"three": 3.5}]}
        return PrimFunc(tuple(params), self.body(depth), None, None, attrs)  # pyright: ignore[reportArgumentType]

    def body(self, depth: int) -> Stmt:
        return self.stmt(depth)

    def expr(self, type_: DType, depth: int) -> Expr:
        if depth <= 0 or self.random.random() < 0.15:
            return self.leaf(type_)
        return self.random.choice(self.expressions(type_))(type_, depth - 1)

    def leaf(self, type_: DType) -> Expr:
        if self.random.random() < 0.6:
            return self.random.choice(self.variables[type_])
        if type_.is_float:
            return e.FloatImm(type_, self.random.choice((0.0, 1.0, -2.5, 0.1, 1e-30, float("inf"))))
        low = 0 if type_.kind in ("uint", "bool") else -3
        return e.IntImm(type_, self.random.randint(low, 1 if type_.is_bool else 3))

    def expressions(self, type_: DType) -> list[Callable[[DType, int], Expr]]:
        if type_.is_bool:
            return [self.comparison, self.comparison, self.logic, self.negation, self.choice]
        found = [
            self.arithmetic,
            self.arithmetic,
            self.arithmetic,
            self.cast,
            self.choice,
            self.load,
            self.let,
            self.branch,
        ]
        return found if type_.is_float else [*found, self.bits]

    def arithmetic(self, type_: DType, depth: int) -> Expr:
        made: Any = self.random.choice(ARITHMETIC)(self.expr(type_, depth), self.expr(type_, depth))
        divides = isinstance(made, (e.Div, e.Mod, e.FloorDiv, e.FloorMod))
        by_zero = divides and isinstance(made.b, (e.IntImm, e.FloatImm)) and made.b.value == 0
        return made.a if by_zero else made  # which a script cannot say

    def comparison(self, type_: DType, depth: int) -> Expr:
        operands = self.random.choice(TYPES)
        return self.random.choice(COMPARISONS)(self.expr(operands, depth), self.expr(operands, depth))

    def logic(self, type_: DType, depth: int) -> Expr:
        return self.random.choice((e.And, e.Or))(self.expr(type_, depth), self.expr(type_, depth))

    def negation(self, type_: DType, depth: int) -> Expr:
        return e.Not(self.expr(type_, depth))

    def choice(self, type_: DType, depth: int) -> Expr:
        return e.Select(self.expr(TYPES[5], depth), self.expr(type_, depth), self.expr(type_, depth))

    def branch(self, type_: DType, depth: int) -> Expr:
        return e.Call(
            type_, "tir.if_then_else", (self.expr(TYPES[5], depth), self.expr(type_, depth), self.expr(type_, depth))
        )  # pyright: ignore[reportArgumentType]

    def cast(self, type_: DType, depth: int) -> Expr:
        return e.Cast(type_, self.expr(self.random.choice(TYPES), depth))

    def bits(self, type_: DType, depth: int) -> Expr:
        name = self.random.choice(("bitwise_and", "bitwise_or", "bitwise_xor", "shift_left", "shift_right"))
        return e.Call(type_, f"tir.{name}", (self.expr(type_, depth), self.expr(type_, depth)))  # pyright: ignore[reportArgumentType]

    def load(self, type_: DType, depth: int) -> Expr:
        index = TYPES[0]
        return e.BufferLoad(self.random.choice(self.buffers[type_]), (self.expr(index, depth - 1), self.expr(index, 0)))

    def let(self, type_: DType, depth: int) -> Expr:
        var = Var(self.name(), type_)
        value = self.expr(type_, depth)
        return e.Let(var, value, self.within(var, lambda: self.expr(type_, depth)))

    def within(self, var: Var, make: Callable[[], Expr | Stmt]) -> object:
        self.variables[var.dtype].append(var)
        made = make()
        self.variables[var.dtype].pop()
        return made

    def stmt(self, depth: int) -> Stmt:
        if depth <= 0:
            return self.store(0)
        kinds = (
            self.store,
            self.evaluate,
            self.loop,
            self.loop,
            self.many,
            self.branching,
            self.while_,
            self.binding,
            self.mark,
        )
        return self.random.choice((*kinds, self.assertion, self.memory, self.memory_of_buffer))(depth - 1)

    def store(self, depth: int) -> Stmt:
        type_ = self.random.choice(TYPES[:5])
        index = (self.expr(TYPES[0], 1), self.expr(TYPES[0], 0))
        return s.BufferStore(self.random.choice(self.buffers[type_]), self.expr(type_, 3), index)

    def evaluate(self, depth: int) -> Stmt:
        return s.Evaluate(self.expr(self.random.choice(TYPES), 4))

    def loop(self, depth: int) -> Stmt:
        type_ = self.random.choice(TYPES[:2])
        var, kind = Var(self.name(), type_), s.ForKind(self.random.choice((0, 0, 0, 1, 2, 3)))
        low = e.IntImm(type_, self.random.choice((0, 0, 2)))
        extent = self.random.choice((e.IntImm(type_, 8), self.variables[type_][-1]))
        annotations = {"pragma": [1, "x"]} if self.random.random() < 0.2 else None
        return s.For(var, low, extent, kind, self.within(var, lambda: self.stmt(depth)), None, annotations)  # pyright: ignore[reportArgumentType]

    def many(self, depth: int) -> Stmt:
        return s.seq([self.stmt(depth) for _ in range(self.random.randint(2, 4))])

    def branching(self, depth: int) -> Stmt:
        other = self.stmt(depth) if self.random.random() < 0.5 else None
        return s.IfThenElse(self.expr(TYPES[5], 2), self.stmt(depth), other)

    def while_(self, depth: int) -> Stmt:
        return s.While(self.expr(TYPES[5], 2), self.stmt(depth))

    def binding(self, depth: int) -> Stmt:
        type_ = self.random.choice(TYPES)
        var, value = Var(self.name(), type_), self.expr(type_, 2)
        return s.LetStmt(var, value, self.within(var, lambda: self.stmt(depth)))  # pyright: ignore[reportArgumentType]

    def mark(self, depth: int) -> Stmt:
        node = self.random.choice((0, self.variables[TYPES[0]][0], self.buffers[TYPES[3]][0], "text"))
        return s.AttrStmt(node, "key", self.random.choice((1, "value")), self.stmt(depth))  # pyright: ignore[reportArgumentType]

    def assertion(self, depth: int) -> Stmt:
        return s.AssertStmt(self.expr(TYPES[5], 2), 'a "message"', self.stmt(depth))  # pyright: ignore[reportArgumentType]

    def memory(self, depth: int) -> Stmt:
        pointer = Var(self.name(), PointerType(PrimType(TYPES[3]), self.random.choice(("global", "local"))))  # pyright: ignore[reportArgumentType]
        return s.Allocate(pointer, "float32", (8, 4), True, self.view(pointer, depth))  # pyright: ignore[reportArgumentType]

    def memory_of_buffer(self, depth: int) -> Stmt:
        pointer = Var(self.name(), PointerType(PrimType(TYPES[3])))  # pyright: ignore[reportArgumentType]
        return s.Allocate(pointer, "float32", (16, 2), True, self.view(pointer, depth))  # pyright: ignore[reportArgumentType]

    def view(self, pointer: Var, depth: int) -> Stmt:
        buffer = decl_buffer((8, 4), "float32", self.name(), data=pointer)
        self.buffers[TYPES[3]].append(buffer)
        body = self.stmt(depth)
        self.buffers[TYPES[3]].pop()
        return s.DeclBuffer(buffer, body)


class BlockPrograms(Programs):
    """Random programs with blocks: axes of every kind, regions, `init`, memory of the block, named parts of buffers, predicates."""

    def body(self, depth: int) -> Stmt:
        memory = decl_buffer((8, 4), "float32", self.name())
        self.buffers[TYPES[3]].append(memory)
        return s.BlockRealize((), True, s.Block((), (), (), "root", self.stmt(depth), None, (memory,)))

    def stmt(self, depth: int) -> Stmt:
        return self.block(depth - 1) if depth > 0 and self.random.random() < 0.3 else super().stmt(depth)

    def block(self, depth: int) -> Stmt:
        axes = [self.axis() for _ in range(self.random.randint(0, 3))]
        values = [self.expr(axis.var.dtype, 1) for axis in axes]
        predicate = self.expr(TYPES[5], 1) if self.random.random() < 0.3 else True
        variables = [axis.var for axis in axes]
        for var in variables:
            self.variables[var.dtype].append(var)
        made = self.block_of(axes, depth)
        for var in variables:
            self.variables[var.dtype].pop()
        return s.BlockRealize(values, predicate, made)  # pyright: ignore[reportArgumentType]

    def axis(self) -> e.IterVar:
        type_ = self.random.choice(TYPES[:2])
        low = e.IntImm(type_, self.random.choice((0, 0, 0, 2)))
        extent = self.random.choice((e.IntImm(type_, 8), self.variables[type_][0], self.expr(type_, 1)))
        return e.IterVar(
            e.Range.from_min_extent(low, extent), Var(self.name(), type_), self.random.choice((0, 0, 2, 3, 4))
        )

    def block_of(self, axes: list[e.IterVar], depth: int) -> s.Block:
        """A block with those axes: an `init` only where it reduces, and now and then memory of its own and a part of another's with a name."""
        reads, writes = self.regions(), self.regions()
        float_buffers = self.buffers[TYPES[3]]
        memory = [decl_buffer((8, 4), "float32", self.name()) for _ in range(self.random.randint(0, 1))]
        parts = [self.part() for _ in range(self.random.randint(0, 1))]
        inside = [*memory, *(part.buffer for part in parts)]
        float_buffers.extend(inside)
        init = self.store(0) if any(axis.iter_type == 2 for axis in axes) and self.random.random() < 0.5 else None
        annotations = {"key": [1, "x"]} if self.random.random() < 0.2 else None
        made = s.Block(axes, reads, writes, self.name(), self.stmt(depth), init, memory, parts, annotations)  # pyright: ignore[reportArgumentType]
        del float_buffers[len(float_buffers) - len(inside) :]
        return made

    def regions(self) -> list[BufferRegion]:
        return [self.region(self.random.choice(TYPES[:5])) for _ in range(self.random.randint(0, 2))]

    def region(self, type_: DType) -> BufferRegion:
        """A row of four elements, or one element, of a buffer in sight."""
        row = self.expr(TYPES[0], 1)
        columns = self.random.choice(((0, 4), (1, 1), (1, 2)))
        ranges = (e.Range.from_min_extent(row, 1), e.Range.from_min_extent(*columns))
        return BufferRegion(self.random.choice(self.buffers[type_]), ranges)

    def part(self) -> MatchBufferRegion:
        """A buffer of 8 by 4 elements that names all of another."""
        source = self.random.choice(self.buffers[TYPES[3]])
        whole = (e.Range.from_min_extent(0, 8), e.Range.from_min_extent(0, 4))
        return MatchBufferRegion(decl_buffer((8, 4), "float32", self.name()), BufferRegion(source, whole))
