"""Libraries for graphics processors: programs may import what hands graphs over to them, and calling it says that they are not served."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn


def partition(library: str) -> Callable[..., Any]:
    """What stands for `partition_for_<library>`."""

    def refuse(mod: Any, **options: Any) -> NoReturn:
        raise NotImplementedError(
            f"`partition_for_{library}` hands operators to a library for graphics processors, and Tilewright builds for the CPU; "
            "patterns of your own go through relax.transform.FuseOpsByPattern"
        )

    refuse.__name__ = f"partition_for_{library}"
    return refuse
