"""`vm.builtin.kv_state_*`: what caches of keys and values and states of recurrent networks have in common.

Both keep something for sequences, which are known by numbers: sequences come, go and branch off others, and a round of computing is between
`begin_forward` and `end_forward`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from tilewright.core.base.registry import register_global_func


class KVState(ABC):
    """Something that is kept for each of some sequences."""

    @abstractmethod
    def clear(self) -> None:
        """Forget all sequences."""

    @abstractmethod
    def add_sequence(self, seq_id: int) -> None:
        """Begin a sequence."""

    @abstractmethod
    def remove_sequence(self, seq_id: int) -> None:
        """Forget a sequence."""

    @abstractmethod
    def fork_sequence(self, parent_seq_id: int, child_seq_id: int, fork_pos: int = -1) -> None:
        """Begin a sequence as another one is, or was at a position."""

    @abstractmethod
    def popn(self, seq_id: int, n: int) -> None:
        """Go back by that many positions of a sequence."""

    @abstractmethod
    def begin_forward(
        self, seq_ids: Sequence[int], append_lengths: Sequence[int], token_tree_parent_ptr: Sequence[int] | None = None
    ) -> None:
        """Begin a round in which these sequences get that many positions; a tree says for each the one before it in its sequence."""

    @abstractmethod
    def end_forward(self) -> None:
        """End the round."""


for _name in (
    "clear",
    "add_sequence",
    "remove_sequence",
    "fork_sequence",
    "popn",
    "begin_forward",
    "end_forward",
):
    register_global_func(
        f"vm.builtin.kv_state_{_name}", lambda state, *args, _name=_name: getattr(state, _name)(*args), override=True
    )
