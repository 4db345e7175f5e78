"""Seeds of several tasks from one."""

from __future__ import annotations

import random


def fork_seed(seed: int | None, n: int) -> list[int]:
    """`n` seeds, the same for the same seed; any where it is None."""
    chance = random.Random(seed)
    return [chance.randrange(1, 1 << 31) for _ in range(n)]


__all__ = ["fork_seed"]
