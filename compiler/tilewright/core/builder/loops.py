"""Loops: `serial`, `parallel`, `vectorized`, `unroll`, `thread_binding`, `grid`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from tilewright.core.base.diagnostics import UserError
from tilewright.core.builder.arguments import describe, integer, mapping, simplified
from tilewright.core.builder.frames import IRBuilder, StmtFrame, add_statement, attributes
from tilewright.core.ir.expr import Expr, IntImm, IterVar, IterVarKind, Range, Var
from tilewright.core.ir.operators import convert, match_types
from tilewright.core.ir.stmt import NO_ANNOTATIONS, For, ForKind, Stmt


class ForFrame(StmtFrame):
    """One loop, or a nest of serial ones: `vars` run over `doms`, outermost first."""

    def __init__(
        self,
        vars: tuple[Var, ...],
        doms: tuple[Range, ...],
        kind: ForKind = ForKind.SERIAL,
        thread: str | None = None,
        annotations: Mapping[str, object] | None = None,
        step: Expr | None = None,
    ) -> None:
        super().__init__()
        self.vars = vars
        self.doms = doms
        self.kind = kind
        self.thread = thread
        self.annotations = annotations or NO_ANNOTATIONS
        self.step = step

    if TYPE_CHECKING:
        # `for i in T.serial(8)` is a statement of the script, which the parser reads and which Python never runs.
        def __iter__(self) -> Iterator[Any]: ...

    def entered(self) -> Var | list[Var]:
        return self.vars[0] if len(self.vars) == 1 else list(self.vars)

    def finish(self, builder: IRBuilder) -> None:
        made: Stmt = self.body()
        for variable, domain in zip(reversed(self.vars), reversed(self.doms)):
            made = For(
                variable,
                domain.min,
                domain.extent,
                self.kind,
                made,
                self._binding(variable),
                self.annotations,
                self.step,
                self.span,
            )
        add_statement(made)

    def _binding(self, variable: Var) -> IterVar | None:
        if self.thread is None:
            return None
        return IterVar(None, Var("iter", variable.dtype), IterVarKind.ThreadIndex, self.thread)


def loop_domain(variable: Var) -> Range | None:
    """The domain of a variable of an open loop, None when it is no loop's."""
    for frame in reversed(IRBuilder.current().frames):
        for known, domain in zip(frame.vars, frame.doms) if isinstance(frame, ForFrame) else ():
            if known is variable:
                return domain
    return None


def _domain(start: object, stop: object) -> Range:
    """The range from `start` up to `stop`, or from 0 up to `start` when there is no `stop`."""
    if stop is None:
        extent = integer(start, "the extent of a loop", "start")
        return Range.from_min_extent(IntImm(extent.dtype, 0), extent)
    low = integer(start, "the begin of a loop", "start")
    high = integer(stop, "the end of a loop", "stop")
    begin, end = match_types(low, high)
    return Range.from_min_extent(begin, simplified(end - begin))


def _loop(
    kind: ForKind, start: object, stop: object, annotations: object, thread: str | None = None, step: object = None
) -> ForFrame:
    domain = _domain(start, stop)
    kept = attributes(mapping(annotations, "`annotations`", "annotations")) if annotations else None
    by = None if step is None else _step(step, domain)
    return ForFrame((Var("v", domain.extent.dtype),), (domain,), kind, thread, kept, by)


def _step(step: object, domain: Range) -> Expr:
    """By how much the variable goes up: at least 1."""
    made = integer(step, "the step of a loop", "step", domain.extent.dtype)
    if isinstance(made, IntImm) and made.value < 1:
        raise UserError("loop-step", f"the step of a loop must be 1 or more, and this is {made.value}", "step")
    return match_types(domain.extent, made)[1]


def serial(
    start: Expr | int,
    stop: Expr | int | None = None,
    *,
    annotations: Mapping[str, Any] | None = None,
    step: Expr | int | None = None,
    unroll: bool | int | None = None,
) -> ForFrame:
    """A loop that runs in order: `for i in T.serial(8)` or `for i in T.serial(2, 10)`; `range` means the same.

    With `step=3` the variable goes up by 3.  `unroll` asks the compiler of a GPU to write the loop out, that many times when it is a number, or not to.
    """
    return _loop(ForKind.SERIAL, start, stop, _with_unrolling(annotations, unroll), step=step)


def _with_unrolling(annotations: Mapping[str, Any] | None, unroll: bool | int | None) -> Mapping[str, Any] | None:
    """The annotations of a loop with what `unroll` says."""
    if unroll is None:
        return annotations
    if not isinstance(unroll, int) or (unroll is not False and unroll < 1):
        raise UserError("wrong-argument", f"`unroll` is True, False or at least 1, not {describe(unroll)}", "unroll")
    key, value = ("disable_unroll", True) if unroll is False else ("pragma_unroll", unroll)
    return {**mapping(annotations or {}, "`annotations`", "annotations"), key: value}


def parallel(
    start: Expr | int,
    stop: Expr | int | None = None,
    *,
    annotations: Mapping[str, Any] | None = None,
    step: Expr | int | None = None,
) -> ForFrame:
    """A loop whose iterations are shared out among the threads of the CPU; they must not depend on one another."""
    return _loop(ForKind.PARALLEL, start, stop, annotations, step=step)


def vectorized(
    start: Expr | int,
    stop: Expr | int | None = None,
    *,
    annotations: Mapping[str, Any] | None = None,
    step: Expr | int | None = None,
) -> ForFrame:
    """A loop that becomes vector instructions, one lane for each iteration; the extent must be a constant."""
    return _loop(ForKind.VECTORIZED, start, stop, annotations, step=step)


def unroll(
    start: Expr | int,
    stop: Expr | int | None = None,
    *,
    annotations: Mapping[str, Any] | None = None,
    step: Expr | int | None = None,
) -> ForFrame:
    """A loop that is written out, once for each iteration."""
    return _loop(ForKind.UNROLLED, start, stop, annotations, step=step)


def thread_binding(
    start: Expr | int,
    stop: Expr | int | str | None = None,
    thread: str | None = None,
    *,
    annotations: Mapping[str, Any] | None = None,
) -> ForFrame:
    """A loop whose iterations are the threads of a GPU: `for tx in T.thread_binding(128, thread="threadIdx.x")`.

    `thread` is the tag: "blockIdx.x", "threadIdx.y", "vthread.x", ...
    """
    if thread is None and isinstance(stop, str):
        stop, thread = None, stop
    if not isinstance(thread, str) or not thread:
        given = "" if thread is None else f", not {describe(thread)}"
        raise UserError(
            "missing-thread",
            f'`T.thread_binding` needs the tag of a thread, such as thread="threadIdx.x"{given}',
            "thread",
        )
    return _loop(ForKind.THREAD_BINDING, start, stop, annotations, thread)


def grid(*extents: Expr | int | tuple[Expr | int, Expr | int]) -> ForFrame:
    """Nested serial loops, one for each extent: `for i, j in T.grid(128, 64)`.  A pair is the begin of a loop and its extent."""
    domains = tuple(_grid_domain(extent, number) for number, extent in enumerate(extents))
    return ForFrame(tuple(Var("v", domain.extent.dtype) for domain in domains), domains)


def _grid_domain(given: object, position: int) -> Range:
    if type(given) is int:
        size = convert(given)
        return Range.from_min_extent(IntImm(size.dtype, 0), size)
    what = f"extent {position + 1} of `T.grid`"
    if not isinstance(given, tuple) or len(given) != 2:  # pyright: ignore[reportUnknownArgumentType]
        size = integer(given, what, position)
        return Range.from_min_extent(IntImm(size.dtype, 0), size)
    first, extent = (integer(part, what, position) for part in given)  # pyright: ignore[reportUnknownVariableType]
    return Range.from_min_extent(*match_types(first, extent))


__all__ = ["ForFrame", "grid", "loop_domain", "parallel", "serial", "thread_binding", "unroll", "vectorized"]
