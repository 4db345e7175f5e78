"""States of recurrent networks: `vm.builtin.rnn_state_*`.

Each sequence has a slot, and in it the last few states, so that it can go back some steps.  Functions that the program hands over read and write
the states of a batch: (storage, slots, steps, data), where writing goes to the step after the given one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tilewright.core.base.diagnostics import TVMError
from tilewright.core.base.registry import PackedFunction, register_global_func
from tilewright.core.runtime.tensor import Tensor, empty, tensor
from tilewright.core.vm.kv_state import KVState


@dataclass
class StateOfSequence:
    """The states of a sequence: its slot, the newest of its steps, and how many it can go back."""

    slot: int
    step: int = 0
    history: int = 0


class RNNState(KVState):
    """States of sequences, (slots, steps, the shape of a state) for each state of each layer."""

    def __init__(
        self,
        layers: int,
        slots: int,
        history: int,
        gets: Sequence[PackedFunction],
        sets: Sequence[PackedFunction],
        initial: Sequence[Tensor],
    ) -> None:
        if history < 1:
            raise TVMError("At least 1 history slot to store the current state")
        self.slots, self.history = slots, history
        self.gets, self.sets, self.initial = list(gets), list(sets), list(initial)
        self.storages = [
            [empty((slots, history, *one.shape), str(one.dtype)) for one in self.initial] for _ in range(layers)
        ]
        self.clear()

    def clear(self) -> None:
        self.sequences: dict[int, StateOfSequence] = {}
        self._free = list(range(self.slots - 1, -1, -1))
        self._round: tuple[list[int], list[int]] | None = None

    def __getitem__(self, seq_id: int) -> StateOfSequence:
        found = self.sequences.get(int(seq_id))
        if found is None:
            raise TVMError(f'The sequence "{seq_id}" cannot be found in the space state storage.')
        return found

    def _new(self, seq_id: int) -> int:
        if int(seq_id) in self.sequences:
            raise TVMError(f'The sequence "{seq_id}" is already in the space state storage.')
        if not self._free:
            raise TVMError("The Sequence slot is full, cannot accept new sequence.")
        return self._free.pop()

    def add_sequence(self, seq_id: int) -> None:
        slot = self._new(seq_id)
        self.sequences[int(seq_id)] = StateOfSequence(slot)
        for layer in self.storages:
            for storage, value in zip(layer, self.initial):
                storage.numpy_view()[slot, 0] = value.numpy_view()

    def remove_sequence(self, seq_id: int) -> None:
        self._free.append(self[seq_id].slot)
        del self.sequences[int(seq_id)]

    def fork_sequence(self, parent_seq_id: int, child_seq_id: int, fork_pos: int = -1) -> None:
        parent, slot = self[parent_seq_id], self._new(child_seq_id)
        self.sequences[int(child_seq_id)] = replace(parent, slot=slot)
        for layer in self.storages:
            for storage in layer:
                view = storage.numpy_view()
                view[slot] = view[parent.slot]

    def popn(self, seq_id: int, n: int) -> None:
        sequence = self[seq_id]
        if not 0 <= n <= sequence.history:
            raise TVMError(f'The sequence "{seq_id}" can go back {sequence.history} steps, not {n}.')
        sequence.history -= int(n)
        sequence.step = (sequence.step - int(n)) % self.history

    def begin_forward(
        self, seq_ids: Sequence[int], append_lengths: Sequence[int], token_tree_parent_ptr: Sequence[int] | None = None
    ) -> None:
        if len(seq_ids) != len(append_lengths):
            raise TVMError(f"There are {len(seq_ids)} sequences and {len(append_lengths)} lengths.")
        expected = [step - 1 for length in append_lengths for step in range(int(length))]
        if token_tree_parent_ptr is not None and list(token_tree_parent_ptr) != expected:
            raise TVMError("Unexpected token tree for RNN state. RNN state only supports chains as token trees.")
        for seq_id in seq_ids:
            self[seq_id]
        self._round = [int(seq_id) for seq_id in seq_ids], [int(length) for length in append_lengths]

    def end_forward(self) -> None:
        for seq_id, length in zip(*self._current()):
            sequence = self[seq_id]
            sequence.history = min(sequence.history + 1, self.history - 1) if length <= 1 else 0
            sequence.step = (sequence.step + 1) % self.history
        self._round = None

    def _current(self) -> tuple[list[int], list[int]]:
        if self._round is None:
            raise TVMError("no round has begun: call begin_forward before computing with the states")
        return self._round

    def _told(self) -> tuple[Tensor, Tensor]:
        sequences = [self[seq_id] for seq_id in self._current()[0]]
        slots, steps = ([getattr(one, name) for one in sequences] for name in ("slot", "step"))
        return tensor(np.array(slots, "int32")), tensor(np.array(steps, "int32"))

    def get(self, layer_id: int, state_id: int, o_data: Tensor) -> None:
        """Write a state of the sequences of a round."""
        self.gets[int(state_id)](self.storages[int(layer_id)][int(state_id)], *self._told(), o_data)

    def set(self, layer_id: int, state_id: int, data: Tensor) -> RNNState:
        """Make data the next state of the sequences of a round; gives the states."""
        self.sets[int(state_id)](self.storages[int(layer_id)][int(state_id)], *self._told(), data)
        return self

    def debug_get(self, layer_id: int, state_id: int, seq_id: int) -> Tensor:
        """A copy of a state of a sequence."""
        sequence = self[seq_id]
        return tensor(self.storages[int(layer_id)][int(state_id)].numpy_view()[sequence.slot, sequence.step].copy())


def create(
    num_layers: int,
    reserved_num_seqs: int,
    max_history: int,
    f_gets: Sequence[PackedFunction],
    f_sets: Sequence[PackedFunction],
    init_layer_value: Sequence[Tensor],
) -> RNNState:
    """States of up to so many sequences, each of which can go back `max_history - 1` steps; a state for each initial value."""
    return RNNState(
        int(num_layers), int(reserved_num_seqs), int(max_history), list(f_gets), list(f_sets), list(init_layer_value)
    )


register_global_func("vm.builtin.rnn_state_create", create, override=True)
for _name in ("get", "set", "debug_get"):
    register_global_func(
        f"vm.builtin.rnn_state_{_name}", lambda state, *args, _name=_name: getattr(state, _name)(*args), override=True
    )
