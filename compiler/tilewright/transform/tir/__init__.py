"""TensorIR passes, one a file, and the table of them by TVM's name."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.transform.pass_ import Pass
from tilewright.transform.support import verify_cpu
from tilewright.transform.tir.annotate_device_regions import annotate_device_regions
from tilewright.transform.tir.annotate_entry_func import annotate_entry_func
from tilewright.transform.tir.annotate_irregular_loop import annotate_irregular_loop
from tilewright.transform.tir.bf16_compute_legalize import bf16_compute_legalize
from tilewright.transform.tir.bf16_storage_legalize import bf16_storage_legalize
from tilewright.transform.tir.bind_params import bind_params, bind_params_to
from tilewright.transform.tir.bind_target import bind_target, bind_target_to
from tilewright.transform.tir.canonicalize_loop import canonicalize_loop
from tilewright.transform.tir.combine_context_call import combine_context_call
from tilewright.transform.tir.common_subexpr_elim_tir import common_subexpr_elim, common_subexpr_elim_tir
from tilewright.transform.tir.compact_buffer_allocation import compact_buffer_allocation, compact_buffer_allocation_by
from tilewright.transform.tir.convert_blocks_to_opaque import convert_blocks_to_opaque
from tilewright.transform.tir.convert_for_loops_to_serial import convert_for_loops_to_serial
from tilewright.transform.tir.convert_ssa import convert_ssa
from tilewright.transform.tir.decorate_device_scope import decorate_device_scope
from tilewright.transform.tir.extract_prim_func_constants import extract_prim_func_constants
from tilewright.transform.tir.flatten_buffer import flatten_buffer, undeclared_views
from tilewright.transform.tir.force_narrow_index_to_int32 import force_narrow_index_to_int32
from tilewright.transform.tir.fp8_compute_legalize import fp8_compute_legalize, fp8_compute_legalize_in
from tilewright.transform.tir.fp8_storage_legalize import fp8_storage_legalize
from tilewright.transform.tir.hoist_expression import hoist_expression
from tilewright.transform.tir.hoist_if_then_else import hoist_if_then_else, hoist_if_then_else_variant
from tilewright.transform.tir.inject_double_buffer import inject_double_buffer
from tilewright.transform.tir.inject_software_pipeline import inject_software_pipeline
from tilewright.transform.tir.inject_virtual_thread import inject_virtual_thread
from tilewright.transform.tir.inline_private_functions import inline_private_functions
from tilewright.transform.tir.instrument_bound_checkers import instrument_bound_checkers
from tilewright.transform.tir.lift_thread_binding import lift_thread_binding
from tilewright.transform.tir.loop_partition import loop_partition
from tilewright.transform.tir.lower_cross_thread_reduction import lower_cross_thread_reduction
from tilewright.transform.tir.lower_custom_datatypes import lower_custom_datatypes
from tilewright.transform.tir.lower_device_kernel_launch import lower_device_kernel_launch
from tilewright.transform.tir.lower_device_storage_access_info import lower_device_storage_access_info
from tilewright.transform.tir.lower_init_block import lower_init_block
from tilewright.transform.tir.lower_intrin import lower_intrin
from tilewright.transform.tir.lower_loop_step import lower_loop_step
from tilewright.transform.tir.lower_match_buffer import lower_match_buffer
from tilewright.transform.tir.lower_opaque_block import lower_opaque_block
from tilewright.transform.tir.lower_tvm_builtin import lower_tvm_builtin
from tilewright.transform.tir.make_packed_api import make_packed_api
from tilewright.transform.tir.make_unpacked_api import make_unpacked_api
from tilewright.transform.tir.narrow_data_type import narrow_data_type, narrow_data_type_to
from tilewright.transform.tir.partition_around_vectors import partition_around_vectors
from tilewright.transform.tir.plan_and_update_buffer_allocation_location import (
    plan_and_update_buffer_allocation_location,
)
from tilewright.transform.tir.pointer_value_type_rewrite import pointer_value_type_rewrite
from tilewright.transform.tir.reduce_branching_through_overcompute import reduce_branching_through_overcompute
from tilewright.transform.tir.remove_assume import remove_assume
from tilewright.transform.tir.remove_no_op import remove_no_op
from tilewright.transform.tir.remove_store_undef import remove_store_undef
from tilewright.transform.tir.remove_weight_layout_rewrite_block import (
    remove_weight_layout_rewrite_block,
    remove_weight_layout_rewrite_block_with,
)
from tilewright.transform.tir.renormalize_split_pattern import renormalize_split_pattern
from tilewright.transform.tir.reuse_storage import reuse_storage
from tilewright.transform.tir.rewrite_unsafe_select import rewrite_unsafe_select
from tilewright.transform.tir.simplify import simplify
from tilewright.transform.tir.skip_assert import skip_assert
from tilewright.transform.tir.split_host_device import split_host_device
from tilewright.transform.tir.storage_rewrite import storage_rewrite
from tilewright.transform.tir.unify_thread_binding import unify_thread_binding
from tilewright.transform.tir.unroll_loop import unroll_loop
from tilewright.transform.tir.vectorize_loop import vectorize_loop, vectorize_loop_when
from tilewright.transform.tir.vectorize_with_masks import vectorize_with_masks
from tilewright.transform.tir.verify_memory import verify_memory

_ALL: tuple[Pass, ...] = (
    verify_cpu,
    lower_loop_step,
    lower_init_block,
    plan_and_update_buffer_allocation_location,
    convert_blocks_to_opaque,
    compact_buffer_allocation,
    lower_match_buffer,
    lower_opaque_block,
    flatten_buffer,
    bf16_compute_legalize,
    fp8_compute_legalize,
    fp8_storage_legalize,
    simplify,
    vectorize_loop,
    unroll_loop,
    remove_no_op,
    rewrite_unsafe_select,
    bf16_storage_legalize,
    lower_intrin,
    convert_ssa,
    make_packed_api,
    make_unpacked_api,
    extract_prim_func_constants,
    annotate_entry_func,
    bind_target,
    common_subexpr_elim_tir,
    convert_for_loops_to_serial,
    hoist_expression,
    hoist_if_then_else,
    loop_partition,
    narrow_data_type,
    remove_assume,
    renormalize_split_pattern,
    skip_assert,
    storage_rewrite,
    canonicalize_loop,
    inject_double_buffer,
    inline_private_functions,
    instrument_bound_checkers,
    reduce_branching_through_overcompute,
    remove_store_undef,
    verify_memory,
    bind_params,
    inject_software_pipeline,
    inject_virtual_thread,
    lower_cross_thread_reduction,
    lower_custom_datatypes,
    lower_device_storage_access_info,
    lower_tvm_builtin,
    annotate_device_regions,
    annotate_irregular_loop,
    combine_context_call,
    decorate_device_scope,
    force_narrow_index_to_int32,
    lift_thread_binding,
    lower_device_kernel_launch,
    remove_weight_layout_rewrite_block,
    split_host_device,
    unify_thread_binding,
    pointer_value_type_rewrite,
)
# By the name under `tilewright.tir.transform`: "FlattenBuffer"; contexts know ours by the name of the pass of TVM's in whose place it stands.
PASSES: dict[str, Pass] = {
    **{step.name.removeprefix("tir."): step for step in _ALL},
    "PartitionAroundVectors": partition_around_vectors,
    "ReuseStorage": reuse_storage,
    "VectorizeWithMasks": vectorize_with_masks,
}
# Passes whose factories take options, by the same names; `PASSES` holds them with the defaults.
FACTORIES: dict[str, Callable[..., Pass]] = {
    "BindParams": bind_params_to,
    "BindTarget": bind_target_to,
    "CommonSubexprElimTIR": common_subexpr_elim,
    "FlattenBuffer": undeclared_views,
    "FP8ComputeLegalize": fp8_compute_legalize_in,
    "HoistIfThenElse": hoist_if_then_else_variant,
    "CompactBufferAllocation": compact_buffer_allocation_by,
    "NarrowDataType": narrow_data_type_to,
    "VectorizeLoop": vectorize_loop_when,
    "RemoveWeightLayoutRewriteBlock": remove_weight_layout_rewrite_block_with,
}
