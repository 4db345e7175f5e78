"""Attention with a cache in pages, against attention over everything that a sequence has had."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tilewright
from tilewright import relax
from tilewright.relax.frontend import nn
from tilewright.relax.frontend.nn.llm import kv_cache as kernels
from tilewright.relax.frontend.nn.llm.kv_cache import PagedKVCache, RopeMode, TIRPagedKVCache
from tilewright.runtime import ShapeTuple

pytestmark = pytest.mark.slow  # its kernels take some seconds to compile

LAYERS, KV, QO, FEATURES, PAGE = 2, 2, 4, 8, 16
SCALE = FEATURES**-0.5


def call(name: str, *args: Any) -> Any:
    return tilewright.get_global_func(f"vm.builtin.{name}")(*args)


def attention_call(name: str, *args: Any) -> Any:
    return call(f"attention_kv_cache_{name}", *args)


def compiled(func: Any) -> Any:
    return tilewright.tir.build(func, target="llvm").main


@pytest.fixture(scope="module")
def functions() -> list[Any]:
    heads = (KV, QO, FEATURES, "float32")
    paged = [
        maker(*heads, window, {})
        for window in (False, True)
        for maker in (kernels._attention_prefill_cpu, kernels._attention_decode_cpu)
    ]
    made = [
        kernels._kv_cache_transpose_append(KV, FEATURES, "float32"),
        kernels._attention_prefill_ragged_cpu(KV, QO, FEATURES, FEATURES, "float32", {}),
        *paged,
        kernels.tree_attn_with_paged_kv_cache_cpu(*heads, {}),
        kernels.tree_attn_cpu(*heads, {}),
        kernels._merge_state_inplace_cpu("float32"),
        kernels.llama_rope_with_position_map(1e4, 1.0, FEATURES, QO, KV, "float32", {}),
        kernels._copy_single_page_cpu(KV, PAGE, FEATURES, "float32"),
        kernels._kv_cache_debug_get_kv(LAYERS, KV, FEATURES, "float32"),
        kernels._compact_kv_copy_cpu(KV, FEATURES, "float32"),
    ]
    return [compiled(func) for func in made]


def make(functions: list[Any], mode: RopeMode, has_windows: bool = False, positions: int = 512) -> Any:
    append, *attentions, merge, rotary, copy, debug, compact = functions
    return call(
        "paged_attention_kv_cache_create",
        ShapeTuple([4, positions, 64, PAGE, int(has_windows)]),
        ShapeTuple([0, LAYERS]),
        *(QO, KV, FEATURES, FEATURES),
        ShapeTuple([0] * LAYERS),
        False,
        int(mode),
        *(1.0, 1e4, None),
        tilewright.runtime.empty((), "float32"),
        append,
        None,
        *(["tir", one] for one in attentions),
        [],
        [merge],
        *(rotary, copy, debug, compact),
    )


def turn(rows: np.ndarray, positions: list[int]) -> np.ndarray:
    """Rows (positions, heads, features) turned."""
    half = FEATURES // 2
    angle = np.outer(positions, 1e4 ** (-np.arange(half) / half))[:, None, :]
    low, high = rows[..., :half], rows[..., half:]
    return np.concatenate(
        [low * np.cos(angle) - high * np.sin(angle), high * np.cos(angle) + low * np.sin(angle)], axis=-1
    )


def attention(q: np.ndarray, k: np.ndarray, v: np.ndarray, seen: np.ndarray) -> np.ndarray:
    k, v = (np.repeat(one, QO // KV, axis=1) for one in (k, v))
    scores = np.where(seen, np.einsum("qhf,khf->hqk", q, k) * SCALE, -1e30)
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    return np.einsum("hqk,khf->qhf", powers / powers.sum(-1, keepdims=True), v)


class Model:
    """What a cache should hold, kept as whole arrays: keys before they are turned."""

    def __init__(self, cache: Any, mode: RopeMode) -> None:
        self.cache, self.mode = cache, mode
        self.kept: dict[int, tuple[np.ndarray, np.ndarray]] = {}
        self.places: dict[int, list[int]] = {}
        self.random = np.random.default_rng(3)

    def add(self, seq: int) -> None:
        call("kv_state_add_sequence", self.cache, seq)
        self.kept[seq] = (np.zeros((LAYERS, 0, KV, FEATURES), "float32"),) * 2
        self.places[seq] = []

    def fork(self, parent: int, child: int, at: int) -> None:
        call("kv_state_fork_sequence", self.cache, parent, child, at)
        end = None if at == -1 else at
        self.kept[child] = tuple(one[:, :end] for one in self.kept[parent])  # type: ignore[assignment]
        self.places[child] = self.places[parent][:end]

    def pop(self, seq: int, count: int) -> None:
        call("kv_state_popn", self.cache, seq, count)
        self.kept[seq] = tuple(one[:, : one.shape[1] - count] for one in self.kept[seq])  # type: ignore[assignment]
        self.places[seq] = self.places[seq][: len(self.places[seq]) - count]

    def keep(self, seq: int, chosen: list[int]) -> None:
        self.kept[seq] = tuple(one[:, chosen] for one in self.kept[seq])  # type: ignore[assignment]
        self.places[seq] = [self.places[seq][one] for one in chosen]

    def step(self, batch: list[tuple[int, int]], trees: list[list[int]] | None = None) -> None:
        """Append rows to sequences, and compare the attention of each layer and what is kept."""
        flat = None if trees is None else ShapeTuple([parent for tree in trees for parent in tree])
        seqs, lengths = ([pair[part] for pair in batch] for part in (0, 1))
        call("kv_state_begin_forward", self.cache, ShapeTuple(seqs), ShapeTuple(lengths), flat)
        total = sum(lengths)
        rows = {
            name: self.random.random((LAYERS, total, heads, FEATURES), "float32")
            for name, heads in (("q", QO), ("k", KV), ("v", KV))
        }
        first, wanted = 0, np.zeros((LAYERS, total, QO, FEATURES), "float32")
        for index, (seq, length) in enumerate(batch):
            tree = trees[index] if trees else list(range(-1, length - 1))
            part = slice(first, first + length)
            wanted[:, part] = self.expected(seq, tree, *(rows[name][:, part] for name in "qkv"))
            first += length
        for layer in range(LAYERS):
            fused = np.concatenate([rows[name][layer] for name in "qkv"], axis=1)
            out = tilewright.runtime.empty((total, QO, FEATURES), "float32")
            attention_call("attention_with_fused_qkv", self.cache, layer, SCALE, tilewright.runtime.tensor(fused), out)
            np.testing.assert_allclose(out.numpy(), wanted[layer], rtol=2e-4, atol=2e-5)
        call("kv_state_end_forward", self.cache)

    def expected(self, seq: int, tree: list[int], q: np.ndarray, k: np.ndarray, v: np.ndarray) -> np.ndarray:
        start = len(self.places[seq])
        depths: list[int] = []
        for parent in tree:
            depths.append(depths[parent] + 1 if parent != -1 else 0)
        self.places[seq] = self.places[seq] + [start + depth for depth in depths]
        old_k, old_v = self.kept[seq]
        self.kept[seq] = np.concatenate([old_k, k], 1), np.concatenate([old_v, v], 1)
        seen = np.zeros((len(tree), start + len(tree)), bool)
        seen[:, :start] = True
        for row in range(len(tree)):
            node = row
            while node != -1:
                seen[row, start + node] = True
                node = tree[node]
        return np.stack([self._attended(seq, layer, q[layer], start, seen) for layer in range(LAYERS)])

    def _attended(self, seq: int, layer: int, q: np.ndarray, start: int, seen: np.ndarray) -> np.ndarray:
        keys, values = (one[layer] for one in self.kept[seq])
        if self.mode is not RopeMode.NONE:
            q, keys = turn(q, self.places[seq][start:]), turn(keys, self.places[seq])
        return attention(q, keys, values, seen)

    def compare(self) -> None:
        """Compare keys and values of all sequences."""
        for seq, (keys, values) in self.kept.items():
            got = [tilewright.runtime.empty(keys.shape, "float32") for _ in "kv"]
            attention_call("debug_get_kv", self.cache, seq, 0, keys.shape[1], *got)
            if self.mode is RopeMode.NORMAL:
                keys = np.stack([turn(one, self.places[seq]) for one in keys])
            np.testing.assert_allclose(got[0].numpy(), keys, rtol=1e-5, atol=1e-5)
            np.testing.assert_array_equal(got[1].numpy(), values)


@pytest.mark.parametrize("mode", RopeMode)
def test_sequences_come_branch_go_back_and_leave(functions: list[Any], mode: RopeMode) -> None:
    model = Model(make(functions, mode), mode)
    for seq in range(3):
        model.add(seq)
    model.step([(0, 20), (1, 3), (2, 16)])
    model.step([(0, 1), (1, 1), (2, 1)])
    model.fork(0, 3, -1)
    model.fork(0, 4, 18)
    model.step([(3, 2), (0, 1), (4, 5)])
    model.pop(3, 6)
    model.step([(3, 1), (0, 4)])
    model.compare()
    assert attention_call("get_total_sequence_length", model.cache) == sum(len(one) for one in model.places.values())
    assert not attention_call("empty", model.cache)
    for seq in range(5):
        call("kv_state_remove_sequence", model.cache, seq)
        del model.kept[seq]
        model.compare()
    assert attention_call("empty", model.cache)
    assert attention_call("get_num_available_pages", model.cache) == 512 // PAGE + 1


@pytest.mark.parametrize("mode", [RopeMode.NONE, RopeMode.NORMAL])
def test_trees_of_tokens_keep_a_path(functions: list[Any], mode: RopeMode) -> None:
    model = Model(make(functions, mode), mode)
    model.add(0)
    model.add(1)
    model.step([(0, 15), (1, 2)])
    model.step([(0, 5), (1, 3)], [[-1, 0, 0, 2, 2], [-1, 0, 1]])
    attention_call("commit_accepted_token_tree_nodes", model.cache, ShapeTuple([0, 1]), ShapeTuple([4, -1]))
    model.keep(0, [*range(15), 15, 17, 19])
    model.keep(1, [0, 1])
    model.compare()
    model.step([(0, 1), (1, 1)])


def test_a_window_leaves_out_what_it_has_passed(functions: list[Any]) -> None:
    model = Model(make(functions, RopeMode.NONE, has_windows=True), RopeMode.NONE)
    model.add(0)
    attention_call("enable_sliding_window_for_seq", model.cache, 0, 30, 5)
    free = attention_call("get_num_available_pages", model.cache)
    for length in (40, 1, 33, 1, 1, 20):
        model.step([(0, length)])
        whole = len(model.places[0])
        if whole > 30:
            model.keep(0, [*range(5), *range(whole - 25, whole)])
        model.compare()
    assert free - attention_call("get_num_available_pages", model.cache) <= 4


def test_parts_of_attention_merge_into_the_whole(functions: list[Any]) -> None:
    cache = make(functions, RopeMode.NONE)
    model = Model(cache, RopeMode.NONE)
    model.add(0)
    model.step([(0, 7)])
    call("kv_state_begin_forward", cache, ShapeTuple([0]), ShapeTuple([2]))
    q, k, v = (np.random.default_rng(1).random((2, heads, FEATURES), "float32") for heads in (QO, KV, KV))
    own, past = ([tilewright.runtime.empty(s, "float32") for s in ((2, QO, FEATURES), (2, QO))] for _ in range(2))
    attention_call("self_attention", cache, 1, SCALE, *(tilewright.runtime.tensor(one) for one in (q, k, v)), *own)
    attention_call("cross_attention", cache, 1, SCALE, tilewright.runtime.tensor(q), *past)
    attention_call("merge_attn_output_inplace", cache, *own, *past)
    keys, values = (np.concatenate([old[1], new]) for old, new in zip(model.kept[0], (k, v)))
    seen = np.tril(np.ones((2, 9), bool), 7)
    np.testing.assert_allclose(own[0].numpy(), attention(q, keys, values, seen), rtol=1e-4)


def test_what_cannot_be_done_is_said(functions: list[Any]) -> None:
    cache = make(functions, RopeMode.NONE, positions=16)
    with pytest.raises(tilewright.TVMError, match='The sequence "7" cannot be found in KV cache'):
        call("kv_state_popn", cache, 7, 1)
    call("kv_state_add_sequence", cache, 7)
    with pytest.raises(tilewright.TVMError, match="does not support sliding window"):
        attention_call("enable_sliding_window_for_seq", cache, 7, 4, 1)
    with pytest.raises(tilewright.TVMError, match="has 0 positions, of which 1 cannot be taken away"):
        call("kv_state_popn", cache, 7, 1)
    with pytest.raises(tilewright.TVMError, match="The KV cache is full"):
        call("kv_state_begin_forward", cache, ShapeTuple([7]), ShapeTuple([33]))


class Attention(nn.Module):
    """One layer of attention with a cache that the program makes itself."""

    def __init__(self, mode: RopeMode) -> None:
        self.mode = mode

    def forward(self, qkv: nn.Tensor, cache: PagedKVCache) -> nn.Tensor:
        return cache.attention_with_fused_qkv(1, qkv, QO, SCALE)

    def create_cache(self) -> PagedKVCache:
        return TIRPagedKVCache(
            attn_kind="mha",
            max_batch_size=4,
            max_total_seq_len=64,
            prefill_chunk_size=64,
            page_size=PAGE,
            support_sliding_window=0,
            layer_partition=relax.ShapeExpr([0, LAYERS]),
            num_hidden_layers=LAYERS,
            num_attention_heads=QO,
            num_key_value_heads=KV,
            qk_head_dim=FEATURES,
            v_head_dim=FEATURES,
            mla_original_qk_head_dim=0,
            mla_original_v_head_dim=0,
            rope_mode=self.mode,
            rope_scale=1,
            rope_theta=10000,
            rope_scaling={},
            rope_ext_factors=relax.PrimValue(0),
            rotary_dim=FEATURES,
            enable_disaggregation=False,
            dtype="float32",
            target=tilewright.target.Target("llvm"),
        )


@pytest.mark.parametrize("mode", RopeMode)
def test_a_network_makes_its_cache_and_uses_it(mode: RopeMode) -> None:
    """`rope_ext_factors` of 0 is TVM's way to write that there are none, whether rows are turned or not."""
    qkv = nn.spec.Tensor([1, 3, QO + 2 * KV, FEATURES], "float32")
    spec = {
        "forward": {"qkv": qkv, "cache": nn.spec.Object(object_type=PagedKVCache)},
        "create_cache": {},
    }
    mod, _ = Attention(mode).export_tvm(spec=spec)
    machine = relax.VirtualMachine(tilewright.compile(mod, "llvm"), tilewright.cpu())
    cache = machine["create_cache"]()
    call("kv_state_add_sequence", cache, 0)
    call("kv_state_begin_forward", cache, ShapeTuple([0]), ShapeTuple([3]))
    data = np.random.default_rng(0).random((1, 3, QO + 2 * KV, FEATURES), "float32")
    got = machine["forward"](tilewright.runtime.tensor(data), cache).numpy()
    q, k, v = np.split(data[0], [QO, QO + KV], axis=1)
    if mode is not RopeMode.NONE:
        q, k = (turn(one, [0, 1, 2]) for one in (q, k))
    np.testing.assert_allclose(got[0], attention(q, k, v, np.tril(np.ones((3, 3), bool))), rtol=1e-4)
