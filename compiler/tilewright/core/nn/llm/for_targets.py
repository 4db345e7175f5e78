"""The makers of kernels that take a target: for the CPU they give its kernels, for other targets they say that there are none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.core.ir.function import PrimFunc
from tilewright.core.nn.llm import attention_kernels, page_kernels

Maker = Callable[..., PrimFunc]


def _of_target(make: Maker, parameters: int) -> Maker:
    """A maker whose target comes after so many parameters; those that follow it are passed on."""

    def made(*args: Any, **options: Any) -> PrimFunc:
        target = options.pop("target", None)
        given = list(args)
        if target is None:
            target = given.pop(parameters)
        kind = target.kind.name
        if kind not in ("llvm", "c"):
            raise NotImplementedError(f"kernels of a cache are made for the CPU, not for {kind}")
        return make(*given, **options)

    return made


attention_prefill = _of_target(attention_kernels.attention_prefill_cpu, 6)
attention_decode = _of_target(attention_kernels.attention_decode_cpu, 6)
attention_prefill_ragged = _of_target(attention_kernels.attention_prefill_ragged_cpu, 6)
attention_sequence_prefill = _of_target(attention_kernels.attention_sequence_prefill_cpu, 4)
copy_single_page = _of_target(page_kernels.copy_single_page_cpu, 4)
compact_kv_copy = _of_target(page_kernels.compact_kv_copy_cpu, 3)


def _merged(num_heads: int, head_dim: int, v_dtype: str) -> PrimFunc:
    return attention_kernels.merge_state_inplace_cpu(v_dtype)


merge_state_inplace = _of_target(_merged, 3)
