"""Rows of shared memory made longer, so that the threads of a warp meet different banks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import IntImm
from tilewright.core.passes.core.errors import PassError

Place = tuple[int, ...]
_BANKS, _BYTES = 32, 4  # of shared memory, and of a word of one bank


@dataclass(frozen=True)
class Access:
    """The places that a warp touches at once, and the number of elements of which a row must remain a multiple."""

    places: tuple[Place, ...]
    granularity: int = 1


class Accesses:
    """The accesses to each buffer of shared memory."""

    def __init__(self) -> None:
        self._of: defaultdict[Buffer, list[Access]] = defaultdict(list)

    def add(self, buffer: Buffer, access: Access) -> None:
        """Note that a warp touches the buffer so."""
        self._of[buffer].append(access)

    def padded(self) -> Iterator[tuple[Buffer, Buffer]]:
        """Each buffer, and the same with the strides that give the fewest conflicts."""
        for buffer, accesses in self._of.items():
            yield buffer, buffer.replace(strides=_strides(_shape(buffer), _padding(buffer, accesses)))


def _shape(buffer: Buffer) -> tuple[int, ...]:
    if not all(isinstance(size, IntImm) for size in buffer.shape):
        raise PassError(f"the shared memory `{buffer.name}` of a copy needs a constant shape")
    return tuple(size.value for size in buffer.shape if isinstance(size, IntImm))


def _strides(shape: Sequence[int], padding: int) -> tuple[IntImm, ...]:
    from_last = [1]
    for position, size in enumerate(reversed(shape[1:])):
        from_last.append(from_last[-1] * size + (padding if position == 0 else 0))
    return tuple(IntImm("int32", stride) for stride in reversed(from_last))  # pyright: ignore[reportArgumentType]


def _padding(buffer: Buffer, accesses: list[Access]) -> int:
    """The fewest elements behind each row with which the accesses conflict least."""
    shape = _shape(buffer)
    if len(shape) < 2:
        return 0
    size = buffer.dtype.bits // 8 * buffer.dtype.lanes
    granularity = max(access.granularity for access in accesses)
    choices = range(0, _BANKS * max(1, _BYTES // size), granularity)

    def cost(padding: int) -> int:
        strides = [stride.value for stride in _strides(shape, padding)]
        return sum(_conflicts(access, strides, size) for access in accesses)

    return min(choices, key=cost)


def _conflicts(access: Access, strides: Sequence[int], size: int) -> int:
    """The number of different words for which the fullest bank is asked."""
    words = {sum(map(int.__mul__, place, strides)) * size // _BYTES for place in access.places}
    return max(Counter(word % _BANKS for word in words).values())
