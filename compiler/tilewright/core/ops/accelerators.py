"""Rows of `T.metal`, `T.nvshmem`, `T.webgpu`, `T.ptx_legacy`, `T.s_tir`, and of device ops directly in `T`."""

from __future__ import annotations

from tilewright.core.ops.device_row import device_op as _op

_METAL = (
    _op("metal.simd_shuffle", "var, lane", "same", "`var` of the lane `lane`."),
    _op("metal.simd_shuffle_up", "var, delta", "same", "`var` of the lane `delta` below this one."),
    _op("metal.simd_shuffle_down", "var, delta", "same", "`var` of the lane `delta` above this one."),
)
_WEBGPU = (
    _op("webgpu.subgroup_shuffle", "var, lane", "same", "`var` of the lane `lane`."),
    _op("webgpu.subgroup_shuffle_up", "var, delta", "same", "`var` of the lane `delta` below this one."),
    _op("webgpu.subgroup_shuffle_down", "var, delta", "same", "`var` of the lane `delta` above this one."),
)
_COPY, _SIGNAL = "dst, src, nelems, pe", "dst, src, nelems, sig_addr, signal, sig_op, pe"
_NVSHMEM = (
    _op("nvshmem.my_pe", "", "int32", "The number of this GPU."),
    _op("nvshmem.n_pes", "", "int32", "How many GPUs take part."),
    _op("nvshmem.signal_op", "sig_addr, signal, sig_op, pe", "void", "Set or add to a signal of the GPU `pe`."),
    _op(
        "nvshmem.wait_until",
        "ivar, cmp, cmp_value, type='uint64_t'",
        "void",
        'Wait until `ivar` compares so with `cmp_value`: "eq", "ne", "gt", "ge", "lt" or "le".',
    ),
    _op("nvshmem.quiet", "", "void", "Wait until all transfers are done."),
    _op("nvshmem.fence", "", "void", "Keep transfers to one GPU in order."),
    _op("nvshmem.barrier_all", "", "void", "Wait for all GPUs."),
    *(
        _op(
            f"nvshmem.getmem_nbi{who}",
            _COPY,
            "void",
            "Begin to read from the GPU `pe`.",
            f"nvshmem.getmem_nbi{who}".replace("i.", "i_"),
        )
        for who in ("", ".warp", ".block")
    ),
    *(
        _op(
            f"nvshmem.putmem_nbi{who}",
            _COPY,
            "void",
            "Begin to write to the GPU `pe`.",
            f"nvshmem.putmem_nbi{who}".replace("i.", "i_"),
        )
        for who in ("", ".warp", ".block")
    ),
    *(
        _op(
            f"nvshmem.putmem_signal_nbi{who}",
            _SIGNAL,
            "void",
            "Begin to write to the GPU `pe` and signal it.",
            f"nvshmem.putmem_signal_nbi{who}".replace("i.", "i_"),
        )
        for who in ("", ".warp", ".block")
    ),
)
_LEGACY = (
    _op(
        "ptx_legacy.mma",
        "shape, a_layout, b_layout, a_dtype, b_dtype, c_dtype, a_ptr, a_offset, b_ptr, b_offset, acc_ptr, c_offset, saturate, operator=None",
        "void",
        "The instruction `mma`, whose accumulator is its result, with offsets beside the pointers.",
    ),
    _op(
        "ptx_legacy.ldmatrix",
        "dtype, trans, num, type, local_ptr, local_offset, smem_ptr, smem_offset",
        "dtype",
        "The instruction `ldmatrix`, with offsets beside the pointers.",
        dtype_position="first",
    ),
    _op("s_tir.ldg32", "reg, guard, addr, local_addr", "same", "Load 32 bits from global memory where `guard` holds."),
    _op(
        "s_tir.cp_async_raw",
        "dtype, dst, dst_offset, src, src_offset, cp_size",
        "dtype",
        "Begin to copy `cp_size` bytes from global to shared memory.",
        dtype_position="first",
    ),
)
_DIRECT = (
    _op(
        "ptr_byte_offset",
        "data, byte_offset, dtype:text",
        "handle",
        "The pointer `byte_offset` bytes after `data`, to elements of another type.",
    ),
    _op(
        "print_buffer",
        "buffer_var, dtype:text, is_string, is_scalar, dim_num, *shape",
        "void",
        "Write the elements of a buffer from a kernel.",
    ),
    _op("filter", "var, pred", "bool", "Whether `pred` holds, which says which threads run what depends on it."),
    _op("selector", "var, pred", "same", "The value of `var` in the one thread for which `pred` holds."),
    _op("cooperative_tensor_fill", "d, index, value, rows, cols", "void", "Fill a cooperative tensor."),
    _op("tensormap_encode_tiled", "*args", "int32", "Write the descriptor of a tensor in global memory."),
    _op("call_ffi_kernel", "*args", "int32", "Launch a kernel by its name."),
    *(
        _op(
            f"cooperative_tensor_{what}",
            "d, index, ptr, stride, rows, cols, transpose_matrix=False, mma_M=0, mma_N=0, mma_K=0, operand_role=0",
            "void",
            f"{what.capitalize()} a cooperative tensor.",
        )
        for what in ("load", "store")
    ),
    _op(
        "cooperative_tensor_multiply_accumulate",
        "d, index_d, a, index_a, b, index_b, c, index_c, M, N, K, transpose_a=False, transpose_b=False",
        "void",
        "d = a * b + c on cooperative tensors.",
    ),
)

ROWS = (*_METAL, *_WEBGPU, *_NVSHMEM, *_LEGACY, *_DIRECT)
