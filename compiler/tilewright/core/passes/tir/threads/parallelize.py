"""Parallelize: outer loops whose iterations are independent become parallel, where the work is worth it.

    for i, j: C[i, j] = ...   ->   for i in T.parallel(n, annotations={"parallel_grain": 4}): for j: C[i, j] = ...

The loop to run in threads is the outermost one with iterations for many threads; independent loops that stand directly in each other and have few iterations each
are joined.  Work is estimated in `work`: a loop stays as it is when it would not fill two chunks, and the grain bounds the number of chunks when the
sizes come with the call.
"""

from __future__ import annotations

from typing import Any

from tilewright.core.ir.expr import Div, Expr, IntImm, Mod, Var
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import For, ForKind, LetStmt, Stmt
from tilewright.core.ir.walk import Visit, rewrite_top_down, walk
from tilewright.core.passes.tir.threads.choices import chose
from tilewright.core.passes.tir.threads.independent import INDEPENDENT, NONTEMPORAL, is_independent
from tilewright.core.passes.tir.threads.work import Work, work

# The annotation that code generation reads: the least iterations of a chunk.
GRAIN = "parallel_grain"
# Iterations that are enough for the threads of any machine planned for, and enough to let a loop be rather than look further inside.
_MANY, _ENOUGH = 256, 8


def parallelized(body: Stmt, known: frozenset[Var], chunk: int) -> Stmt:
    """The statement with its loops parallel that should be; `known` are the pointers to memory that has no other name, `chunk` is the least work of a chunk."""

    def loop(stmt: For, visit: Visit) -> Stmt:
        whole = work(stmt)
        if whole.least < 2 * chunk or stmt.kind is not ForKind.SERIAL:
            if stmt.kind is ForKind.SERIAL and whole.is_known:
                chose(
                    f"loop `{stmt.loop_var.name}` in one thread: {_work_of(whole)}, and two chunks are {2 * chunk / 1e6:.3g} µs"
                )
            return stmt
        chosen = _chain(stmt, known)
        if chosen and _fits(chosen, known, chunk):
            made = _in_threads(chosen, chunk)
            chose(_reason(made, chosen, whole, chunk))
            return made
        return stmt.map_children(visit)

    return rewrite_top_down(body, {For: loop})


def _reason(made: For, chain: tuple[For, ...], whole: Work, chunk: int) -> str:
    """The choice, in a sentence."""
    names = ", ".join(f"`{loop.loop_var.name}`" for loop in chain)
    count, grain = made.extent, made.annotations[GRAIN]
    said = f"loop{'s' * (len(chain) > 1)} {names} in threads, "
    if isinstance(count, IntImm) and isinstance(grain, IntImm):
        chunks = max(1, count.value // grain.value)
        most = f"{count.value} iterations in up to {chunks} chunks of at least {grain.value}"
        return f"{said}{most}: {_work_of(whole)}, and a chunk is at least {chunk / 1e6:.3g} µs"
    return f"{said}in chunks that the sizes of a call decide, of at least {chunk / 1e6:.3g} µs"


def _work_of(whole: Work) -> str:
    microseconds = whole.least / 1e6
    return f"about {microseconds:,.0f} µs of work" if microseconds >= 100 else f"about {microseconds:.2g} µs of work"


def _chain(stmt: For, known: frozenset[Var]) -> tuple[For, ...]:
    """The independent loops to join, outermost first; none when the loop itself is not independent."""
    chain: list[For] = []
    loop: Stmt = stmt
    while isinstance(loop, For) and is_independent(loop, known):
        if chain and (not _has_constants(loop) or not _has_constants(chain[0]) or _is_row(loop)):
            break
        chain.append(loop)
        if _iterations(chain) >= _MANY:
            break
        loop = loop.body
    return tuple(chain)


def _has_constants(loop: For) -> bool:
    return isinstance(loop.min, IntImm) and isinstance(loop.extent, IntImm)


def _is_row(loop: For) -> bool:
    """Whether the loop is an innermost one of scalars, which LLVM makes vectors of."""
    return INDEPENDENT not in loop.annotations and not any(isinstance(node, For) for node in walk(loop.body))


def _iterations(chain: list[For] | tuple[For, ...]) -> int:
    made = 1
    for loop in chain:
        made *= loop.extent.value if isinstance(loop.extent, IntImm) else _MANY
    return made


def _fits(chain: tuple[For, ...], known: frozenset[Var], chunk: int) -> bool:
    """Whether the chain has enough iterations, or more than loops inside would give."""
    count = _iterations(chain)
    if count >= _ENOUGH:
        return True
    inner = max((_better(node, known, chunk) for node in walk(chain[-1].body) if isinstance(node, For)), default=0)
    return count > 1 and inner <= count


def _better(loop: For, known: frozenset[Var], chunk: int) -> int:
    """The iterations of a loop that could be parallel by itself, 0 for one that is not worth it."""
    if work(loop).least < 4 * chunk or not is_independent(loop, known):
        return 0
    return _iterations((loop,))


def _in_threads(chain: tuple[For, ...], chunk: int) -> For:
    """One parallel loop for the loops of a chain."""
    innermost = chain[-1]
    annotations: dict[str, Any] = {GRAIN: _each(innermost, chain).grain(chunk)}
    if any(NONTEMPORAL in loop.annotations for loop in chain):
        annotations[NONTEMPORAL] = const(1)
    if len(chain) == 1:
        return innermost.replace(kind=ForKind.PARALLEL, annotations=annotations)
    joined = chain[0].loop_var.replace()
    body: Stmt = innermost.body
    rest: Expr = joined
    for loop in reversed(chain):
        size = const(_size(loop), joined.dtype)
        place = rest if loop is chain[0] else Mod(rest, size)
        value = place if _first(loop) == 0 else place + const(_first(loop), joined.dtype)
        body = LetStmt(loop.loop_var, value, body)
        rest = Div(rest, size)
    count = const(_iterations(chain), joined.dtype)
    return For(joined, const(0, joined.dtype), count, ForKind.PARALLEL, body, None, annotations)


def _each(loop: For, chain: tuple[For, ...]) -> Work:
    """The work of one iteration."""
    return work(loop.body, frozenset(each.loop_var for each in chain))


def _size(loop: For) -> int:
    assert isinstance(loop.extent, IntImm)
    return loop.extent.value


def _first(loop: For) -> int:
    assert isinstance(loop.min, IntImm)
    return loop.min.value


__all__ = ["GRAIN", "parallelized"]
