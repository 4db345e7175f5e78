"""Partitioning for GPU libraries: programs may import these functions, and calling one says that the library is not served."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from tilewright.core.ir.function import IRModule


def _partition(library: str) -> Callable[..., NoReturn]:
    def refuse(mod: IRModule, **options: object) -> NoReturn:
        raise NotImplementedError(
            f"`partition_for_{library}` gives operators to a GPU library, and Tilewright builds for the CPU; "
            "use relax.transform.FuseOpsByPattern for patterns of your own"
        )

    refuse.__name__ = refuse.__qualname__ = f"partition_for_{library}"
    return refuse


partition_for_cublas = _partition("cublas")
partition_for_cudnn = _partition("cudnn")
partition_for_cutlass = _partition("cutlass")
