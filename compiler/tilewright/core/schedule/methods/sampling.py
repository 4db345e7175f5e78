"""Choices that are made by chance and can be replayed."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.ir.expr import Expr, IntImm, Var
from tilewright.core.schedule import sampling
from tilewright.core.schedule.instructions import BlockRV, LoopRV
from tilewright.core.schedule.methods.queries import Queries
from tilewright.core.schedule.methods.random_variables import instruction
from tilewright.core.schedule.primitives.locations import compute_locations


class Sampling(Queries):
    """Sampling."""

    @instruction("SampleCategorical", pure=True)
    def sample_categorical(
        self, candidates: Sequence[int], probs: Sequence[float], decision: int | IntImm | None = None
    ) -> Expr:
        """Draw one of several numbers.

        - `candidates`: the numbers.
        - `probs`: the probability of each.
        - `decision`: the position of the number; without it, chance decides. Traces keep it.

        Returns the number, as a random variable.
        """
        self.traced("candidates", list(candidates))
        self.traced("probs", list(probs))
        position = sampling.categorical(self._random, candidates, probs, decision)
        self.traced("decision", sampling.Choice(position))
        chosen = candidates[position]
        return self._chosen([int(getattr(chosen, "value", chosen))])[0]

    @instruction("SamplePerfectTile", "loop", pure=True)
    def sample_perfect_tile(
        self, loop: LoopRV, n: int, max_innermost_factor: int = 16, decision: Sequence[int] | None = None
    ) -> list[Expr | None]:
        """Draw factors whose product is the extent of a loop, for `split`.

        - `loop`: the loop.
        - `n`: the number of factors.
        - `max_innermost_factor`: the most that the last factor may be.
        - `decision`: the factors; without it, chance decides. Traces keep it.

        Returns the factors, as random variables; of a loop without a known extent the first is None and the others are 1.
        """
        extent = self._ref(loop).loop.extent
        if not isinstance(extent, IntImm):
            self.traced("decision", [-1, *[1] * (n - 1)])
            return [None, *self._chosen([1] * (n - 1))]
        if decision is not None:
            tile = sampling.adjusted(decision, extent.value)
        else:
            tile = list(sampling.perfect_tile(self._random, extent.value, n, max_innermost_factor))
        return [*self._chosen(self.traced("decision", tile))]

    @instruction("SamplePartitionedTile", "loop", pure=True)
    def sample_partitioned_tile(
        self,
        loop: LoopRV,
        n: int,
        partition_pos: int = 0,
        innerpart_factor: int = 1,
        decision: Sequence[int] | None = None,
    ) -> list[Expr]:
        """Draw factors whose product is the extent of a loop, of which the last together are a multiple of a number.

        - `loop`: the loop.
        - `n`: the number of factors.
        - `partition_pos`: the position of the first of those that count together.
        - `innerpart_factor`: the number that their product is a multiple of.
        - `decision`: the factors; without it, chance decides. Traces keep it.

        Returns the factors, as random variables. Raises `ValueError` for a loop without a known extent.
        """
        extent = self._ref(loop).loop.extent
        if not isinstance(extent, IntImm):
            raise ValueError("the extent of the loop is not known")
        if decision is not None:
            tile = sampling.adjusted(decision, extent.value)
        else:
            tile = sampling.partitioned_tile(self._random, extent.value, n, partition_pos, innerpart_factor)
        return self._chosen(self.traced("decision", tile))

    @instruction("SampleComputeLocation", "block", pure=True)
    def sample_compute_location(self, block: BlockRV | str, decision: int | IntImm | None = None) -> LoopRV:
        """Draw a place to compute a block at, for `compute_at`.

        - `block`: the block, or its name.
        - `decision`: the position of the loop, -2 for inlined, -1 for where it is; one that is no place any more becomes the nearest outer one; without it, chance decides. Traces keep it.

        Returns a loop, or a marker for one of the other two.
        """
        places = compute_locations(self.state, self._ref(block))
        if decision is None:
            chosen = self._random.choice(list(places))
        else:
            wished = int(decision.value if isinstance(decision, IntImm) else decision)
            chosen = max((each for each in places if each <= wished), default=-1)
        self.traced("decision", sampling.Choice(chosen))
        return self._new_loop(places[chosen])

    def _chosen(self, values: Sequence[int]) -> list[Expr]:
        """Random variables for numbers."""
        outputs: list[Expr] = []
        for value in values:
            variable = Var(f"v{len(self._values)}", "int32")
            self._values[variable] = value
            outputs.append(variable)
        return outputs


__all__ = ["Sampling"]
