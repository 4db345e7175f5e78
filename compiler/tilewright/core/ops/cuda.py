"""Rows of `T.cuda`: functions of CUDA that are no single instruction."""

from __future__ import annotations

from tilewright.core.ops.device_row import device_op as _op

_WARPS = (
    _op("cuda.any_sync", "mask, pred", "int32", "Whether `pred` holds in any lane of `mask`."),
    _op("cuda.ballot_sync", "mask, pred", "uint32", "The lanes of `mask` in which `pred` holds, one bit each."),
    _op("cuda.elect_sync", "", "uint32", "1 in one lane of the warp, 0 in the others."),
    _op("cuda.reduce_add_sync_u32", "mask, value", "uint32", "The sum of `value` over the lanes of `mask`."),
    _op("cuda.reduce_min_sync_u32", "mask, value", "uint32", "The smallest `value` of the lanes of `mask`."),
    _op("cuda.__activemask", "", "uint32", "The lanes of the warp that are running, one bit each."),
    _op("cuda.__shfl_sync", "mask, var, lane, width", "second", "`var` of the lane `lane`."),
    _op("cuda.__shfl_up_sync", "mask, var, delta, width", "second", "`var` of the lane `delta` below this one."),
    _op("cuda.__shfl_down_sync", "mask, var, delta, width", "second", "`var` of the lane `delta` above this one."),
    _op(
        "cuda.__shfl_xor_sync",
        "mask, var, lane_mask, width",
        "second",
        "`var` of the lane whose number differs in the bits of `lane_mask`.",
    ),
    _op(
        "cuda.warp_reduce",
        "value, op, width=32",
        "same",
        'The values of `width` lanes combined by `op`: "sum", "max" or "min".',
    ),
    _op(
        "cuda.cta_reduce",
        "value, op, num_warps, scratch",
        "same",
        'The values of a thread block combined by `op`: "sum", "max" or "min".',
    ),
)
_WAITING = (
    _op("cuda.cta_sync", "", "void", "Wait for all threads of the thread block."),
    _op("cuda.warp_sync", "", "void", "Wait for all lanes of the warp."),
    _op("cuda.warpgroup_sync", "bar_no", "void", "Wait for the warpgroup at the named barrier `bar_no`."),
    _op("cuda.cluster_sync", "", "void", "Wait for all thread blocks of the cluster."),
    _op("cuda.grid_sync", "", "void", "Wait for all threads of the kernel."),
    _op(
        "cuda.syncthreads_and",
        "cond",
        "int64",
        "Wait for the thread block; whether `cond` holds in all of its threads.",
    ),
    _op(
        "cuda.syncthreads_or", "cond", "int64", "Wait for the thread block; whether `cond` holds in one of its threads."
    ),
    _op("cuda.thread_fence", "", "void", "Make earlier writes visible to all threads of the device."),
    _op("cuda.thread_rank", "", "int32", "The number of this thread in its thread block."),
    _op("cuda.mbarrier_wait", "bar, phase", "void", "Wait until the phase of the memory barrier `bar` is over."),
    _op(
        "cuda.mbarrier_wait_acquire_cluster",
        "bar, phase",
        "void",
        "`T.cuda.mbarrier_wait` that acquires what the cluster wrote.",
    ),
    _op(
        "cuda.wait_until",
        "dst, ptr, predicate, scope='gpu', space='global', ptx_type=None, backoff_ns=None",
        "void",
        "Read `ptr` into `dst` until `predicate` of it holds.",
    ),
    _op("cuda.nano_sleep", "time", "void", "Pause this thread for about `time` nanoseconds."),
    _op("cuda.clock64", "", "uint64", "The clock of the multiprocessor, in cycles."),
    _op("cuda.trap_when_assert_failed", "cond", "void", "End the kernel where `cond` does not hold."),
)
_MEMORY = (
    _op(
        "cuda.atomic_add",
        "res_addr, value",
        "second",
        "Add `value` to what `res_addr` points to; gives what stood there.",
    ),
    _op(
        "cuda.atomic_cas",
        "ptr, old_val, new_val",
        "second",
        "Store `new_val` at `ptr` if `old_val` stands there; gives what stood there.",
    ),
    _op("cuda.cvta_generic_to_shared", "ptr", "uint32", "The address in shared memory of a generic pointer."),
    _op(
        "cuda.smem_addr_from_uint64",
        "cluster_addr",
        "uint32",
        "The address in shared memory within a 64-bit address of the cluster.",
    ),
    _op(
        "cuda.get_tmem_addr",
        "addr, row_offset, col_offset",
        "uint32",
        "The address in tensor memory, rows and columns after `addr`.",
    ),
    _op("cuda.ldg", "*args", "void", "Load through the read-only cache."),
    _op("cuda.mov_sreg", "bits, reg_name", "int32", "The value of a special register; `bits` says its width."),
    _op("cuda.func_call", "func_name, *args", "void", "Call a function whose CUDA source is given."),
    _op("cuda.printf", "fmt, *args", "void", "Write text from a kernel, formatted as by `printf` of C."),
)
_NUMBERS = (
    _op("cuda.half2float", "src", "float32", "A float16 as float32."),
    _op("cuda.bfloat162float", "src", "float32", "A bfloat16 as float32."),
    _op("cuda.float22half2", "dst, src", "void", "Two float32 at `src` as float16 at `dst`."),
    _op("cuda.half8tofloat8", "src_addr, dst_addr", "void", "Eight float16 as float32."),
    _op("cuda.float8tohalf8", "src_addr, dst_addr", "void", "Eight float32 as float16."),
    _op("cuda.uint_as_float", "bits", "float32", "The float32 of these bits."),
    _op("cuda.float_as_uint", "x", "uint32", "The bits of a float32."),
    _op("cuda.fdividef", "x, y", "float32", "The quotient of two float32, computed fast."),
    _op("cuda.ffs_u32", "value", "int32", "The position of the lowest bit that is set, from 1; 0 for none."),
    _op("cuda.make_float2", "x, y", "uint64", "Two float32 in one register."),
    _op("cuda.float2_x", "packed", "float32", "The first of two float32 in one register."),
    _op("cuda.float2_y", "packed", "float32", "The second of two float32 in one register."),
    _op("cuda.fmul2_rn", "a, b", "uint64", "The products of two pairs of float32."),
    _op("cuda.fadd2_rn", "a, b", "uint64", "The sums of two pairs of float32."),
    _op("cuda.float22bfloat162_rn", "v0, v1", "uint32", "Two float32 as a pair of bfloat16."),
    _op("cuda.float22bfloat162_rn_from_float2", "packed", "uint32", "A pair of float32 as a pair of bfloat16."),
    _op("cuda.bfloat1622float2", "packed", "uint64", "A pair of bfloat16 as a pair of float32."),
    _op("cuda.hmin2", "a, b", "uint32", "The smaller ones of two pairs of bfloat16."),
    _op("cuda.hmax2", "a, b", "uint32", "The larger ones of two pairs of bfloat16."),
    _op("cuda.fp8x4_e4m3_from_float4", "x, y, z, w", "uint32", "Four float32 as float8 (e4m3) in one register."),
)
_DESCRIPTORS = (
    _op(
        "cuda.runtime_instr_desc",
        "desc, sf_id",
        "void",
        "Write the number of the scale factors into an instruction descriptor.",
    ),
    _op(
        "cuda.wgmma.noop_barrier",
        "reg",
        "void",
        "Keep the compiler from moving `reg` across.",
        "cuda.wgmma_noop_barrier",
    ),
    _op(
        "cuda.wgmma.encode_matrix_descriptor",
        "desc, addr, ldo, sdo, swizzle",
        "void",
        "Write the descriptor of a matrix in shared memory.",
        "cuda.wgmma_encode_matrix_descriptor",
    ),
    _op(
        "cuda.tcgen05.encode_matrix_descriptor",
        "desc, addr, ldo, sdo, swizzle",
        "void",
        "Write the descriptor of a matrix in shared memory.",
        "cuda.tcgen05_encode_matrix_descriptor",
    ),
    _op(
        "cuda.tcgen05.encode_instr_descriptor",
        "desc, d_dtype, a_dtype, b_dtype, M, N, K, trans_a, trans_b, n_cta_groups=1, neg_a=False, neg_b=False, sat_d=False, is_sparse=False",
        "void",
        "Write the descriptor of a matrix product.",
        "cuda.tcgen05_encode_instr_descriptor",
    ),
    _op(
        "cuda.tcgen05.encode_instr_descriptor_block_scaled",
        "desc, d_dtype, a_dtype, b_dtype, sfa_dtype, sfb_dtype, sfa_tmem_addr, sfb_tmem_addr, M, N, K, trans_a, trans_b, n_cta_groups=1, neg_a=False, neg_b=False, is_sparse=False",
        "void",
        "Write the descriptor of a matrix product whose blocks are scaled.",
        "cuda.tcgen05_encode_instr_descriptor_block_scaled",
    ),
)
_TIMERS = (
    _op(
        "cuda.timer_init",
        "profiler_buffer, profiler_tag, profiler_write_offset, num_groups, group_id",
        "void",
        "Begin a profile.",
        "timer_init_cuda",
    ),
    _op(
        "cuda.timer_start",
        "event_type, profiler_buffer, profiler_tag, profiler_write_offset, profiler_write_stride, leader_cond",
        "void",
        "Note that an event begins.",
        "timer_start_cuda",
    ),
    _op(
        "cuda.timer_end",
        "event_type, profiler_buffer, profiler_tag, profiler_write_offset, profiler_write_stride, leader_cond",
        "void",
        "Note that an event ends.",
        "timer_end_cuda",
    ),
    _op(
        "cuda.timer_finalize",
        "profiler_buffer, profiler_tag, profiler_write_offset, profiler_write_stride, leader_cond",
        "void",
        "End a profile.",
        "timer_finalize_cuda",
    ),
    _op("cuda.iket.mark", "name, payload=None", "void", "Mark a moment for the tracer.", "cuda.iket_mark"),
    _op(
        "cuda.iket.range_start",
        "name, payload=None",
        "uint32",
        "Begin a range for the tracer; gives its token.",
        "cuda.iket_range_start",
    ),
    _op("cuda.iket.range_end", "token, payload=None", "void", "End the range of a token.", "cuda.iket_range_end"),
    _op(
        "cuda.iket.range_push",
        "name, payload=None",
        "void",
        "Begin a range within the last one.",
        "cuda.iket_range_push",
    ),
    _op("cuda.iket.range_pop", "", "void", "End the last range.", "cuda.iket_range_pop"),
    _op("cuda.iket.sentinel_token", "name", "uint32", "A token that stands for no range.", "cuda.iket_sentinel_token"),
    _op(
        "cuda.iket.official_event",
        "event_id, source_code='', payload=None",
        "uint32",
        "Record a predefined event.",
        "cuda.iket_official_event",
    ),
)
_LEGACY = (
    _op(
        "cuda.mma_fill_legacy",
        "dtype, local_size, local_ptr, offset",
        "dtype",
        "Fill a fragment of a matrix with zeros.",
        "mma_fill_legacy",
        dtype_position="first",
    ),
    _op(
        "cuda.mma_store_legacy",
        "dtype, m, n, dst_ptr, src_ptr, src_offset, dst_stride",
        "dtype",
        "Store a fragment of a matrix.",
        "mma_store_legacy",
        dtype_position="first",
    ),
)

ROWS = (*_WARPS, *_WAITING, *_MEMORY, *_NUMBERS, *_DESCRIPTORS, *_TIMERS, *_LEGACY)
