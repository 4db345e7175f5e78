"""TensorIR passes, one a file, and the table of them by TVM's name."""

from __future__ import annotations

from tilewright.transform.pass_ import Pass
from tilewright.transform.support import verify_cpu
from tilewright.transform.tir.bf16_compute_legalize import bf16_compute_legalize
from tilewright.transform.tir.bf16_storage_legalize import bf16_storage_legalize
from tilewright.transform.tir.compact_buffer_allocation import compact_buffer_allocation
from tilewright.transform.tir.convert_blocks_to_opaque import convert_blocks_to_opaque
from tilewright.transform.tir.convert_ssa import convert_ssa
from tilewright.transform.tir.flatten_buffer import flatten_buffer
from tilewright.transform.tir.lower_init_block import lower_init_block
from tilewright.transform.tir.lower_intrin import lower_intrin
from tilewright.transform.tir.lower_match_buffer import lower_match_buffer
from tilewright.transform.tir.lower_opaque_block import lower_opaque_block
from tilewright.transform.tir.plan_and_update_buffer_allocation_location import (
    plan_and_update_buffer_allocation_location,
)
from tilewright.transform.tir.remove_no_op import remove_no_op
from tilewright.transform.tir.rewrite_unsafe_select import rewrite_unsafe_select
from tilewright.transform.tir.simplify import simplify
from tilewright.transform.tir.unroll_loop import unroll_loop
from tilewright.transform.tir.vectorize_loop import vectorize_loop

_ALL: tuple[Pass, ...] = (
    verify_cpu,
    lower_init_block,
    plan_and_update_buffer_allocation_location,
    convert_blocks_to_opaque,
    compact_buffer_allocation,
    lower_match_buffer,
    lower_opaque_block,
    flatten_buffer,
    bf16_compute_legalize,
    simplify,
    vectorize_loop,
    unroll_loop,
    remove_no_op,
    rewrite_unsafe_select,
    bf16_storage_legalize,
    lower_intrin,
    convert_ssa,
)
# By the name under `tilewright.tir.transform`: "FlattenBuffer".
PASSES: dict[str, Pass] = {step.name.removeprefix("tir."): step for step in _ALL}
