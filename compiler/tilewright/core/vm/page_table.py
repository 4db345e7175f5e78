"""Which pages hold the positions of which sequence: pages may be shared, and one that is written is a sequence's own.

A sequence with a window keeps its first positions, the sinks, and its last ones; between them positions are left out, and pages that hold nothing
else are given back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tilewright.core.base.diagnostics import TVMError


@dataclass
class CachedSequence:
    """The positions of a sequence: place `i` is in page `pages[i // page_size]`."""

    pages: list[int] = field(default_factory=list)
    places: int = 0  # filled places of the pages, with those left out
    window: int = 0  # how many positions it keeps, 0 for all
    sinks: int = 0
    resume: int = 0  # the first place after those that are left out; where none are it is `sinks`
    tree: list[int] = field(default_factory=list)  # parents of the nodes that are not accepted yet
    depths: list[int] = field(default_factory=list)

    @property
    def length(self) -> int:
        """The number of positions it has."""
        return self.places - self.left_out

    @property
    def left_out(self) -> int:
        return self.resume - self.sinks

    def place(self, position: int) -> int:
        """The place of a position."""
        return position if position < self.sinks else position + self.left_out

    @property
    def is_chain(self) -> bool:
        """Whether each node that is not accepted yet follows the one before it."""
        return all(parent == index - 1 for index, parent in enumerate(self.tree))


class PageTable:
    """Sequences by their ids, and the pages that they have; `copy` copies the first places of a page to another."""

    def __init__(self, number: int, page_size: int, copy: Callable[[int, int, int], None]) -> None:
        self.page_size = page_size
        self._copy = copy
        self._users = [0] * number
        self.clear()

    def clear(self) -> None:
        """Forget all sequences."""
        self._users = [0] * len(self._users)
        self._free = list(range(len(self._users) - 1, -1, -1))
        self.sequences: dict[int, CachedSequence] = {}

    @property
    def available(self) -> int:
        """The number of unused pages."""
        return len(self._free)

    def __getitem__(self, seq_id: int) -> CachedSequence:
        found = self.sequences.get(seq_id)
        if found is None:
            raise TVMError(f'The sequence "{seq_id}" cannot be found in KV cache.')
        return found

    def add(self, seq_id: int) -> None:
        """A new sequence without positions."""
        if seq_id in self.sequences:
            raise TVMError(f'The sequence "{seq_id}" is already in the KV cache.')
        self.sequences[seq_id] = CachedSequence()

    def remove(self, seq_id: int) -> None:
        """Forget a sequence."""
        for page in self[seq_id].pages:
            self._leave(page)
        del self.sequences[seq_id]

    def fork(self, parent_id: int, child_id: int, position: int) -> None:
        """A new sequence that has the first positions of another one, all with -1, in the same pages."""
        parent = self[parent_id]
        if child_id in self.sequences:
            raise TVMError(f'The child sequence "{child_id}" is already in the KV cache.')
        if not -1 <= position <= parent.length:
            raise TVMError(
                f'The sequence "{parent_id}" has {parent.length} positions, and it is to be forked at {position}.'
            )
        kept = parent.length if position == -1 else position
        self.sequences[child_id] = child = CachedSequence(
            list(parent.pages), parent.places, 0, parent.sinks, parent.resume
        )
        for page in child.pages:
            self._users[page] += 1
        self._cut(child, child.length - kept)

    def pop(self, seq_id: int, count: int) -> None:
        """Take the last positions from a sequence."""
        sequence = self[seq_id]
        if not 0 <= count <= sequence.length:
            raise TVMError(
                f'The sequence "{seq_id}" has {sequence.length} positions, of which {count} cannot be taken away.'
            )
        self._cut(sequence, count)

    def _cut(self, sequence: CachedSequence, count: int) -> None:
        places = sequence.places - count
        if places < sequence.resume and sequence.left_out:  # what is kept are sinks
            places -= sequence.left_out
            sequence.sinks = sequence.resume = sequence.sinks if sequence.window else 0
        sequence.places = places
        self._shorten(sequence)

    def _shorten(self, sequence: CachedSequence) -> None:
        needed = -(-sequence.places // self.page_size)
        while len(sequence.pages) > needed:
            self._leave(sequence.pages.pop())

    def append(self, sequence: CachedSequence, count: int) -> list[int]:
        """The places at which new positions of a sequence are written; the pages are its own."""
        first = sequence.places
        sequence.places += count
        while len(sequence.pages) * self.page_size < sequence.places:
            sequence.pages.append(self._take())
        self.own(sequence, first // self.page_size, first % self.page_size)
        return [self.address(sequence, place) for place in range(first, sequence.places)]

    def own(self, sequence: CachedSequence, index: int, filled: int) -> None:
        """Let the page at an index, of which that many places are filled, be used by no other sequence."""
        if index >= len(sequence.pages) or self._users[sequence.pages[index]] == 1:
            return
        shared = sequence.pages[index]
        sequence.pages[index] = own = self._take()
        if filled:
            self._copy(shared, own, filled)
        self._leave(shared)

    def address(self, sequence: CachedSequence, place: int) -> int:
        """The number of a place among those of all pages."""
        return sequence.pages[place // self.page_size] * self.page_size + place % self.page_size

    def addresses(self, sequence: CachedSequence, start: int, end: int) -> Iterator[int]:
        """The places of positions of a sequence."""
        return (self.address(sequence, sequence.place(position)) for position in range(start, end))

    def slide(self, sequence: CachedSequence) -> None:
        """Leave out what a window has moved past, and give back pages that hold nothing else."""
        if not sequence.window or sequence.length <= sequence.window:
            return
        sequence.resume += sequence.length - sequence.window
        first, last = -(-sequence.sinks // self.page_size), sequence.resume // self.page_size
        for page in sequence.pages[first:last]:
            self._leave(page)
        if first < last:
            del sequence.pages[first:last]
            sequence.resume -= (last - first) * self.page_size
            sequence.places -= (last - first) * self.page_size

    def _take(self) -> int:
        if not self._free:
            raise TVMError("The KV cache is full. No page can be allocated.")
        page = self._free.pop()
        self._users[page] = 1
        return page

    def _leave(self, page: int) -> None:
        self._users[page] -= 1
        if not self._users[page]:
            self._free.append(page)
