"""TensorIR passes, one a file, and the table of them by TVM's name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.tir.compat.annotate_device_regions import annotate_device_regions
from tilewright.core.passes.tir.compat.annotate_entry_func import annotate_entry_func
from tilewright.core.passes.tir.compat.annotate_irregular_loop import annotate_irregular_loop
from tilewright.core.passes.tir.compat.auto_copy.lower_auto_copy import lower_auto_copy
from tilewright.core.passes.tir.compat.bind_params import bind_params, bind_params_to
from tilewright.core.passes.tir.compat.bind_target import bind_target, bind_target_to
from tilewright.core.passes.tir.compat.canonicalize_loop import canonicalize_loop
from tilewright.core.passes.tir.compat.combine_context_call import combine_context_call
from tilewright.core.passes.tir.compat.common_subexpr_elim import common_subexpr_elim_late
from tilewright.core.passes.tir.compat.common_subexpr_elim_tir import common_subexpr_elim, common_subexpr_elim_tir
from tilewright.core.passes.tir.compat.convert_for_loops_to_serial import convert_for_loops_to_serial
from tilewright.core.passes.tir.compat.decorate_device_scope import decorate_device_scope
from tilewright.core.passes.tir.compat.extract_prim_func_constants import extract_prim_func_constants
from tilewright.core.passes.tir.compat.force_narrow_index_to_int32 import force_narrow_index_to_int32
from tilewright.core.passes.tir.compat.hoist_expression import hoist_expression
from tilewright.core.passes.tir.compat.hoist_if_then_else import hoist_if_then_else, hoist_if_then_else_variant
from tilewright.core.passes.tir.compat.inject_double_buffer import inject_double_buffer
from tilewright.core.passes.tir.compat.inject_permuted_layout import inject_permuted_layout
from tilewright.core.passes.tir.compat.inject_software_pipeline import inject_software_pipeline
from tilewright.core.passes.tir.compat.inject_virtual_thread import inject_virtual_thread
from tilewright.core.passes.tir.compat.inline_private_functions import inline_private_functions
from tilewright.core.passes.tir.compat.instrument_profile_intrinsics import instrument_profile_intrinsics
from tilewright.core.passes.tir.compat.lift_thread_binding import lift_thread_binding
from tilewright.core.passes.tir.compat.loop_partition import loop_partition
from tilewright.core.passes.tir.compat.lower_cross_thread_reduction import lower_cross_thread_reduction
from tilewright.core.passes.tir.compat.lower_custom_datatypes import lower_custom_datatypes
from tilewright.core.passes.tir.compat.lower_device_kernel_launch import lower_device_kernel_launch
from tilewright.core.passes.tir.compat.lower_device_storage_access_info import lower_device_storage_access_info
from tilewright.core.passes.tir.compat.lower_thread_allreduce import lower_thread_allreduce
from tilewright.core.passes.tir.compat.lower_tvm_builtin import lower_tvm_builtin
from tilewright.core.passes.tir.compat.make_packed_api import make_packed_api
from tilewright.core.passes.tir.compat.make_unpacked_api import make_unpacked_api
from tilewright.core.passes.tir.compat.manifest_shared_memory_local_stage import (
    manifest_shared_memory_local_stage,
)
from tilewright.core.passes.tir.compat.merge_shared_memory_allocations import merge_shared_memory_allocations
from tilewright.core.passes.tir.compat.narrow_data_type import narrow_data_type, narrow_data_type_to
from tilewright.core.passes.tir.compat.other_machines import OTHER_MACHINES
from tilewright.core.passes.tir.compat.pointer_value_type_rewrite import pointer_value_type_rewrite
from tilewright.core.passes.tir.compat.reduce_branching_through_overcompute import reduce_branching_through_overcompute
from tilewright.core.passes.tir.compat.remove_assume import remove_assume
from tilewright.core.passes.tir.compat.remove_store_undef import remove_store_undef
from tilewright.core.passes.tir.compat.remove_weight_layout_rewrite_block import (
    remove_weight_layout_rewrite_block,
    remove_weight_layout_rewrite_block_with,
)
from tilewright.core.passes.tir.compat.renormalize_split_pattern import renormalize_split_pattern
from tilewright.core.passes.tir.compat.small_float_formulas import (
    bf16_compute_formulas,
    bf16_storage_formulas,
    fp8_compute_formulas,
    fp8_storage_formulas,
)
from tilewright.core.passes.tir.compat.split_host_device import split_host_device
from tilewright.core.passes.tir.compat.storage_rewrite import storage_rewrite
from tilewright.core.passes.tir.compat.thread_sync import thread_sync
from tilewright.core.passes.tir.compat.unify_thread_binding import unify_thread_binding
from tilewright.core.passes.tir.compat.use_assume_to_reduce_branches import use_assume_to_reduce_branches
from tilewright.core.passes.tir.compat.vectorize_loop import vectorize_loop, vectorize_loop_when
from tilewright.core.passes.tir.compat.verify_memory import verify_memory
from tilewright.core.passes.tir.lowering.bf16_compute_legalize import bf16_compute_legalize
from tilewright.core.passes.tir.lowering.bf16_storage_legalize import bf16_storage_legalize
from tilewright.core.passes.tir.lowering.compact_buffer_allocation import (
    compact_buffer_allocation,
    compact_buffer_allocation_by,
)
from tilewright.core.passes.tir.lowering.convert_blocks_to_opaque import convert_blocks_to_opaque
from tilewright.core.passes.tir.lowering.convert_ssa import convert_ssa
from tilewright.core.passes.tir.lowering.expand_powers import expand_powers
from tilewright.core.passes.tir.lowering.flatten_buffer import flatten_buffer, undeclared_views
from tilewright.core.passes.tir.lowering.fp8_compute_legalize import fp8_compute_legalize
from tilewright.core.passes.tir.lowering.fp8_storage_legalize import fp8_storage_legalize
from tilewright.core.passes.tir.lowering.instrument_bound_checkers import instrument_bound_checkers
from tilewright.core.passes.tir.lowering.lower_init_block import lower_init_block
from tilewright.core.passes.tir.lowering.lower_intrin import lower_intrin
from tilewright.core.passes.tir.lowering.lower_loop_step import lower_loop_step
from tilewright.core.passes.tir.lowering.lower_match_buffer import lower_match_buffer
from tilewright.core.passes.tir.lowering.lower_opaque_block import lower_opaque_block
from tilewright.core.passes.tir.lowering.plan_and_update_buffer_allocation_location import (
    plan_and_update_buffer_allocation_location,
)
from tilewright.core.passes.tir.lowering.remove_no_op import remove_no_op
from tilewright.core.passes.tir.lowering.reuse_storage import reuse_storage
from tilewright.core.passes.tir.lowering.rewrite_unsafe_select import rewrite_unsafe_select
from tilewright.core.passes.tir.lowering.simplify import simplify, stmt_simplify
from tilewright.core.passes.tir.lowering.skip_assert import skip_assert
from tilewright.core.passes.tir.lowering.unroll_loop import unroll_loop
from tilewright.core.passes.tir.simd.keep_tiled_loops import keep_tiled_loops
from tilewright.core.passes.tir.simd.partition_around_vectors import partition_around_vectors
from tilewright.core.passes.tir.simd.split_choices import split_choices
from tilewright.core.passes.tir.simd.vectorize_with_masks import vectorize_with_masks
from tilewright.core.passes.tir.support import verify_cpu

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
    inject_permuted_layout,
    merge_shared_memory_allocations,
    instrument_profile_intrinsics,
    inject_virtual_thread,
    lower_cross_thread_reduction,
    lower_thread_allreduce,
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
    use_assume_to_reduce_branches,
    lower_auto_copy,
    manifest_shared_memory_local_stage,
)
# By the name under `tilewright.tir.transform`: "FlattenBuffer"; contexts know ours by the name of the pass of TVM's in whose place it stands.
PASSES: dict[str, Pass] = {
    **{step.name.removeprefix("tir."): step for step in _ALL},
    "ExpandPowers": expand_powers,
    "KeepTiledLoops": keep_tiled_loops,
    "SplitChoices": split_choices,
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
    "BF16ComputeLegalize": bf16_compute_formulas,
    "BF16StorageLegalize": bf16_storage_formulas,
    "FP8ComputeLegalize": fp8_compute_formulas,
    "FP8StorageLegalize": fp8_storage_formulas,
    "HoistIfThenElse": hoist_if_then_else_variant,
    "CompactBufferAllocation": compact_buffer_allocation_by,
    "NarrowDataType": narrow_data_type_to,
    "VectorizeLoop": vectorize_loop_when,
    "RemoveWeightLayoutRewriteBlock": remove_weight_layout_rewrite_block_with,
}


def tir_passes() -> Mapping[str, Pass]:
    """All passes over TensorIR by name."""
    return PASSES


def _maker(name: str, found: Pass) -> Callable[..., Any]:
    """The function that gives a pass, as in TVM: `Simplify()`."""
    if name in FACTORIES:
        return FACTORIES[name]
    if not isinstance(found, Pass):
        return found

    def make() -> Pass:
        return found

    make.__name__ = make.__qualname__ = name
    make.__doc__ = found.summary
    return make


# The functions that give passes, by all their names under `tilewright.tir.transform`.
_BY_OWN_NAME = {name: _maker(name, found) for name, found in PASSES.items()}
MAKERS: dict[str, Callable[..., Any]] = {
    **_BY_OWN_NAME,
    "StmtSimplify": stmt_simplify,
    "CommonSubexprElim": common_subexpr_elim_late,
    "ThreadSync": thread_sync,
    **OTHER_MACHINES,
}
