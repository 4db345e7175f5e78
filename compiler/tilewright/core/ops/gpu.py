"""Rows for what only a GPU (or another accelerator) does: warps, tensor cores, asynchronous copies, barriers, textures.

They are parsed, printed and checked like any other; compiling one for a CPU is a diagnostic that says why not.
"""

from __future__ import annotations

from typing import Any

from tilewright.core.ops.memory import DTYPE
from tilewright.core.ops.op import CallEffectKind, Op, Param, Unsupported


def _gpu(name: str, doc: str, *params: Param, result: str = "handle", why: str, script: bool = True, **more: Any) -> Op:
    """A row with TVM's effect for such calls: anything may happen."""
    return Op(
        f"tir.{name}",
        name if script else None,
        params,
        doc,
        result,
        more.pop("effect", CallEffectKind.Opaque),
        lower=Unsupported(why),
        group="gpu",
        vectorizable=False,
        **more,
    )


def _p(name: str, doc: str, kind: str = "expr", **more: Any) -> Param:
    return Param(name, kind, doc, **more)


_THREADS = "needs the threads of a GPU"

THREADS = (
    _gpu(
        "tvm_storage_sync",
        "Wait until all threads that share the memory have come here.",
        _p("storage_scope", 'The memory: "shared", "warp" or "global".', "str"),
        result="int32",
        why="synchronises the threads of a GPU",
    ),
    _gpu(
        "tvm_warp_shuffle",
        "The value that lane `warp_id` of the warp has.",
        _p("mask", "The lanes that take part, one bit each."),
        _p("value", "The value of this lane."),
        _p("warp_id", "The lane to read from."),
        _p("width", "Lanes in a group."),
        _p("warp_size", "Lanes in a warp."),
        result="second",
        why=_THREADS,
    ),
    _gpu(
        "tvm_warp_shuffle_up",
        "The value that the lane `offset` below this one has.",
        _p("mask", "The lanes that take part, one bit each."),
        _p("value", "The value of this lane."),
        _p("offset", "How many lanes below."),
        _p("width", "Lanes in a group."),
        _p("warp_size", "Lanes in a warp."),
        result="second",
        why=_THREADS,
    ),
    _gpu(
        "tvm_warp_shuffle_down",
        "The value that the lane `offset` above this one has.",
        _p("mask", "The lanes that take part, one bit each."),
        _p("value", "The value of this lane."),
        _p("offset", "How many lanes above."),
        _p("width", "Lanes in a group."),
        _p("warp_size", "Lanes in a warp."),
        result="second",
        why=_THREADS,
    ),
    _gpu("tvm_warp_activemask", "The lanes of the warp that are running, one bit each.", result="uint32", why=_THREADS),
    _gpu(
        "tvm_thread_allreduce",
        "Combine a value over the threads of an axis; each gets the result.",
        _p(
            "freduce_args",
            "How many values, the values, the condition, the results, then the thread axes.",
            variadic=True,
        ),
        why=_THREADS,
    ),
    _gpu(
        "tvm_thread_invariant",
        "`cond`, said to be the same in all threads of a block.",
        _p("cond", "A condition."),
        result="same",
        effect=CallEffectKind.Pure,
        why=_THREADS,
    ),
    _gpu(
        "tvm_global_barrier_kinit",
        "Prepare a barrier across all blocks of a kernel.",
        result="int32",
        why=_THREADS,
        script=False,
    ),
    _gpu(
        "tvm_warp_shuffle_xor",
        "The value of the lane whose number differs from this one's in the bits of `lane_mask`.",
        _p("mask", "The lanes that take part, one bit each."),
        _p("value", "The value of this lane."),
        _p("lane_mask", "The bits that differ."),
        _p("width", "Lanes in a group."),
        _p("warp_size", "Lanes in a warp."),
        result="second",
        why=_THREADS,
        script=False,
    ),
    _gpu(
        "tvm_kernel_replace_point",
        "Where a kernel goes that is put together elsewhere.",
        result="void",
        why="marks a place in a kernel of a GPU",
        script=False,
    ),
    _gpu(
        "atomic_add",
        "Add to memory in one step that other threads cannot interrupt; the old value.",
        _p("address", "Where."),
        _p("value", "What to add."),
        result="second",
        why="is an atomic operation of a GPU",
        script=False,
    ),
)

_FRAGMENT = (
    _p("fragment", "Pointer to the fragments."),
    _p("m", "Rows of the product."),
    _p("n", "Columns of the product."),
    _p("k", "Length of the sum."),
    _p("index", "Which fragment."),
)
_OUTSIDE = (
    _p("buffer_ptr", "Pointer to the matrix in memory."),
    _p("stride", "Elements from one row to the next."),
    _p("layout", '"row_major" or "col_major".'),
)
_PRODUCT = (
    _p("fragment_d", "Pointer to the result."),
    _p("index_d", "Which fragment of it."),
    _p("fragment_a", "Pointer to the left factor."),
    _p("index_a", "Which fragment of it."),
    _p("fragment_b", "Pointer to the right factor."),
    _p("index_b", "Which fragment of it."),
    _p("fragment_c", "Pointer to the summand."),
    _p("index_c", "Which fragment of it."),
)
_CORES = "needs the tensor cores of a GPU"

MATRICES = (
    _gpu(
        "tvm_load_matrix_sync",
        "Load a matrix fragment from memory, by all threads of the warp together.",
        *_FRAGMENT,
        *_OUTSIDE,
        effect=CallEffectKind.ReadState,
        why=_CORES,
    ),
    _gpu(
        "tvm_store_matrix_sync",
        "Store a matrix fragment to memory, by all threads of the warp together.",
        *_FRAGMENT,
        *_OUTSIDE,
        why=_CORES,
    ),
    _gpu(
        "tvm_fill_fragment", "Fill a matrix fragment with a value.", *_FRAGMENT, _p("value", "The value."), why=_CORES
    ),
    _gpu("tvm_mma_sync", "Multiply matrix fragments and add: D = A * B + C.", *_PRODUCT, why=_CORES),
    _gpu("tvm_bmma_sync", "Multiply matrix fragments of single bits and add.", *_PRODUCT, why=_CORES),
)

_SHAPE = (
    DTYPE,
    _p("shape", 'The size of the product, such as "m16n8k16".', "str"),
    _p("A_layout", '"row" or "col".', "str"),
    _p("B_layout", '"row" or "col".', "str"),
    _p("A_dtype", "Element type of the left factor.", "str"),
    _p("B_dtype", "Element type of the right factor.", "str"),
    _p("C_dtype", "Element type of the summand.", "str"),
    _p("multiplicand_a", "Pointer to the left factor."),
    _p("a_index", "First element of it."),
    _p("multiplicand_b", "Pointer to the right factor."),
    _p("b_index", "First element of it."),
    _p("accumulator", "Pointer to the summand, which becomes the result."),
    _p("c_index", "First element of it."),
)
_SATURATE = _p("saturate", "Whether results beyond the type's range stay at its end.")


def _typed(name: str, doc: str, *params: Param, why: str) -> Op:
    return _gpu(name, doc, *params, result="dtype", why=why, dtype_position="first")


_COPY = (
    DTYPE,
    _p("shared_ptr", "Pointer into shared memory."),
    _p("shared_offset", "First element there."),
    _p("global_ptr", "Pointer into global memory."),
    _p("global_offset", "First element there."),
    _p("bytes", "Number of bytes."),
)
_BARRIER = _p("barrier_id", "Which barrier.")
_COPIES = "copies asynchronously on a GPU"
_BARRIERS = "uses the barriers of a GPU"

PTX = (
    _typed(
        "ptx_mma",
        "The instruction `mma` of an NVIDIA GPU: multiply small matrices and add.",
        *_SHAPE,
        _SATURATE,
        _p("operator", 'Of single bits: "xor" or "and".', "str", default=None),
        why=_CORES,
    ),
    _typed(
        "ptx_mma_sp",
        "The instruction `mma.sp` of an NVIDIA GPU: multiply where the left factor is sparse, and add.",
        *_SHAPE,
        _p("metadata", "Pointer to where the left factor is not zero."),
        _p("meta_index", "First element of it."),
        _p("sparse_selector", "Which threads give it."),
        _SATURATE,
        why=_CORES,
    ),
    _typed(
        "ptx_ldmatrix",
        "The instruction `ldmatrix` of an NVIDIA GPU: load small matrices from shared memory.",
        DTYPE,
        _p("trans", "Whether they are transposed."),
        _p("num", "How many: 1, 2 or 4."),
        _p("type", 'Their element type, such as ".b16".', "str"),
        _p("local_ptr", "Pointer to the result."),
        _p("local_offset", "First element of it."),
        _p("smem_ptr", "Pointer into shared memory."),
        _p("smem_offset", "First element there."),
        why=_CORES,
    ),
    _typed("ptx_cp_async", "Begin to copy from global to shared memory.", *_COPY, why=_COPIES),
    _typed(
        "ptx_cp_async_bulk", "Begin to copy a large part from global to shared memory.", *_COPY, _BARRIER, why=_COPIES
    ),
    _gpu(
        "ptx_ldg32",
        "Load 32 bits from global memory where a condition holds.",
        _p("local_ptr", "Pointer to the result."),
        _p("predicate", "The condition."),
        _p("global_ptr", "Pointer into global memory."),
        _p("index", "Which element."),
        result="same",
        effect=CallEffectKind.Pure,
        why=_COPIES,
        script=False,
    ),
    _gpu("ptx_commit_group", "Close the group of copies begun so far.", result="void", why=_COPIES),
    _gpu(
        "ptx_wait_group",
        "Wait until at most `num` groups of copies are under way.",
        _p("num", "How many groups may still be under way."),
        result="void",
        why=_COPIES,
    ),
    _gpu(
        "ptx_cp_async_barrier",
        "Let a barrier wait for the copies begun so far.",
        _BARRIER,
        result="void",
        why=_BARRIERS,
    ),
    _gpu(
        "ptx_init_barrier_thread_count",
        "Say how many threads a barrier waits for.",
        _BARRIER,
        _p("thread_count", "Number of threads."),
        result="void",
        why=_BARRIERS,
    ),
    _gpu("ptx_arrive_barrier", "Tell a barrier that this thread has come.", _BARRIER, result="void", why=_BARRIERS),
    _gpu(
        "ptx_arrive_barrier_expect_tx",
        "Tell a barrier that this thread has come and how many bytes are still to arrive.",
        _BARRIER,
        _p("byte_count", "Number of bytes."),
        result="void",
        why=_BARRIERS,
    ),
    _gpu("ptx_wait_barrier", "Wait at a barrier.", _BARRIER, result="void", why=_BARRIERS),
    _gpu("create_barriers", "Make barriers.", _p("barrier_count", "How many."), result="void", why=_BARRIERS),
    _typed(
        "mma_store",
        "Store the result of `T.ptx_mma` from the registers of the warp.",
        DTYPE,
        _p("m", "Rows."),
        _p("n", "Columns."),
        _p("dst_ptr", "Pointer to where."),
        _p("src_ptr", "Pointer to the registers."),
        _p("src_offset", "First element of them."),
        _p("dst_stride", "Elements from one row to the next."),
        why=_CORES,
    ),
    _typed(
        "mma_fill",
        "Fill the registers of the warp with zeros.",
        DTYPE,
        _p("local_size", "Elements in each thread."),
        _p("local_ptr", "Pointer to the registers."),
        _p("offset", "First element of them."),
        why=_CORES,
    ),
)

_METAL = "needs the matrix units of an Apple GPU"
_SIMDGROUP_SIZE = (
    _p("col", "Columns of the matrix.", default=8),
    _p("row", "Rows of the matrix.", default=8),
)
_SIMDGROUP_MEMORY = (
    _p("d", "The matrices of the group."),
    _p("index", "Which of them."),
    _p("ptr", "Pointer to the matrix in memory."),
    _p("stride", "Elements from one row to the next."),
    *_SIMDGROUP_SIZE,
    _p("transpose_matrix", "Whether it is transposed on the way.", default=False),
)

METAL = (
    _gpu(
        "make_filled_simdgroup_matrix",
        "A matrix of a group of threads, filled with a value.",
        _p("d", "The matrices of the group."),
        _p("index", "Which of them."),
        _p("value", "The value."),
        *_SIMDGROUP_SIZE,
        why=_METAL,
    ),
    _gpu("simdgroup_load", "Load a matrix of a group of threads from memory.", *_SIMDGROUP_MEMORY, why=_METAL),
    _gpu("simdgroup_store", "Store a matrix of a group of threads to memory.", *_SIMDGROUP_MEMORY, why=_METAL),
    _gpu(
        "simdgroup_multiply_accumulate",
        "Multiply matrices of a group of threads and add: D = A * B + C.",
        _p("d", "The results."),
        _p("index_d", "Which of them."),
        _p("a", "The left factors."),
        _p("index_a", "Which of them."),
        _p("b", "The right factors."),
        _p("index_b", "Which of them."),
        _p("c", "The summands."),
        _p("index_c", "Which of them."),
        why=_METAL,
    ),
)

_DMA = "copies by the copy engine of an accelerator"

DEVICES = (
    _gpu(
        "texture2d_store",
        "Write an element of a texture.",
        _p("args", "The texture, the coordinates and the value.", variadic=True),
        why="writes a texture",
        script=False,
    ),
    _gpu(
        "texture2d_load",
        "Read an element of a texture.",
        _p("args", "The texture and the coordinates.", variadic=True),
        why="reads a texture",
        script=False,
    ),
    _gpu(
        "dma_copy",
        "Begin a copy.",
        _p("args", "The queue, where to, where from, the size, and whether to bypass the cache.", variadic=True),
        result="int32",
        why=_DMA,
        script=False,
    ),
    _gpu(
        "dma_wait",
        "Wait until at most that many copies of a queue are under way.",
        _p("queue", "The queue."),
        _p("number", "How many."),
        result="int32",
        why=_DMA,
        script=False,
    ),
    _gpu(
        "dma_start_group", "Begin a group of copies.", _p("queue", "The queue."), result="int32", why=_DMA, script=False
    ),
    _gpu("dma_end_group", "End a group of copies.", _p("queue", "The queue."), result="int32", why=_DMA, script=False),
)

ROWS = (*THREADS, *MATRICES, *PTX, *METAL, *DEVICES)
