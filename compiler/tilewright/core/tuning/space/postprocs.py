"""Postprocessors: what finishes a schedule when its choices are made, or refuses it.  `Postproc.apply` says whether the schedule is still one to measure."""

from __future__ import annotations

from tilewright.core.base.errors import ScheduleError
from tilewright.core.ir.expr import IntImm, IterVarKind, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import Block, For, ForKind
from tilewright.core.ir.walk import walk
from tilewright.core.passes.tir.threads.note_schedule import AUTO_PARALLEL, number_in
from tilewright.core.schedule.instructions import BlockRV, LoopRV
from tilewright.core.schedule.methods.schedule import Schedule
from tilewright.core.tuning.space.parallel_vectorize_unroll import PARALLEL, UNROLL, VECTORIZE
from tilewright.core.tuning.space.rule import blocks_of, extent_of


class Postproc:
    """A postprocessor; programs may derive their own, with `apply`."""

    def apply(self, sch: Schedule) -> bool:
        """Change the schedule; whether it is worth measuring."""
        raise NotImplementedError

    def clone(self) -> Postproc:
        """Another one like this."""
        made = type(self).__new__(type(self))
        made.__dict__.update(self.__dict__)
        return made

    @staticmethod
    def create(kind: str) -> list[Postproc]:
        """The postprocessors for "llvm" in their order; raises `ValueError` for another kind."""
        if kind != "llvm":
            raise ValueError(f'there are postprocessors for "llvm", and not for {kind!r}')
        return [DisallowDynamicLoop(), RewriteParallelVectorizeUnroll(), RewriteReductionBlock()]


class DisallowDynamicLoop(Postproc):
    """Refuses loops whose extents are not known."""

    def apply(self, sch: Schedule) -> bool:
        functions = (func for func in sch.mod.functions.values() if isinstance(func, PrimFunc))
        loops = (node for func in functions for node in walk(func.body) if isinstance(node, For))
        return all(isinstance(loop.extent, IntImm) for loop in loops)


class RewriteParallelVectorizeUnroll(Postproc):
    """Makes loops parallel, vectors and unrolled, as the annotations of the root block say, and takes these away."""

    def apply(self, sch: Schedule) -> bool:
        try:
            root = sch.get_block("root", "main")
        except ScheduleError:
            return True
        asked = _taken(sch, root)
        for block in blocks_of(sch) if asked else ():
            if PARALLEL in asked:
                _parallel(sch, block, asked[PARALLEL])
            if VECTORIZE in asked:
                _vectorized(sch, block, asked[VECTORIZE])
            for explicit, key in UNROLL.items():
                if asked.get(key):
                    _unrolled(sch, block, asked[key], explicit)
        return True


class RewriteReductionBlock(Postproc):
    """Initialises reductions before their loops, in blocks of their own; those that the compiler tiles by itself stay as they are."""

    def apply(self, sch: Schedule) -> bool:
        for block in blocks_of(sch):
            node = sch.get(block)
            if node.init is not None and AUTO_PARALLEL not in node.annotations:
                place = next((loop for loop in sch.get_loops(block) if not _is_spatial(sch, block, loop)), None)
                if place is not None and _tried(sch, "decompose_reduction", block, place) is None:
                    return False
        return True


def _taken(sch: Schedule, root: BlockRV) -> dict[str, int]:
    """The annotations of the root block for this, which it has no more."""
    found: dict[str, int] = {}
    for key in (PARALLEL, VECTORIZE, *UNROLL.values()):
        value = number_in(sch.get(root).annotations.get(key))
        if value is not None:
            found[key] = value
            sch.unannotate(root, key)
    return found


def _parallel(sch: Schedule, block: BlockRV, most: int) -> None:
    """Fuse the outermost spatial loops up to so many iterations, and make the loop parallel."""
    chosen: list[LoopRV] = []
    total = 1
    for loop in sch.get_loops(block):
        extent = extent_of(sch, loop)
        if extent is None or not _is_spatial(sch, block, loop) or (chosen and total * extent > most):
            break
        chosen.append(loop)
        total *= extent
    while len(chosen) > 1 and _tried(sch, "fuse", *chosen) is None:
        chosen.pop()
    if chosen and total > 1:
        first = sch.get_loops(block)[0]
        if sch.get(first).kind is ForKind.SERIAL:
            _tried(sch, "parallel", first)


def _vectorized(sch: Schedule, block: BlockRV, most: int) -> None:
    """Make the innermost loop vectors, where it is spatial and its elements are next to each other in what the block writes."""
    loops = sch.get_loops(block)
    if not loops or not _is_spatial(sch, block, loops[-1]) or sch.get(loops[-1]).kind is not ForKind.SERIAL:
        return
    extent = extent_of(sch, loops[-1]) or 1
    if not 1 < extent or not _is_contiguous(sch, block, loops[-1]):
        return
    inner = loops[-1]
    if extent > most:
        size = next((size for size in (64, 32, 16, 8, 4) if size <= most and extent % size == 0), 0)
        if not size:
            return
        inner = sch.split(inner, factors=[None, size])[1]
    _tried(sch, "vectorize", inner)


def _unrolled(sch: Schedule, block: BlockRV, steps: int, explicit: bool) -> None:
    loops = sch.get_loops(block)
    if loops:
        sch.annotate(loops[0], "pragma_auto_unroll_max_step", steps)
        sch.annotate(loops[0], "pragma_unroll_explicit", int(explicit))


def _is_spatial(sch: Schedule, block: BlockRV, loop: LoopRV) -> bool:
    """Whether a loop is in no other axes of a block than spatial ones."""
    ref = sch.get_sref(block)
    variable = sch.get(loop).loop_var
    axes = zip(ref.binding.iter_values, ref.block.iter_vars)
    return all(axis.iter_type is IterVarKind.DataPar or not _uses(value, variable) for value, axis in axes)


def _is_contiguous(sch: Schedule, block: BlockRV, loop: LoopRV) -> bool:
    """Whether the loop is in the axis that is the last index of what the block writes."""
    ref = sch.get_sref(block)
    node: Block = ref.block
    if not node.writes or not node.writes[0].region:
        return False
    last = node.writes[0].region[-1].min
    variable = sch.get(loop).loop_var
    axes = zip(ref.binding.iter_values, node.iter_vars)
    return any(_uses(value, variable) and _uses(last, axis.var) for value, axis in axes)


def _uses(value: object, variable: Var) -> bool:
    return any(node is variable for node in walk(value))  # pyright: ignore[reportArgumentType]


def _tried(sch: Schedule, primitive: str, *given: object) -> object | None:
    """The result of a primitive, True for nothing; None where it is not possible."""
    try:
        made = getattr(sch, primitive)(*given)
    except (ScheduleError, ValueError):
        return None
    return True if made is None else made


__all__ = [
    "DisallowDynamicLoop",
    "Postproc",
    "RewriteParallelVectorizeUnroll",
    "RewriteReductionBlock",
]
