"""`nn.llm.kv_cache`: attention with a cache of keys and values in pages, as networks use it.

A `PagedKVCache` is an object that a function gets; its methods emit calls of `vm.builtin.attention_kv_cache_*`, for which `tilewright.core.vm` has the
cache.  `TIRPagedKVCache` emits its creation, with kernels in TensorIR.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from tilewright.core.builder import relax_by_name as op
from tilewright.core.builder.relax_calls import call_dps_packed, call_pure_packed
from tilewright.core.graph.block_builder import BlockBuilder
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.relax import RelaxExpr, ShapeExpr, StringImm, Tuple, TupleGetItem
from tilewright.core.ir.struct_info import ObjectStructInfo, TensorStructInfo, TupleStructInfo
from tilewright.core.nn.llm.attention_kernels import attention_decode_cpu as _attention_decode_cpu
from tilewright.core.nn.llm.attention_kernels import attention_prefill_cpu as _attention_prefill_cpu
from tilewright.core.nn.llm.attention_kernels import attention_prefill_ragged_cpu as _attention_prefill_ragged_cpu
from tilewright.core.nn.llm.attention_kernels import merge_state_inplace_cpu as _merge_state_inplace_cpu
from tilewright.core.nn.llm.for_targets import attention_decode as _attention_decode
from tilewright.core.nn.llm.for_targets import attention_prefill as _attention_prefill
from tilewright.core.nn.llm.for_targets import attention_prefill_ragged as _attention_prefill_ragged
from tilewright.core.nn.llm.for_targets import attention_sequence_prefill as _attention_sequence_prefill
from tilewright.core.nn.llm.for_targets import compact_kv_copy as _compact_kv_copy
from tilewright.core.nn.llm.for_targets import copy_single_page as _copy_single_page
from tilewright.core.nn.llm.for_targets import merge_state_inplace as _merge_state_inplace
from tilewright.core.nn.llm.page_kernels import compact_kv_copy_cpu as _compact_kv_copy_cpu
from tilewright.core.nn.llm.page_kernels import copy_single_page_cpu as _copy_single_page_cpu
from tilewright.core.nn.llm.page_kernels import kv_cache_debug_get_kv as _kv_cache_debug_get_kv
from tilewright.core.nn.llm.page_kernels import kv_cache_transpose_append as _kv_cache_transpose_append
from tilewright.core.nn.llm.position_embedding import RopeScaling, llama_rope_with_position_map
from tilewright.core.nn.llm.tree_attn import (
    tree_attn,
    tree_attn_cpu,
    tree_attn_with_paged_kv_cache,
    tree_attn_with_paged_kv_cache_cpu,
)
from tilewright.core.nn.tensor import Object, Tensor, expression
from tilewright.core.nn.values import as_value

__all__ = [
    "AttnKind",
    "FlashInferPagedKVCache",
    "PagedKVCache",
    "RopeMode",
    "TIRPagedKVCache",
    "_attention_decode",
    "_attention_decode_cpu",
    "_attention_prefill",
    "_attention_prefill_cpu",
    "_attention_prefill_ragged",
    "_attention_prefill_ragged_cpu",
    "_attention_sequence_prefill",
    "_compact_kv_copy",
    "_compact_kv_copy_cpu",
    "_copy_single_page",
    "_copy_single_page_cpu",
    "_kv_cache_debug_get_kv",
    "_kv_cache_transpose_append",
    "_merge_state_inplace",
    "_merge_state_inplace_cpu",
    "llama_rope_with_position_map",
    "tree_attn",
    "tree_attn_cpu",
    "tree_attn_with_paged_kv_cache",
    "tree_attn_with_paged_kv_cache_cpu",
]


class AttnKind(enum.IntEnum):
    """The attention of a layer: with heads of keys and values, or with one compressed vector for both."""

    MHA = 0
    MLA = 1
    MHA_SLIDING = 3


class RopeMode(enum.IntEnum):
    """The place at which rotary position embeddings are applied: nowhere, before keys go into the cache, or while attention reads them."""

    NONE = 0
    NORMAL = 1
    INLINE = 2


class PagedKVCache(Object):
    """A cache of keys and values in pages; queries, keys and values are (batch, positions, heads, features)."""

    extern_mods: list[Any] = []  # noqa: RUF012  (TVM's users extend it)

    def attention_with_fused_qkv(self, layer_id: int, qkv: Tensor, num_qo_heads: int, sm_scale: float) -> Tensor:
        """The attention of a layer, whose new keys and values go into the cache first; the heads of all three are adjacent in `qkv`."""
        batch, positions, _, features = qkv.shape
        rows = batch * positions
        given = qkv.reshape(rows, qkv.shape[2], features)
        result = TensorStructInfo((rows, num_qo_heads, features), qkv.dtype)
        made = self._called("attention_with_fused_qkv", (layer_id, sm_scale, given), result)
        return Tensor(_expr=made).reshape(batch, positions, num_qo_heads, features)

    def self_attention(self, layer_id: int, q: Tensor, k: Tensor, v: Tensor, sm_scale: float) -> tuple[Tensor, Tensor]:
        """The attention of new rows among themselves, and the logarithms by which it is merged; the cache stays as it is."""
        return self._with_logarithms("self_attention", layer_id, sm_scale, q, (k, v), v.shape[3])

    def cross_attention(self, layer_id: int, q: Tensor, v_head_dim: int, sm_scale: float) -> tuple[Tensor, Tensor]:
        """The attention of new rows over what was in the cache before them, and the logarithms by which it is merged."""
        return self._with_logarithms("cross_attention", layer_id, sm_scale, q, (), v_head_dim)

    def attention_with_shared_kv(
        self, source_layer_id: int, q: Tensor, current_k: Tensor, current_v: Tensor, sm_scale: float
    ) -> Tensor:
        """The attention over keys and values of another layer, which has put these new ones into the cache before."""
        batch, positions, heads, _ = q.shape
        given = tuple(_flat(one) for one in (q, current_k, current_v))
        result = TensorStructInfo((batch * positions, heads, current_v.shape[3]), q.dtype)
        made = self._called("attention_with_shared_kv", (source_layer_id, sm_scale, *given), result)
        return Tensor(_expr=made).reshape(batch, positions, heads, current_v.shape[3])

    def merge_attn_output_inplace(
        self, o_self_attn: Tensor, lse_self_attn: Tensor, o_cross_attn: Tensor, lse_cross_attn: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Put the results of attention over two sets of keys together, into the first two tensors."""
        batch, positions, heads, features = o_self_attn.shape
        given = [
            expression(one.reshape(batch * positions, *one.shape[2:]))
            for one in (o_self_attn, lse_self_attn, o_cross_attn, lse_cross_attn)
        ]
        info = TupleStructInfo([given[0].struct_info, given[1].struct_info])
        name = "vm.builtin.attention_kv_cache_merge_attn_output_inplace"
        made = _builder().emit(call_pure_packed(name, expression(self), *given, sinfo_args=info))
        return _apart(made, (batch, positions, heads), features)

    def get_query_positions(self, total_length: int | Expr) -> Tensor:
        """The position of each new row in its sequence."""
        name = "vm.builtin.attention_kv_cache_get_query_positions"
        info = TensorStructInfo((total_length,), "int32")
        return Tensor(_expr=_builder().emit(call_pure_packed(name, expression(self), sinfo_args=info)))

    def append_mla_kv(self, layer_id: int, kv: Tensor) -> PagedKVCache:
        """Put compressed keys and values into the cache."""
        batch, positions, _, features = kv.shape
        given = expression(kv.reshape(batch * positions, features))
        name = "vm.builtin.attention_kv_cache_append_mla_kv"
        made = call_pure_packed(name, expression(self), as_value(layer_id), given, sinfo_args=ObjectStructInfo())
        return PagedKVCache(_expr=made, _name="paged_kv_cache")

    def _with_logarithms(
        self, name: str, layer: int, scale: float, q: Tensor, more: Sequence[Tensor], features: int | Expr
    ) -> tuple[Tensor, Tensor]:
        batch, positions, heads, _ = q.shape
        rows = batch * positions
        infos = [
            TensorStructInfo((rows, heads, features), q.dtype),
            TensorStructInfo((rows, heads), "float32"),
        ]
        made = self._called(name, (layer, scale, *(_flat(one) for one in (q, *more))), infos)
        return _apart(made, (batch, positions, heads), features)

    def _called(self, name: str, args: Sequence[object], result: object) -> Any:
        given = Tuple((expression(self), *(as_value(arg) for arg in args)))
        return _builder().emit(call_dps_packed(f"vm.builtin.attention_kv_cache_{name}", given, result))


class TIRPagedKVCache(PagedKVCache):
    """A cache whose kernels are functions in TensorIR, which are added to the module; for the CPU."""

    def __init__(
        self,
        attn_kind: str | Sequence[str],
        max_batch_size: int | Expr,
        max_total_seq_len: int | Expr,
        prefill_chunk_size: int | Expr,
        page_size: int | Expr,
        support_sliding_window: int | Expr,
        layer_partition: ShapeExpr,
        num_hidden_layers: int,
        num_attention_heads: int,
        num_key_value_heads: int,
        qk_head_dim: int,
        v_head_dim: int,
        mla_original_qk_head_dim: int,
        mla_original_v_head_dim: int,
        rope_mode: RopeMode,
        rope_scale: float,
        rope_theta: float,
        rope_scaling: RopeScaling | None,
        rope_ext_factors: RelaxExpr,
        rotary_dim: int,
        enable_disaggregation: bool,
        dtype: str,
        target: Any,
        name: str = "paged_kv_cache",
        **layers: object,
    ) -> None:
        kinds = [attn_kind] * num_hidden_layers if isinstance(attn_kind, str) else list(attn_kind)
        if set(kinds) != {"mha"}:
            raise ValueError(
                f"the kernels for the CPU are those of layers of the kind 'mha', not of {sorted(set(kinds))}"
            )
        if target.kind.name != "llvm":
            raise NotImplementedError(f"kernels of a cache are made for the CPU, not for {target.kind.name}")
        stretch = _prepared(rope_scaling, rope_theta)
        sizes = (max_batch_size, max_total_seq_len, prefill_chunk_size, page_size, support_sliding_window)
        heads = (num_key_value_heads, num_attention_heads)
        kernels = _Kernels(heads, (qk_head_dim, v_head_dim), dtype, stretch, page_size, num_hidden_layers)
        args = [
            ShapeExpr(sizes),
            layer_partition,
            *(as_value(number) for number in (num_attention_heads, num_key_value_heads, qk_head_dim, v_head_dim)),
            ShapeExpr([int(AttnKind[kind.upper()]) for kind in kinds]),
            as_value(bool(enable_disaggregation)),
            as_value(int(rope_mode)),
            as_value(rope_scale),
            as_value(rope_theta),
            rope_ext_factors,
            op.zeros((), dtype),
            *kernels.all((rope_theta, rope_scale), rotary_dim),
        ]
        create = "vm.builtin.paged_attention_kv_cache_create"
        super().__init__(_expr=call_pure_packed(create, *args, sinfo_args=ObjectStructInfo()), _name=name)


class _Kernels:
    """The kernels of a cache as arguments of its creation, added to the module that is being built."""

    def __init__(
        self,
        heads: tuple[int, int],
        features: tuple[int, int],
        dtype: str,
        stretch: Mapping[str, object],
        page_size: int | Expr,
        layers: int,
    ) -> None:
        self.heads, self.features, self.dtype, self.stretch = heads, features, dtype, stretch
        self.page_size, self.layers = page_size, layers

    def all(self, turning: tuple[float, float], rotary_dim: int) -> list[Any]:
        """The kernels in the order in which a cache takes them."""
        kv, features = self.heads[0], self.features[0]
        return [
            self.added(_kv_cache_transpose_append, kv, features, self.dtype),
            as_null(),
            self.attention(_attention_prefill_ragged_cpu, *self.features, self.dtype),
            self.attention(_attention_prefill_cpu, features, self.dtype, False),
            self.attention(_attention_decode_cpu, features, self.dtype, False),
            self.attention(_attention_prefill_cpu, features, self.dtype, True),
            self.attention(_attention_decode_cpu, features, self.dtype, True),
            self.attention(tree_attn_with_paged_kv_cache_cpu, features, self.dtype),
            self.attention(tree_attn_cpu, features, self.dtype),
            Tuple(()),
            Tuple((self.added(_merge_state_inplace_cpu, self.dtype),)),
            self.added(
                llama_rope_with_position_map,
                *turning,
                features,
                self.heads[1],
                kv,
                self.dtype,
                self.stretch,
                rotary_dim,
            ),
            self.added(_copy_single_page_cpu, kv, self.page_size, features, self.dtype),
            self.added(_kv_cache_debug_get_kv, self.layers, kv, features, self.dtype),
            self.added(_compact_kv_copy_cpu, kv, features, self.dtype),
        ]

    def attention(self, make: Callable[..., PrimFunc], *args: object) -> RelaxExpr:
        return Tuple((StringImm("tir"), self.added(make, *self.heads, *args, self.stretch)))

    def added(self, make: Callable[..., PrimFunc], *args: object) -> Any:
        function = make(*args)
        return _builder().add_func(function, str(function.attrs["global_symbol"]))


def as_null() -> RelaxExpr:
    """The value that stands for no kernel."""
    return op.null_value()


class FlashInferPagedKVCache(PagedKVCache):
    """TVM's cache with the kernels of FlashInfer, a library for GPUs, which Tilewright does not serve."""

    def __init__(self, *args: object, **options: object) -> None:
        _refuse()


def _refuse() -> NoReturn:
    raise NotImplementedError("FlashInfer has kernels for GPUs; TIRPagedKVCache is the cache for the CPU")


def _prepared(rope_scaling: RopeScaling | None, theta: float) -> Mapping[str, Any]:
    """The description of the stretching, with what YaRN needs to know of `theta`."""
    if not rope_scaling or rope_scaling.get("rope_type") != "yarn":
        return rope_scaling or {}
    return {**rope_scaling, "inv_theta_log_scale": 1.0 / (2 * math.log(theta))}


def _flat(one: Tensor) -> Tensor:
    batch, positions, heads, features = one.shape
    return one.reshape(batch * positions, heads, features)


def _apart(made: Any, lead: tuple[int | Expr, int | Expr, int | Expr], features: int | Expr) -> tuple[Tensor, Tensor]:
    builder = _builder()
    result, logarithms = (Tensor(_expr=builder.emit(TupleGetItem(made, index))) for index in (0, 1))
    return result.reshape(*lead, features), logarithms.reshape(*lead)


def _builder() -> BlockBuilder:
    builder = BlockBuilder.current()
    if builder is None:
        raise RuntimeError("a cache is used while a module is exported")
    return builder
