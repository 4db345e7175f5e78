"""Waits for the stages of a software pipeline that run by themselves, such as copies to shared memory.

What a stage starts in a step is one group, or several when something waits for an earlier one in between.  Whoever reads what a stage writes waits until at most as many of its groups
are in flight as were started after the one that it needs: the difference of the iterations that writer and reader have come to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.base.dtype import INT32
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Call, Expr
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import AttrStmt, Block, BlockRealize, Stmt, seq
from tilewright.core.passes.tir.compat.async_marks import COMMIT, INFLIGHT, SCOPE, WAIT


@dataclass
class Step:
    """A statement in one step of a piece: its guard, and the iteration that it has come to."""

    stage: int
    inside: Expr
    block: Block
    iteration: Expr
    by_itself: bool

    def wrapped(self, key: str, value: Expr) -> None:
        """Put an attribute around the statement."""
        self.block = self.block.replace(body=AttrStmt(const(0), key, value, self.block.body))


@dataclass
class _Local:
    """A stage in one piece: its groups as places of steps, the iteration that it starts, and where something waits for it."""

    groups: list[list[int]] = field(default_factory=list[list[int]])
    is_waited_for: bool = False
    head: Expr | None = None
    inside: Expr | None = None
    seen: set[Buffer] = field(default_factory=set[Buffer])
    waits_at: int | None = None
    in_flight: Expr | None = None

    def start(self, place: int, step: Step, normal: Analyzer) -> int:
        """Add a step to the open group or a new one; returns the number of the group."""
        if not self.groups or self.is_waited_for:
            self.groups.append([place])
        else:
            self.groups[-1].append(place)
        self.head = step.iteration
        if self.inside is None or normal.can_prove(self.inside):
            self.inside = step.inside
        else:
            self.inside = normal.simplify(self.inside & step.inside)
        return len(self.groups) - 1


class Producers:
    """The stages that run by themselves, over all pieces of a loop: what they write, and the last iteration that they started."""

    def __init__(self) -> None:
        self.written: dict[int, set[Buffer]] = {}
        self.heads: dict[int, Expr] = {}

    def waiting(
        self, steps: list[Step], analyzer: Analyzer, normal: Analyzer, block_of: Callable[[Stmt], Block]
    ) -> list[Stmt]:
        """The statements of a step, with marks of what runs by itself and waits for it."""
        self.local: dict[int, _Local] = {}
        self.group_of: dict[Buffer, int] = {}
        for place, step in enumerate(steps):
            if step.by_itself:
                self._start(place, step, normal)
            for stage in self._sources(step):
                self.local.setdefault(stage, _Local()).is_waited_for = True
        for place, step in enumerate(steps):
            self._count(place, step, analyzer, normal)
        for stage, local in self.local.items():
            _put_wait(stage, local, steps, normal)
        return self._grouped(steps, block_of)

    def advance(self, extent: Expr) -> None:
        """The piece is over, which every stage in it ran `extent` times."""
        for stage, local in self.local.items():
            if local.groups:
                self.heads[stage] = self.heads.get(stage, const(-1)) + extent

    def _start(self, place: int, step: Step, normal: Analyzer) -> None:
        number = self.local.setdefault(step.stage, _Local()).start(place, step, normal)
        for region in step.block.writes:
            self.written.setdefault(step.stage, set()).add(region.buffer)
            self.group_of[region.buffer] = number
        step.wrapped(SCOPE, const(1))

    def _sources(self, step: Step) -> list[int]:
        """The stages up to that of a step which write what it reads."""
        read = {region.buffer for region in step.block.reads}
        return [stage for stage, written in self.written.items() if stage <= step.stage and read & written]

    def _count(self, place: int, step: Step, analyzer: Analyzer, normal: Analyzer) -> None:
        if step.by_itself:
            self.local[step.stage].seen |= {region.buffer for region in step.block.writes}
        sources = self._sources(step)
        if not sources:
            return
        if len(sources) > 1:
            raise NotImplementedError(
                "a statement reads what several stages of a pipeline write that run by themselves"
            )
        source = self.local.setdefault(sources[0], _Local())
        in_flight: Expr = const(0)
        for head in self._heads(sources[0], source, step):
            if not normal.can_prove(head >= 0):
                in_flight = const(0)
                break
            in_flight = in_flight + analyzer.simplify(head - step.iteration)
        if source.waits_at is None:
            source.waits_at, source.in_flight = place, in_flight
        elif source.in_flight is not None and analyzer.can_prove(in_flight < source.in_flight):
            source.in_flight = in_flight

    def _heads(self, stage: int, source: _Local, step: Step) -> list[Expr]:
        """For each group that the step waits for, the last iteration that was started before it."""
        if not source.groups or source.head is None:
            return [self.heads.get(stage, const(-1))]
        found: dict[int, Expr] = {}
        for region in step.block.reads:
            if region.buffer in self.written[stage] and region.buffer in self.group_of:
                head = source.head if region.buffer in source.seen else source.head - 1
                found.setdefault(self.group_of[region.buffer], head)
        return list(found.values())

    def _grouped(self, steps: Sequence[Step], block_of: Callable[[Stmt], Block]) -> list[Stmt]:
        """The steps as statements; neighbours that one stage starts are committed together."""
        stage_at = {place: stage for stage, local in self.local.items() for group in local.groups for place in group}
        made: list[Stmt] = []
        place = 0
        while place < len(steps):
            first, stage = steps[place], stage_at.get(place)
            if stage is None:
                made.append(BlockRealize((), first.inside, first.block))
                place += 1
                continue
            bodies: list[Stmt] = []
            while place < len(steps) and stage_at.get(place) == stage:
                bodies.append(steps[place].block.body)
                place += 1
            committed = AttrStmt(const(0), COMMIT, const(stage), seq(bodies))
            made.append(BlockRealize((), first.inside, block_of(committed)))
        return made


def _put_wait(stage: int, local: _Local, steps: Sequence[Step], normal: Analyzer) -> None:
    """Let the first step that needs it wait; the number is exact only where the stage itself runs."""
    if local.waits_at is None or local.in_flight is None:
        return
    count = local.in_flight
    if local.inside is not None and not normal.can_prove(local.inside):
        count = Call(INT32, "tir.if_then_else", (local.inside, count, const(0)))
    steps[local.waits_at].wrapped(INFLIGHT, count)
    steps[local.waits_at].wrapped(WAIT, const(stage))
