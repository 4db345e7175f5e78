"""Codes for the tile language: scopes, layouts, tile primitives, instructions."""

from __future__ import annotations

from tilewright.core.base.codes.code import Code

_HEAD = "from tvm.script import tirx as T\n\n\n@T.prim_func\ndef f(A: T.Buffer((32, 64), 'float32'), B: T.Buffer((32, 64), 'float32')):\n    T.device_entry()\n"

CODES = (
    Code(
        "unknown-exec-scope",
        "error",
        "A scope of threads does not exist in the scope that is named.",
        "A kernel has clusters and thread blocks, a cluster thread blocks, a thread block warpgroups, warps and threads.",
        _HEAD + "    w = T.scope_id([4], 'kernel', 'warp')\n",
        _HEAD + "    w = T.scope_id([4], 'cta', 'warp')\n",
    ),
    Code(
        "scope-extent",
        "error",
        "The sizes of two scopes of threads contradict each other.",
        "All thread blocks of a kernel have the same number of warps, and all warps the same number of lanes; a thread block of 4 warps of 32 lanes has 128 threads.",
        _HEAD + "    w = T.warp_id([4])\n    lane = T.lane_id([32])\n    t = T.thread_id([64])\n",
        _HEAD + "    w = T.warp_id([4])\n    lane = T.lane_id([32])\n    t = T.thread_id([128])\n",
    ),
    Code(
        "layout-rank",
        "error",
        "The numbers of strides and extents of a layout differ.",
        "`T.S[(8, 4):(4, 1)]` splits an index into parts, each of which moves by its stride.",
        _HEAD + "    C = T.alloc_buffer((32,), 'float32', scope='local', layout=T.TileLayout(T.S[(8, 4):(4, 1, 1)]))\n",
        _HEAD + "    C = T.alloc_buffer((32,), 'float32', scope='local', layout=T.TileLayout(T.S[(8, 4):(4, 1)]))\n",
    ),
    Code(
        "layout-size",
        "error",
        "A layout has more or fewer elements than its buffer.",
        "The product of the extents of a layout is the number of elements of its buffer.",
        _HEAD + "    C = T.alloc_buffer((32,), 'float32', scope='local', layout=T.TileLayout(T.S[(8, 2):(1, 8)]))\n",
        _HEAD + "    C = T.alloc_buffer((32,), 'float32', scope='local', layout=T.TileLayout(T.S[(8, 4):(1, 8)]))\n",
    ),
    Code(
        "tile-shape",
        "error",
        "The shapes of the buffers of a tile primitive do not fit together.",
        "The two sides of a copy have the same shape, apart from extents of 1; the inner sizes of a matrix product are equal; a reduced axis exists.",
        _HEAD + "    T.cta.copy(A[0:32, 0:32], B[0:32, 0:64])\n",
        _HEAD + "    T.cta.copy(A[0:32, 0:64], B[0:32, 0:64])\n",
    ),
    Code(
        "instruction-modifier",
        "error",
        "A PTX instruction has an unknown modifier, or one is missing.",
        "Completion after `T.ptx.ld.` shows the modifiers that may follow.",
        _HEAD + '    T.ptx["ld.global.b31"](A[0, 0], B.ptr_to([0, 0]))\n',
        _HEAD + '    T.ptx["ld.global.b32"](A[0, 0], B.ptr_to([0, 0]))\n',
    ),
    Code(
        "instruction-operands",
        "error",
        "The operands do not fit the PTX instruction.",
        "The destination comes first and is an element of a buffer; addresses and values follow in the order of the PTX manual.",
        _HEAD + "    T.ptx.ld.global_.b32(A[0, 0])\n",
        _HEAD + "    T.ptx.ld.global_.b32(A[0, 0], B.ptr_to([0, 0]))\n",
    ),
)
