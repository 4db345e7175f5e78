"""`T.block` in both of its forms: that of today and that of 2021."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.builder.blocks import BlockFrame
from tilewright.core.builder.older import AxesBlockFrame


def block(name: str | Sequence[object] = "", no_realize: bool | str = False, *, name_hint: str = "") -> BlockFrame:
    """A block: a unit of computation that is repeated over its axes.

    ```python
    for i, j in T.grid(128, 128):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = A[vi, vj] + 1.0
    ```

    `name` is how schedules and messages call it.  With `no_realize=True` the block stands on its own, bound to no loop.
    Programs of 2021 give the domains of the axes and then the name: `with T.block([128, 128], "C") as [vi, vj]`.
    """
    if isinstance(name, (list, tuple)):
        return AxesBlockFrame(name, no_realize if isinstance(no_realize, str) else name_hint)
    return BlockFrame(str(name) or name_hint, bool(no_realize))
