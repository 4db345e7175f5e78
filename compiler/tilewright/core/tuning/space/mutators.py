"""Mutators: the trace of a schedule with one decision made otherwise."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, cast

from tilewright.core.passes.tir.threads.note_schedule import TILE_ROWS, TILE_VECTORS
from tilewright.core.schedule.instructions import Instruction
from tilewright.core.schedule.trace import Trace
from tilewright.core.tuning.space.parallel_vectorize_unroll import PARALLEL, UNROLL


class Mutator:
    """A mutator; programs may derive their own, with `apply`, and with `random` for their choices."""

    random = random.Random()

    def apply(self, trace: Trace) -> Trace | None:
        """Another trace, without its postprocessing; None where there is nothing to mutate."""
        raise NotImplementedError

    def clone(self) -> Mutator:
        """Another one like this."""
        made = type(self).__new__(type(self))
        made.__dict__.update(self.__dict__)
        return made

    @staticmethod
    def create(kind: str) -> dict[Mutator, float]:
        """The mutators for "llvm" with their probabilities; raises `ValueError` for another kind."""
        if kind != "llvm":
            raise ValueError(f'there are mutators for "llvm", and not for {kind!r}')
        return {MutateTileSize(): 0.8, MutateComputeLocation(): 0.05, MutateUnroll(): 0.05, MutateParallel(): 0.1}


class MutateTileSize(Mutator):
    """Moves a factor from one part of a split loop to another, or takes another size of a register tile."""

    def apply(self, trace: Trace) -> Trace | None:
        tiles = [inst for inst in _sampled(trace, "SamplePerfectTile") if _movable(trace.decisions.get(inst))]
        places = [*tiles, *_annotated(trace, (TILE_ROWS, TILE_VECTORS))]
        if not places:
            return None
        chosen = self.random.choice(places)
        if chosen.kind.name == "SampleCategorical":
            return _otherwise(trace, chosen, self.random)
        return trace.with_decision(chosen, _moved(trace.decisions[chosen], self.random), True)


class MutateUnroll(Mutator):
    """Takes another limit of unrolling."""

    def apply(self, trace: Trace) -> Trace | None:
        return _one_of(trace, tuple(UNROLL.values()), self.random)


class MutateParallel(Mutator):
    """Takes another number of parallel iterations."""

    def __init__(self, max_jobs_per_core: int = 16) -> None:
        self.max_jobs_per_core = max_jobs_per_core

    def apply(self, trace: Trace) -> Trace | None:
        return _one_of(trace, (PARALLEL,), self.random)


class MutateComputeLocation(Mutator):
    """Takes another place to compute a producer at."""

    def apply(self, trace: Trace) -> Trace | None:
        places = list(_sampled(trace, "SampleComputeLocation"))
        if not places:
            return None
        return trace.with_decision(self.random.choice(places), self.random.randrange(-2, 8), True)


def _sampled(trace: Trace, kind: str) -> Iterator[Instruction]:
    return (inst for inst in trace.insts if inst.kind.name == kind and inst in trace.decisions)


def _annotated(trace: Trace, keys: tuple[str, ...]) -> list[Instruction]:
    """The choices whose results are annotations of these names."""
    given = [inst.inputs[1] for inst in trace.insts if inst.kind.name == "Annotate" and inst.attrs[0] in keys]
    return [inst for inst in _sampled(trace, "SampleCategorical") if any(inst.outputs[0] is each for each in given)]


def _one_of(trace: Trace, keys: tuple[str, ...], chance: random.Random) -> Trace | None:
    places = _annotated(trace, keys)
    return _otherwise(trace, chance.choice(places), chance) if places else None


def _otherwise(trace: Trace, inst: Instruction, chance: random.Random) -> Trace | None:
    """The trace with another of the candidates."""
    candidates: Any = inst.attrs[0]
    others = [at for at in range(len(candidates)) if at != int(cast("int", trace.decisions[inst]))]
    return trace.with_decision(inst, chance.choice(others), True) if others else None


def _movable(decision: Any) -> bool:
    return len(decision) > 1 and any(int(factor) > 1 for factor in decision)


def _moved(decision: Any, chance: random.Random) -> list[int]:
    """The factors with a prime factor of one moved to another."""
    tile = [int(factor) for factor in decision]
    source = chance.choice([at for at, factor in enumerate(tile) if factor > 1])
    prime = chance.choice([each for each in range(2, tile[source] + 1) if tile[source] % each == 0])
    target = chance.choice([at for at in range(len(tile)) if at != source])
    tile[source] //= prime
    tile[target] *= prime
    return tile


__all__ = ["MutateComputeLocation", "MutateParallel", "MutateTileSize", "MutateUnroll", "Mutator"]
