"""Codes for the tile language: scopes, layouts, tile primitives, instructions."""

from __future__ import annotations

from tilewright.core.base.codes.code import Code

_HEAD = "from tvm.script import tirx as T\n\n\n@T.prim_func\ndef f(A: T.Buffer((32, 64), 'float32'), B: T.Buffer((32, 64), 'float32')):\n    T.device_entry()\n"

CODES = (
    Code(
        "unknown-exec-scope",
        "error",
        "There is no such scope of threads in another.",
        "A kernel has clusters and thread blocks, a cluster thread blocks, a thread block warpgroups, warps and threads.",
        _HEAD + "    w = T.scope_id([4], 'kernel', 'warp')\n",
        _HEAD + "    w = T.scope_id([4], 'cta', 'warp')\n",
    ),
    Code(
        "scope-extent",
        "error",
        "The sizes of two scopes of threads contradict each other.",
        "In one kernel every thread block has as many warps, and every warp as many lanes, wherever their numbers are asked for; a thread block of 4 warps of 32 lanes has 128 threads.",
        _HEAD + "    w = T.warp_id([4])\n    lane = T.lane_id([32])\n    t = T.thread_id([64])\n",
        _HEAD + "    w = T.warp_id([4])\n    lane = T.lane_id([32])\n    t = T.thread_id([128])\n",
    ),
    Code(
        "layout-rank",
        "error",
        "A layout has not as many strides as extents.",
        "`T.S[(8, 4):(4, 1)]` splits an index into parts, each of which moves by its stride.",
        _HEAD + "    C = T.alloc_buffer((32,), 'float32', scope='local', layout=T.TileLayout(T.S[(8, 4):(4, 1, 1)]))\n",
        _HEAD + "    C = T.alloc_buffer((32,), 'float32', scope='local', layout=T.TileLayout(T.S[(8, 4):(4, 1)]))\n",
    ),
    Code(
        "layout-size",
        "error",
        "A layout places another number of elements than the buffer has.",
        "The product of the extents of a layout is the number of elements of its buffer.",
        _HEAD + "    C = T.alloc_buffer((32,), 'float32', scope='local', layout=T.TileLayout(T.S[(8, 2):(1, 8)]))\n",
        _HEAD + "    C = T.alloc_buffer((32,), 'float32', scope='local', layout=T.TileLayout(T.S[(8, 4):(1, 8)]))\n",
    ),
    Code(
        "tile-shape",
        "error",
        "The parts of buffers of a tile primitive do not fit.",
        "A copy goes from a part to one of the same shape, extents of 1 aside; the sizes of a matrix product fit; an axis that is reduced exists.",
        _HEAD + "    T.cta.copy(A[0:32, 0:32], B[0:32, 0:64])\n",
        _HEAD + "    T.cta.copy(A[0:32, 0:64], B[0:32, 0:64])\n",
    ),
    Code(
        "instruction-modifier",
        "error",
        "An instruction of PTX has no such modifier, or lacks one.",
        "Completion after `T.ptx.ld.` shows the modifiers that may follow.",
        _HEAD + '    T.ptx["ld.global.b31"](A[0, 0], B.ptr_to([0, 0]))\n',
        _HEAD + '    T.ptx["ld.global.b32"](A[0, 0], B.ptr_to([0, 0]))\n',
    ),
    Code(
        "instruction-operands",
        "error",
        "An instruction of PTX has other operands.",
        "What is written stands first and is an element of a buffer; then come addresses and values, in the order of PTX.",
        _HEAD + "    T.ptx.ld.global_.b32(A[0, 0])\n",
        _HEAD + "    T.ptx.ld.global_.b32(A[0, 0], B.ptr_to([0, 0]))\n",
    ),
)
