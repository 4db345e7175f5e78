"""Steps by which the threads of a block combine their values: shuffles between the lanes of a warp, and halves in shared memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.base.dtype import INT32
from tilewright.core.ir.buffer import Buffer, decl_buffer
from tilewright.core.ir.expr import EQ, LT, BufferLoad, Call, CommReducer, Expr, IntImm, Select, StringImm, Var
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import BufferStore, Evaluate, IfThenElse, Stmt, in_variables, seq
from tilewright.core.ir.walk import substitute
from tilewright.core.ops.op import Op
from tilewright.core.passes.core.errors import PassError


@dataclass(frozen=True)
class Threads:
    """The threads that combine values: the number of this one among them and their count, and the same of the groups that do so side by side."""

    thread: Expr
    count: int
    group: Expr
    groups: int
    contiguous: int

    @staticmethod
    def of(launched: Iterable[tuple[str, Var, int]], axes: Iterable[Expr]) -> Threads:
        """Those along the axes, of all threads that are launched: tag, number and extent."""
        chosen = set(axes)
        block = sorted((entry for entry in launched if entry[0].startswith("threadIdx")), key=lambda entry: entry[0])
        several = [(var, extent) for _, var, extent in block if extent > 1 or var in chosen]
        among = [entry for entry in several if entry[0] in chosen]
        if len(among) != len(chosen):
            raise PassError("a reduction over threads names an axis that is not launched around it")
        contiguous = 1
        for var, extent in several:
            if var not in chosen:
                break
            contiguous *= extent
        beside = [entry for entry in several if entry[0] not in chosen]
        return Threads(*_numbered(among), *_numbered(beside), contiguous)

    def place(self, size: int, thread: Expr) -> Expr:
        """The index of a thread's element in memory that has `size` elements for each group."""
        return _sum(_product(self.group, size), thread)


def _numbered(axes: Sequence[tuple[Var, int]]) -> tuple[Expr, int]:
    number: Expr = const(0)
    total = 1
    for var, extent in reversed(axes):
        number, total = _sum(_product(number, extent), var), total * extent
    return number, total


def _product(number: Any, extent: int) -> Expr:
    return Analyzer().simplify(number * const(extent, number.dtype))


def _sum(first: Any, second: Any) -> Expr:
    return Analyzer().simplify(first + second)


@dataclass(frozen=True)
class Reduction:
    """Values and their reducer; `results` are the elements that the program reads afterwards."""

    reducer: CommReducer
    values: tuple[Expr, ...]
    results: tuple[BufferLoad, ...]
    axes: tuple[Expr, ...]

    @staticmethod
    def of(call: Call, reducer: CommReducer) -> Reduction:
        """The reduction that a call states: the number of values, the values, the condition, the results, the axes."""
        size = call.args[0]
        count = size.value if isinstance(size, IntImm) else 0
        values, rest = call.args[1 : count + 1], call.args[count + 1 :]
        results = tuple(load for load in rest[1 : count + 1] if isinstance(load, BufferLoad))
        if count < 1 or len(results) != count or len(reducer.lhs) != count:
            raise PassError("a reduction over threads has as many results as values, and its reducer combines as many")
        if not (isinstance(rest[0], IntImm) and rest[0].value):
            values = tuple(Select(rest[0], value, none) for value, none in zip(values, reducer.identity_element))
        return Reduction(reducer, values, results, rest[count + 1 :])

    def memory(self, name: str, size: int, scope: str) -> list[Buffer]:
        """Memory for `size` elements of each value."""
        return [
            decl_buffer((size,), str(value.dtype), name.format(number), scope=scope)
            for number, value in enumerate(self.values)
        ]

    def combined(self, buffers: Sequence[Buffer], others: Sequence[Expr], index: Expr, name: str = "") -> list[Stmt]:
        """Stores of the combination of `buffers[index]` and others; each new value is made of the old ones."""
        given = dict(zip((*self.reducer.lhs, *self.reducer.rhs), (*loads(buffers, index), *others)))
        values: list[Expr] = [substitute(result, given) for result in self.reducer.result]
        if len(values) == 1 and not name:
            return stores(buffers, values, index)
        names = [Var(f"{name or 'combined'}_{number}", str(value.dtype)) for number, value in enumerate(values)]
        warp = [wait("warp")] if name else []
        return [in_variables(names, values, seq([*warp, *stores(buffers, names, index), *warp]))]


@dataclass(frozen=True)
class Steps:
    """The steps, the memory for them alone, and the elements in which they leave the results."""

    body: list[Stmt]
    memory: list[Buffer]
    results: list[BufferLoad]


def wait(scope: str) -> Stmt:
    """The threads wait for one another."""
    return Evaluate(Call(INT32, Op.get("tir.tvm_storage_sync"), (StringImm(scope),)))


def stores(buffers: Sequence[Buffer], values: Sequence[Expr], index: Expr) -> list[Stmt]:
    """The values, at one place of the buffers."""
    return [BufferStore(buffer, value, (index,)) for buffer, value in zip(buffers, values)]


def loads(buffers: Sequence[Buffer], index: Expr) -> list[BufferLoad]:
    """The elements at one place of the buffers."""
    return [BufferLoad(buffer, (index,)) for buffer in buffers]


@dataclass(frozen=True)
class Warp:
    """A warp: its number of lanes, whether a shuffle names the lanes that take part, and in which dialect's order memory is allocated."""

    size: int
    masked: bool
    is_tirx: bool

    def one(self, reduction: Reduction, threads: Threads) -> Steps:
        """All threads of a group are lanes of one warp: each reads the value of the first lane of its group."""
        buffers = reduction.memory("red_buf{}", 1, "local")
        body, memory, mask = self._down(reduction, buffers, stores(buffers, reduction.values, const(0)), threads.count)
        lane = const(threads.count, threads.group.dtype) * threads.group  # pyright: ignore[reportOperatorIssue]
        for buffer in buffers:
            body += stores([buffer], [self._shuffle("tvm_warp_shuffle", mask, buffer, lane)], const(0))
        return Steps(body, memory, loads(buffers, const(0)))

    def several(self, reduction: Reduction, threads: Threads) -> Steps:
        """Each warp combines its values, and the first lanes of a group those of the warps."""
        warps, thread = threads.count // self.size, threads.thread
        staging = reduction.memory("red_buf_staging", threads.groups * warps, "shared")
        inner, outer = reduction.memory("red_buf{}", 1, "local"), reduction.memory("red_buf{}", 1, "local")
        result = reduction.memory("red_result", threads.groups, "shared")
        zero, lane, warp = const(0), thread % const(self.size), thread // const(self.size)  # pyright: ignore[reportOperatorIssue]
        body, memory, _ = self._down(reduction, inner, stores(inner, reduction.values, zero), self.size)
        to_staging = stores(staging, loads(inner, zero), threads.place(warps, warp))
        from_staging = stores(outer, loads(staging, threads.place(warps, thread)), zero)
        first = [IfThenElse(LT(thread, const(warps)), seq(from_staging))]
        body += [IfThenElse(EQ(lane, zero), seq(to_staging)), wait("shared")]
        second, more, _ = self._down(reduction, outer, first, warps)
        last = stores(result, loads(outer, zero), threads.group)
        body += [*second, IfThenElse(EQ(thread, zero), seq(last)), wait("shared")]
        in_order = (staging, memory, inner, more, outer) if self.is_tirx else (outer, more, inner, memory, staging)
        return Steps(body, [buffer for buffers in in_order for buffer in buffers], loads(result, threads.group))

    def _down(
        self, reduction: Reduction, buffers: Sequence[Buffer], first: Sequence[Stmt], lanes: int
    ) -> tuple[list[Stmt], list[Buffer], Expr]:
        """Steps that leave the combination over `lanes` lanes in the first of them, their memory, and the mask."""
        others, zero = reduction.memory("t{}", 1, "local"), const(0)
        body, memory, mask = list(first), others, const(0)
        if self.masked:
            cell = decl_buffer((1,), "uint32", "mask", scope="local")
            body += stores([cell], [Call(cell.dtype, Op.get("tir.tvm_warp_activemask"), ())], zero)
            memory = [*others, cell] if self.is_tirx else [cell, *others]
            mask = BufferLoad(cell, (zero,))
        offset = lanes // 2
        while offset:
            for buffer, other in zip(buffers, others):
                body += stores([other], [self._shuffle("tvm_warp_shuffle_down", mask, buffer, const(offset))], zero)
            body += reduction.combined(buffers, loads(others, zero), zero)
            offset //= 2
        return body, memory, mask

    def _shuffle(self, name: str, mask: Expr, buffer: Buffer, lane: Expr) -> Expr:
        size = const(self.size)
        value = BufferLoad(buffer, (const(0),))
        return Call(value.dtype, Op.get(f"tir.{name}"), (mask, value, lane, size, size))


def in_shared_memory(reduction: Reduction, threads: Threads, warp: int) -> Steps:
    """Halves the values in shared memory until one is left; threads of one warp need not wait for the others."""
    buffers = reduction.memory("red_buf{}", threads.groups * threads.count, "shared")
    place = threads.place(threads.count, threads.thread)

    def halved(offset: int, active: int, name: str = "") -> list[Stmt]:
        others = loads(buffers, _sum(place, const(offset)))
        steps = reduction.combined(buffers, others, place, name)
        return steps if name else [IfThenElse(LT(threads.thread, const(active)), seq(steps)), wait("shared")]

    body = [wait("shared"), *stores(buffers, reduction.values, place), wait("shared")]
    left = 1 << (threads.count - 1).bit_length()
    if left > threads.count:
        left //= 2
        body += halved(left, threads.count - left)
    aligned = threads.groups == 1 or threads.contiguous % warp == 0
    while left > 1 and (left > threads.contiguous or left > warp or not aligned):
        left //= 2
        body += halved(left, left)
    if left > 1:
        offsets = [left >> step for step in range(1, left.bit_length())]
        inside = [step for offset in offsets for step in halved(offset, 0, f"w_{offset}")]
        body += [IfThenElse(LT(threads.thread, const(left // 2)), seq(inside)), wait("shared")]
    return Steps(body, [], loads(buffers, threads.place(threads.count, const(0))))
