"""Choices that are made by chance and can be replayed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.core.ir.expr import Expr, IntImm, Var
from tilewright.core.schedule import sampling
from tilewright.core.schedule.instructions import KINDS, Instruction, LoopRV
from tilewright.core.schedule.methods.queries import Queries


class Choices(Queries):
    """Sampling."""

    def sample_categorical(self, candidates: Sequence[int], probs: Sequence[float], decision: Any = None) -> Expr:
        """One of the candidates, with the probabilities given; the decision is its position."""
        position = sampling.categorical(self._random, candidates, probs, decision)
        chosen = candidates[position]
        return self._chosen(
            "SampleCategorical",
            [],
            [list(candidates), list(probs)],
            [int(getattr(chosen, "value", chosen))],
            position,
            one=True,
        )

    def sample_perfect_tile(
        self, loop: LoopRV, n: int, max_innermost_factor: int = 16, decision: Any = None
    ) -> list[Any]:
        """`n` factors whose product is the extent of the loop; of a loop without a known extent the first is None and the others are 1."""
        extent = self._ref(self._loop_like(loop)).loop.extent
        if not isinstance(extent, IntImm):
            tile: list[Any] = [None, *[1] * (n - 1)]
        elif decision is not None:
            tile = sampling.adjusted(decision, extent.value)
        else:
            tile = list(sampling.perfect_tile(self._random, extent.value, n, max_innermost_factor))
        return self._chosen(
            "SamplePerfectTile",
            [loop],
            [n, max_innermost_factor],
            tile,
            [-1 if each is None else each for each in tile] if None in tile else tile,
        )

    def sample_partitioned_tile(
        self, loop: LoopRV, n: int, partition_pos: int = 0, innerpart_factor: int = 1, decision: Any = None
    ) -> list[Any]:
        """`n` factors of the extent of the loop; the product of those from `partition_pos` on is a multiple of `innerpart_factor`."""
        extent = self._ref(self._loop_like(loop)).loop.extent
        if not isinstance(extent, IntImm):
            raise ValueError("the extent of the loop is not known")
        if decision is not None:
            tile = sampling.adjusted(decision, extent.value)
        else:
            tile = sampling.partitioned_tile(self._random, extent.value, n, partition_pos, innerpart_factor)
        return self._chosen("SamplePartitionedTile", [loop], [n, partition_pos, innerpart_factor], tile, tile)

    def _chosen(
        self, kind: str, inputs: list[Any], attrs: list[Any], values: Sequence[Any], decision: Any, *, one: bool = False
    ) -> Any:
        """Random variables for numbers, and their decision in the trace."""
        outputs: list[Any] = []
        for value in values:
            variable = Var(f"v{len(self._values)}", "int32")
            self._values[variable] = value
            outputs.append(variable)
        self.trace.append(Instruction(KINDS[kind], inputs, attrs, outputs), decision)
        return outputs[0] if one else outputs


__all__ = ["Choices"]
