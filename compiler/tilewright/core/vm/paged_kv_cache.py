"""The cache of keys and values in pages: `vm.builtin.paged_attention_kv_cache_create` and `vm.builtin.attention_kv_cache_*`.

Positions of a round go into the pages before attention reads them, so that each kernel sees the whole of a sequence, and no results need to be
merged.  The kernels are those that the program hands over, called in the order of arguments of TVM's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from tilewright.core.base.diagnostics import TVMError
from tilewright.core.base.registry import PackedFunction, register_global_func
from tilewright.core.runtime.tensor import Tensor, empty, tensor
from tilewright.core.vm.kv_state import KVState
from tilewright.core.vm.page_table import CachedSequence, PageTable
from tilewright.core.vm.token_trees import orders_of, path_of

NORMAL, INLINE = 1, 2  # of the modes of rotary position embeddings
MHA = 0  # of the kinds of layers


@dataclass(frozen=True)
class CacheKernels:
    """The functions that a cache calls."""

    transpose_append: PackedFunction
    prefill_ragged: Any
    prefill: Any
    decode: Any
    prefill_sliding: Any
    decode_sliding: Any
    prefill_tree_paged: Any
    merge: Any
    split_rotary: PackedFunction
    copy_page: PackedFunction
    debug_get_kv: PackedFunction
    compact_copy: PackedFunction


@dataclass(frozen=True)
class CacheShape:
    """The sizes of a cache, and how queries and keys are rotated."""

    layers: int
    first_layer: int
    qo_heads: int
    kv_heads: int
    features: int
    dtype: str
    rope_mode: int
    rope_scale: float
    rope_theta: float
    factors: Tensor | None
    has_windows: bool


@dataclass
class Round:
    """The arguments of the kernels in one round."""

    sequences: list[CachedSequence]
    lengths: list[int]
    is_tree: bool
    indptr: Tensor
    position_map: Tensor
    query_positions: Tensor
    pages: tuple[Tensor, Tensor, Tensor]  # indptr, which, and how much of the last is filled
    before: tuple[Tensor, Tensor, Tensor]  # the same without the positions of the round
    offsets: Tensor
    tree: tuple[Tensor, Tensor] | None


class PagedKVCache(KVState):
    """Keys and values of sequences, (pages, key or value, heads, places, features) for each layer."""

    def __init__(self, shape: CacheShape, pages: int, page_size: int, kernels: CacheKernels) -> None:
        self.shape, self.kernels = shape, kernels
        size = (pages, 2, shape.kv_heads, page_size, shape.features)
        self.pages = [empty(size, shape.dtype) for _ in range(shape.layers)]
        self.table = PageTable(pages, page_size, self._copy_page)
        self.round: Round | None = None

    def _copy_page(self, source: int, target: int, length: int) -> None:
        for pages in self.pages:
            self.kernels.copy_page(pages, source, target, length)

    def clear(self) -> None:
        self.table.clear()
        self.round = None

    def add_sequence(self, seq_id: int) -> None:
        self.table.add(int(seq_id))

    def remove_sequence(self, seq_id: int) -> None:
        self.table.remove(int(seq_id))

    def fork_sequence(self, parent_seq_id: int, child_seq_id: int, fork_pos: int = -1) -> None:
        self.table.fork(int(parent_seq_id), int(child_seq_id), int(fork_pos))

    def popn(self, seq_id: int, n: int) -> None:
        self.table.pop(int(seq_id), int(n))

    def enable_sliding_window_for_seq(self, seq_id: int, sliding_window_size: int, attn_sink_size: int) -> None:
        """Let a sequence keep that many positions, of which the first are never left out."""
        sequence = self.table[int(seq_id)]
        if not self.shape.has_windows:
            raise TVMError("The KV cache does not support sliding window.")
        if not 0 <= attn_sink_size < sliding_window_size:
            raise TVMError(f"{attn_sink_size} sinks do not fit into a window of {sliding_window_size} positions")
        if sequence.window or sequence.left_out:
            raise TVMError(f'A sliding window has been enabled for the sequence "{seq_id}".')
        sequence.window = int(sliding_window_size)
        sequence.sinks = sequence.resume = int(attn_sink_size)

    def begin_forward(
        self, seq_ids: Sequence[int], append_lengths: Sequence[int], token_tree_parent_ptr: Sequence[int] | None = None
    ) -> None:
        if len(seq_ids) != len(append_lengths):
            raise TVMError(f"There are {len(seq_ids)} sequences and {len(append_lengths)} lengths.")
        lengths = [int(length) for length in append_lengths]
        sequences = [self.table[int(seq_id)] for seq_id in seq_ids]
        _plant(sequences, lengths, token_tree_parent_ptr)
        positions = [
            position for sequence, length in zip(sequences, lengths) for position in _positions(sequence, length)
        ]
        before = self._told(sequences)
        places = [
            place for sequence, length in zip(sequences, lengths) for place in self.table.append(sequence, length)
        ]
        is_tree = not all(sequence.is_chain for sequence in sequences)
        self.round = Round(
            sequences,
            lengths,
            is_tree,
            _counted(lengths),
            _ints(places),
            _ints(positions),
            self._told(sequences),
            before,
            _ints([0] * len(lengths)),
            orders_of(sequences) if is_tree else None,
        )

    def _told(self, sequences: list[CachedSequence]) -> tuple[Tensor, Tensor, Tensor]:
        size = self.table.page_size
        rows = [[(one.places - 1) % size + 1 if one.places else 0 for one in sequences]]
        if self.shape.has_windows:
            rows += [[one.resume for one in sequences], [one.sinks for one in sequences]]
        length = np.array(rows if self.shape.has_windows else rows[0], "int32")
        which = [page for one in sequences for page in one.pages]
        return _counted([len(one.pages) for one in sequences]), _ints(which), tensor(length)

    def end_forward(self) -> None:
        for sequence in self._current().sequences:
            self.table.slide(sequence)

    def _current(self) -> Round:
        if self.round is None:
            raise TVMError("no round has begun: call begin_forward before computing with the cache")
        return self.round

    def commit_accepted_token_tree_nodes(self, seq_ids: Sequence[int], leaf_indices: Sequence[int]) -> None:
        """Keep the nodes from the root to a leaf of each tree, and forget the others; with -1 all of the round."""
        current = self._current()
        kept: list[int] = []
        moves: list[list[tuple[int, int]]] = []
        for seq_id, leaf, length in zip(seq_ids, leaf_indices, current.lengths):
            sequence = self.table[int(seq_id)]
            if not -1 <= leaf < len(sequence.tree):
                raise TVMError(f'The tree of the sequence "{seq_id}" has no node {leaf}.')
            path = path_of(sequence.tree, int(leaf))
            first = sequence.places - length
            steps = [(first + node, first + step) for step, node in enumerate(path) if step != node]
            moves.append(self._owned(sequence, steps))
            kept.append(len(path))
        self._move(moves)
        for seq_id, length, count in zip(seq_ids, current.lengths, kept):
            self.table.pop(int(seq_id), max(0, length - count))
            sequence = self.table[int(seq_id)]
            sequence.tree, sequence.depths = [], []

    def _owned(self, sequence: CachedSequence, steps: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """The places to move from and to, whose pages the sequence has for itself."""
        size = self.table.page_size
        for _, target in steps:
            self.table.own(sequence, target // size, size)
        return [(self.table.address(sequence, one), self.table.address(sequence, other)) for one, other in steps]

    def _move(self, moves: list[list[tuple[int, int]]]) -> None:
        every = [step for steps in moves for step in steps]
        if not every:
            return
        indptr, places = _counted([len(steps) for steps in moves]), tensor(np.array(every, "int32").T.copy())
        for pages in self.pages:
            self.kernels.compact_copy(pages, indptr, places, len(moves))

    def empty(self) -> bool:
        """Whether there is no sequence."""
        return not self.table.sequences

    def get_num_available_pages(self) -> int:
        """The number of unused pages."""
        return self.table.available

    def get_total_sequence_length(self) -> int:
        """The number of positions all sequences have."""
        return sum(sequence.length for sequence in self.table.sequences.values())

    def get_query_positions(self) -> Tensor:
        """The position of each new row in its sequence."""
        return self._current().query_positions

    def debug_get_kv(self, seq_id: int, start_pos: int, end_pos: int, k_data: Tensor, v_data: Tensor) -> None:
        """Write keys and values of some positions of a sequence, of all layers."""
        sequence = self.table[int(seq_id)]
        if not 0 <= start_pos <= end_pos <= sequence.length:
            raise TVMError(f'The sequence "{seq_id}" has {sequence.length} positions, not {start_pos} to {end_pos}.')
        places = _ints(list(self.table.addresses(sequence, int(start_pos), int(end_pos))))
        for layer, pages in enumerate(self.pages):
            self.kernels.debug_get_kv(pages, places, k_data, v_data, layer)

    def attention_with_fused_qkv(self, layer_id: int, sm_scale: float, qkv_data: Tensor, o_data: Tensor) -> None:
        """Put the keys and values of a round into a layer, and write the attention of its queries."""
        current, shape = self._current(), self.shape
        rows = qkv_data.shape[0]
        q = empty((rows, shape.qo_heads, shape.features), shape.dtype)
        k, v = (empty((rows, shape.kv_heads, shape.features), shape.dtype) for _ in "kv")
        turn = int(shape.rope_mode == NORMAL) if shape.factors is None else shape.factors
        self.kernels.split_rotary(qkv_data, current.query_positions, q, k, v, turn)
        layer = self._layer(layer_id)
        self.kernels.transpose_append(self.pages[layer], k, v, current.position_map)
        self._attend(layer, sm_scale, q, o_data)

    def attention_with_shared_kv(
        self, source_layer_id: int, sm_scale: float, q_data: Tensor, k_data: Tensor, v_data: Tensor, o_data: Tensor
    ) -> None:
        """Write the attention of queries over the keys and values of a layer, which has those of the round."""
        self._attend(self._layer(source_layer_id), sm_scale, q_data, o_data)

    def _layer(self, layer_id: int) -> int:
        layer = int(layer_id) - self.shape.first_layer
        if not 0 <= layer < self.shape.layers:
            raise TVMError(f"the cache has no layer {layer_id}")
        return layer

    def _attend(self, layer: int, sm_scale: float, q: Tensor, output: Tensor) -> None:
        current, kernels, windows = self._current(), self.kernels, self.shape.has_windows
        lse = empty(q.shape[:2], "float32")
        told, turning = (self.pages[layer], *current.pages), self._turning(sm_scale)
        places = (current.offsets, current.query_positions, output, lse)
        if current.tree is not None:
            kernels.prefill_tree_paged(q, current.indptr, *told, *places, *turning, *current.tree)
        elif all(length == 1 for length in current.lengths):
            (kernels.decode_sliding if windows else kernels.decode)(q, *told, *places, *turning)
        else:
            prefill = kernels.prefill_sliding if windows else kernels.prefill
            prefill(q, current.indptr, *told, *places, 1, *turning)

    def _turning(self, sm_scale: float) -> tuple[int, float, float, float]:
        shape = self.shape
        return int(shape.rope_mode == INLINE), shape.rope_scale, shape.rope_theta, float(sm_scale)

    def self_attention(
        self, layer_id: int, sm_scale: float, q: Tensor, k: Tensor, v: Tensor, o: Tensor, lse: Tensor
    ) -> None:
        """Write the attention of the rows of a round among themselves, and the logarithms by which it is merged."""
        current = self._current()
        rows = (q, current.indptr, k, v, current.indptr, current.query_positions, self._starts())
        self.kernels.prefill_ragged(*rows, o, lse, 1, *self._turning(sm_scale))

    def _starts(self) -> Tensor:
        current = self._current()
        return _ints([one.length - length for one, length in zip(current.sequences, current.lengths)])

    def cross_attention(self, layer_id: int, sm_scale: float, q: Tensor, o: Tensor, lse: Tensor) -> None:
        """Write the attention of the rows of a round over what was there before it, and the logarithms by which it is merged."""
        current = self._current()
        kernel = self.kernels.prefill_sliding if self.shape.has_windows else self.kernels.prefill
        told = (self.pages[self._layer(layer_id)], *current.before)
        places = (current.offsets, current.query_positions, o, lse)
        kernel(q, current.indptr, *told, *places, 0, *self._turning(sm_scale))

    def merge_attn_output_inplace(self, o: Tensor, lse: Tensor, o_other: Tensor, lse_other: Tensor) -> list[Tensor]:
        """Put the results of attention over two sets of keys together, into the first."""
        self.kernels.merge(o, lse, o_other, lse_other)
        return [o, lse]


def _plant(sequences: list[CachedSequence], lengths: list[int], parents: Sequence[int] | None) -> None:
    """Give each sequence the nodes of its tree; without a tree each position follows the one before it."""
    first = 0
    for sequence, length in zip(sequences, lengths):
        if parents is None:
            if not sequence.is_chain:
                raise TVMError("a tree of tokens is not accepted yet: call commit_accepted_token_tree_nodes")
            sequence.tree, sequence.depths = [], []
            continue
        for parent in parents[first : first + length]:
            if not -1 <= parent < len(sequence.tree):
                raise TVMError(f"the node {len(sequence.tree)} of a tree comes before its parent {parent}")
            sequence.depths.append(sequence.depths[parent] + 1 if parent != -1 else 0)
            sequence.tree.append(int(parent))
        first += length


def _positions(sequence: CachedSequence, length: int) -> list[int]:
    """The positions of what a round is to append."""
    nodes = len(sequence.tree)
    if not nodes:
        return list(range(sequence.length, sequence.length + length))
    start = sequence.length - (nodes - length)
    return [start + depth for depth in sequence.depths[nodes - length :]]


def _ints(values: list[int]) -> Tensor:
    return tensor(np.array(values, "int32"))


def _counted(lengths: list[int]) -> Tensor:
    return tensor(np.concatenate([[0], np.cumsum(lengths)]).astype("int32"))


def create(
    cache_config: Sequence[int],
    layer_partition: Sequence[int],
    num_qo_heads: int,
    num_kv_heads: int,
    qk_head_dim: int,
    v_head_dim: int,
    attn_kinds: Sequence[int],
    enable_kv_transfer: bool,
    rope_mode: int,
    rope_scale: float,
    rope_theta: float,
    rope_ext_factors: Tensor | int,
    init: Tensor,
    f_transpose_append_mha: PackedFunction,
    f_transpose_append_mla: PackedFunction,
    f_attention_prefill_ragged: Sequence[object],
    f_attention_prefill: Sequence[object],
    f_attention_decode: Sequence[object],
    f_attention_prefill_sliding_window: Sequence[object],
    f_attention_decode_sliding_window: Sequence[object],
    f_attention_prefill_with_tree_mask_paged_kv: Sequence[object],
    f_attention_prefill_with_tree_mask: Sequence[object],
    f_mla_prefill: Sequence[object],
    f_merge_inplace: Sequence[PackedFunction],
    f_split_rotary: PackedFunction,
    f_copy_single_page: PackedFunction,
    f_debug_get_kv: PackedFunction,
    f_compact_copy: PackedFunction,
) -> PagedKVCache:
    """A cache of the sizes (sequences, positions, positions of a round, positions of a page, whether there are windows)."""
    sequences, positions, _, page_size, has_windows, *_ = (int(size) for size in cache_config)
    begin, end = int(layer_partition[0]), int(layer_partition[-1])
    if any(int(kind) != MHA for kind in attn_kinds):
        raise TVMError("layers of the cache have heads of keys and values; other kinds have no kernels for the CPU")
    if qk_head_dim != v_head_dim:
        raise TVMError(f"keys of {qk_head_dim} features and values of {v_head_dim} do not share pages")
    shape = CacheShape(
        end - begin,
        begin,
        int(num_qo_heads),
        int(num_kv_heads),
        int(qk_head_dim),
        str(init.dtype),
        int(rope_mode),
        float(rope_scale),
        float(rope_theta),
        rope_ext_factors if isinstance(rope_ext_factors, Tensor) else None,  # Relax writes 0 for none, as in TVM
        bool(has_windows),
    )
    kernels = CacheKernels(
        f_transpose_append_mha or _missing("f_transpose_append_mha"),
        _kernel("f_attention_prefill_ragged", f_attention_prefill_ragged),
        _kernel("f_attention_prefill", f_attention_prefill),
        _kernel("f_attention_decode", f_attention_decode),
        _kernel("f_attention_prefill_sliding_window", f_attention_prefill_sliding_window),
        _kernel("f_attention_decode_sliding_window", f_attention_decode_sliding_window),
        _kernel("f_attention_prefill_with_tree_mask_paged_kv", f_attention_prefill_with_tree_mask_paged_kv),
        next(iter(f_merge_inplace), None) or _missing("f_merge_inplace"),
        f_split_rotary or _missing("f_split_rotary"),
        f_copy_single_page or _missing("f_copy_single_page"),
        f_debug_get_kv or _missing("f_debug_get_kv"),
        f_compact_copy or _missing("f_compact_copy"),
    )
    pages = -(-positions // page_size) + 1 + (2 * sequences if has_windows else 0)
    return PagedKVCache(shape, pages, page_size, kernels)


def _missing(name: str) -> PackedFunction:
    """A stand-in for a kernel that the program did not hand over: a cache may do without it until it is called."""

    def refuse(*_: object) -> Any:
        raise TVMError(f"the cache was made without the kernel `{name}`, and this call of the cache needs it")

    return refuse


def _kernel(name: str, given: Sequence[object]) -> PackedFunction:
    """The function of a pair of the kind of kernel and it; where there is none, one that says so when it is called."""
    if len(given) < 2 or given[1] is None:
        return _missing(name)
    kind, function, *_ = given
    if str(getattr(kind, "value", kind)) not in ("tir", "tirx"):
        raise TVMError(f"kernels of the kind {kind} are not for the CPU")
    return cast("PackedFunction", function)


# Functions of caches by the name after `vm.builtin.attention_kv_cache_`; some of these give nothing.
for _name in (
    "enable_sliding_window_for_seq",
    "commit_accepted_token_tree_nodes",
    "empty",
    "get_num_available_pages",
    "get_total_sequence_length",
    "get_query_positions",
    "debug_get_kv",
    "attention_with_fused_qkv",
    "attention_with_shared_kv",
    "self_attention",
    "cross_attention",
    "merge_attn_output_inplace",
):
    register_global_func(
        f"vm.builtin.attention_kv_cache_{_name}",
        lambda cache, *args, _name=_name: getattr(cache, _name)(*args),
        override=True,
    )
register_global_func("vm.builtin.paged_attention_kv_cache_create", create, override=True)
