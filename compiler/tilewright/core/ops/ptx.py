"""Rows of `T.ptx`: a row for each instruction of PTX; `ptx_forms` has their forms.

A call is `T.ptx.ld.acquire.gpu.global_.b32(x, pointer)`, or `T.ptx["ld.acquire.gpu.global.b32"](x, pointer)`.  It holds the operands, then the modifiers
of its form in order, "" for one that is left out, and a text that says what operands cannot: "pred" when the last one is the condition under which it runs.
"""

from __future__ import annotations

from typing import Final

from tilewright.core.ops.device_row import device_op

FAMILIES: Final = (
    "abs activemask add and applypriority atom bar barrier bfe bfi bfind bmsk brev clmad "
    "clusterlaunchcontrol clz cnot copysign cos cp createpolicy cvt cvt_pack cvta discard div dp2a dp4a "
    "elect_sync ex2 fabric fence fma fns getctarank griddepcontrol isspacep ld ldmatrix ldu lg2 lop3 mad "
    "mad24 mapa match max mbarrier min mma mov movmatrix mul mul24 multimem_cp multimem_ld_reduce "
    "multimem_red multimem_red_async multimem_st multimem_st_async neg not or popc prefetch prefetchu "
    "prmt rcp red red_async redux_sync rem rsqrt sad selp set setmaxnreg setp shf shfl_sync shl shr sin "
    "slct spcompress spdecompress sqrt st st_async st_bulk stmatrix sub szext tanh tcgen05 "
    "tensormap_cp_fenceproxy tensormap_replace testp vote_sync wgmma xor "
).split()

_ADDRESS = "The address `byte_offset` bytes after `base`, as an operand of an instruction."
ROWS = (
    *(device_op(f"ptx.{name}", "*args", "void", f"The instruction `{name}` of PTX.") for name in FAMILIES),
    device_op("ptx.addr", "base, byte_offset", "same", _ADDRESS),
)
