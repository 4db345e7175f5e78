"""Programs of the tile language, the bodies of functions of two buffers: between them they use every construct."""

from __future__ import annotations

from typing import Final

HEADER: Final = """from tvm.script import tirx as T


@T.prim_func
def main(A: T.Buffer((128, 64), "float32"), B: T.Buffer((128, 64), "float32"), n: T.int32):
"""


def program(body: str) -> str:
    """The whole program of a body."""
    return HEADER + "".join(f"    {line}\n" for line in body.strip("\n").split("\n"))


_ENTRY: Final = "T.device_entry()\n"
_TILES: Final = """
S = T.alloc_buffer((128, 64), "float32", scope="shared")
L = T.alloc_buffer((128, 64), "float32", scope="local")
"""
PROGRAMS: Final = {
    "thread blocks in two dimensions": _ENTRY
    + "bx, by = T.cta_id([4, 8])\nt = T.thread_id([128])\nA[bx * 32 + by, t % 64] = T.float32(1)",
    "warps and lanes": _ENTRY + "w = T.warp_id([4])\nlane = T.lane_id([32])\nA[w * 32 + lane, 0] = B[lane, w]",
    "warpgroups": _ENTRY
    + "g = T.warpgroup_id([2])\nw = T.warp_id_in_wg([4])\nt = T.thread_id_in_wg([128])\nA[t, g * 4 + w] = T.float32(0)",
    "clusters": _ENTRY
    + "c = T.cluster_id([8])\nb = T.cta_id_in_cluster([2], preferred=[4])\np = T.cta_id_in_pair()\nA[c, b] = T.Cast('float32', p)",
    "a size that follows": _ENTRY + "w = T.warp_id()\nA[w, 0] = T.float32(0)",
    "a symbolic size": _ENTRY + "b = T.cta_id([n])\nif b < 128:\n    A[b, 0] = T.float32(0)",
    "numbers without signs": _ENTRY + "w = T.warp_id([4], dtype='uint32')\nA[w, 0] = T.float32(0)",
    "scopes by their names": _ENTRY + "w = T.scope_id([4], 'cta', 'warp')\nA[w, 0] = T.float32(0)",
    "numbers in a loop": _ENTRY + "for i in T.serial(4):\n    lane = T.lane_id([32])\n    A[i, lane] = T.float32(0)",
    "numbers in a branch": _ENTRY
    + "if n > 3:\n    lane = T.lane_id([32])\n    A[0, lane] = T.float32(0)\nelse:\n    A[0, 0] = T.float32(1)",
    "one thread of many": _ENTRY
    + "w = T.warp_id([4])\nif T.filter(w, w == 0):\n    A[0, 0] = T.float32(T.selector(w, w == 0))",
    "copies": _ENTRY + _TILES + "T.cta.copy(S[0:128, 0:64], A[0:128, 0:64])\nT.warp.copy(L, S)\nT.tile.copy(B, L)",
    "copies that have begun": _ENTRY
    + _TILES
    + "T.cta.copy_async(S, A, dispatch='tma', mbar=S.ptr_to([0, 0]), stages=2)\nT.cuda.cta_sync()",
    "one row": _ENTRY + _TILES + "T.warp.copy(S[3, 0:64], A[n, 0:64])",
    "a workspace": _ENTRY + _TILES + "T.cta.copy(S, A, workspace={'tmp': L})",
    "elementwise": _ENTRY
    + _TILES
    + "T.tile.add(L, L, L)\nT.tile.sub(L, L, T.float32(1))\nT.tile.mul(L, L, 2.0)\nT.tile.fdiv(L, S, L)\nT.tile.maximum(L, L, S)\nT.tile.minimum(L, L, S)",
    "functions": _ENTRY
    + _TILES
    + "T.tile.exp(L, L, scale=2.0)\nT.tile.exp2(L)\nT.tile.log2(L, S)\nT.tile.sqrt(L, S, 1.0)\nT.tile.silu(L, S)\nT.tile.reciprocal(L, S)",
    "fills": _ENTRY + _TILES + "T.tile.zero(L)\nT.tile.fill(L, T.float32(1))\nT.cta.memset(S, 0.0)",
    "several at once": _ENTRY
    + _TILES
    + "T.tile.fma(L, L, S, L)\nT.tile.cast(L, S)\nT.warp.permute_layout(L, S)\nT.tile.select(L, S, 0.0, lambda i, j: i < j)",
    "reductions": _ENTRY
    + _TILES
    + "T.tile.sum(L[0:128, 0], S, axes=1)\nT.warp.max(L[0, 0:64], S, axes=[0], accum=True)\nT.tile.min(L[0, 0], S, axes=(0, 1))",
    "reductions of functions": _ENTRY
    + _TILES
    + "T.tile.unary_reduce(L, S, L, 'exp', 'sum')\nT.tile.binary_reduce(L, S, L, L, 'add', 'max', 1)\nT.tile.reduce_negate(L, S, 'sum')\nT.tile.binary_chain(L, S, L, L, 'add', 'mul', reverse1=True)",
    "matrix products": _ENTRY
    + _TILES
    + "T.warp.gemm(S[0:64, 0:64], A[0:64, 0:64], B[0:64, 0:64], S[0:64, 0:64])\nT.tile.gemm(A, A, B[0:64, 0:64], A, transpose_B=True, alpha=2.0)",
    "matrix products that have begun": _ENTRY
    + _TILES
    + "T.cta.gemm_async(S, A, B, transB=True, accum=True, dispatch='tcgen05')\nT.wg.gemm_async(S, A, B)\nT.warpgroup.zero(S)\nT.cluster.zero(S)\nT.thread.zero(L)",
    "a layout on lanes": _ENTRY
    + "C = T.alloc_buffer((8, 4), 'float32', scope='local', layout=T.TileLayout(T.S[(8, 4):(4 @ Axis.laneid, 1 @ Axis.laneid)]))\nC[0, 0] = A[0, 0]\nA[0, 1] = C[0, 0]",
    "a layout with copies and an offset": _ENTRY
    + "C = T.alloc_buffer((8, 4), 'float32', scope='local', layout=T.TileLayout(T.S[(8, 4):(1, 8)] + T.R[2:1 @ Axis.warpid] + 3 + 1 @ Axis.laneid))\nC[0, 0] = A[0, 0]\nA[0, 1] = C[0, 0]",
    "a swizzled layout": _ENTRY
    + "C = T.alloc_buffer((64, 64), 'float16', scope='shared', layout=T.ComposeLayout(3, 3, 3, T.TileLayout(T.S[(64, 64):(64, 1)])))\nC[0, 0] = T.float16(0)\nA[0, 1] = T.Cast('float32', C[0, 0])",
    "a swizzle from outside": _ENTRY
    + "C = T.alloc_shared((64, 64), 'float16', layout=T.ComposeLayout(3, 3, 3, T.TileLayout(T.S[(64, 64)]), False))\nC[0, 0] = T.float16(0)\nA[0, 1] = T.Cast('float32', C[0, 0])",
    "registers of a warpgroup": _ENTRY + "C = T.wg_reg_tile(8)\nC[0, 0] = A[0, 0]\nA[0, 1] = C[0, 0]",
    "a layout of a view": _ENTRY
    + "C = T.decl_buffer((64, 128), 'float32', data=A.data, layout=T.TileLayout(T.S[(64, 128):(1, 64)]))\nC[0, 0] = T.float32(0)",
    "loads": _ENTRY
    + "x: T.float32\nx = T.float32(0)\nT.ptx.ld.acquire.gpu.global_.b32(x, A.ptr_to([0, 0]))\nB[0, 0] = x",
    "instructions as text": _ENTRY
    + _TILES
    + "T.ptx['ld.weak.shared.b32'](L[0, 0], S.ptr_to([0, 0]))\nT.ptx['st.weak.shared::cta.b32'](S.ptr_to([0, 0]), L[0, 0])",
    "instructions under a condition": _ENTRY
    + _TILES
    + "L[0, 0] = T.float32(1)\nT.ptx.st.global_.b32(A.ptr_to([0, 0]), L[0, 0], pred=n > 3)",
    "barriers": _ENTRY
    + _TILES
    + "T.ptx.mbarrier.init.shared.b64(S.ptr_to([0, 0]), 1)\nT.ptx.fence.proxy.async_.shared__cta()\nT.ptx.bar.sync(0)\nT.ptx.cp.async_.commit_group()",
    "an address": _ENTRY + _TILES + "T.ptx.ld.global_.b32(L[0, 0], T.ptx.addr(A.ptr_to([0, 0]), 16))",
    "functions of CUDA": _ENTRY
    + "lane = T.lane_id([32])\nA[0, lane] = T.cuda.warp_sum(B[0, lane])\nT.cuda.printf('%d', lane)\nT.cuda.thread_fence()\nT.cuda.cluster_sync()\nT.cuda.nano_sleep(100)",
    "lanes that ask each other": _ENTRY
    + "lane = T.lane_id([32])\nA[0, lane] = T.cuda.__shfl_sync(T.cuda.__activemask(), B[0, lane], 0, 32)\nT.cuda.atomic_add(A.ptr_to([0, 0]), T.float32(1))",
    "source of CUDA": _ENTRY
    + "T.cuda.func_call('twice', A[0, 0], source_code='__device__ void twice(float x) {}')\nA[0, 0] = T.cuda.ldg(B.ptr_to([0, 0]), 'float32')",
    "special registers": _ENTRY + "x: T.let = T.cuda.mov_sreg(32, 'laneid')\nA[0, x % 32] = T.float32(0)",
    "waiting for a word": _ENTRY
    + "T.cuda.wait_until(A[0, 0], B.ptr_to([0, 0]), lambda x: x > 0.0)\nT.cuda.mbarrier_wait(A.ptr_to([0, 0]), 0)",
    "descriptors": _ENTRY
    + "T.cuda.wgmma.encode_matrix_descriptor(A.ptr_to([0, 0]), B.ptr_to([0, 0]), 1, 64, 3)\nT.cuda.tcgen05.encode_matrix_descriptor(A.ptr_to([0, 0]), B.ptr_to([0, 0]), 1, 64, 3)",
    "marks for a tracer": _ENTRY
    + "T.cuda.iket.mark('begin')\nT.cuda.iket.range_push('body')\nT.cuda.iket.range_pop()\nT.cuda.timer_init(A.data, B.data, 0, 1, 0)",
    "Trainium": _ENTRY
    + "T.nki.load(A[0, 0], B[0, 0])\nT.nki.matmul(A[0, 0], B[0, 0], B[0, 1])\nT.nki.activation(A[0, 0], B[0, 0], 'exp')\nT.nki.tensorreduce(A[0, 0], B[0, 0], 'sum', False, 1, 2)",
    "Metal": _ENTRY
    + "T.metal.make_filled_simdgroup_matrix(A.data, 0, T.float32(0))\nT.metal.simdgroup_load(A.data, 0, B.data, 8)\nA[0, 0] = T.metal.simd_shuffle(B[0, 0], 3)",
    "several GPUs": _ENTRY
    + "T.nvshmem.getmem_nbi(A.data, B.data, 4, T.nvshmem.my_pe())\nT.nvshmem.putmem_nbi.warp(A.data, B.data, 4, 1)\nT.nvshmem.barrier_all()",
    "WebGPU": _ENTRY + "A[0, 0] = T.webgpu.subgroup_shuffle(B[0, 0], 3)",
    "older instructions": _ENTRY
    + "T.ptx_legacy.ldmatrix('float16', False, 4, '.b16', A.data, 0, B.data, 0)\nT.cuda.mma_fill('float32', 8, A.data, 0)",
    "pointers in bytes": _ENTRY
    + "T.evaluate(T.ptr_byte_offset(A.ptr_to([0, 0]), 16, 'float32'))\nT.print_buffer(A.data, 'float32', False, False, 2, 128, 64)",
    "a descriptor of a tensor": "T.evaluate(T.tensormap_encode_tiled(A.data, B.data, n, n, n, descriptor_dtype='float32', rank=1))",
    "a hint": _ENTRY + "with T.hint('unroll'):\n    A[0, 0] = T.float32(0)",
}
