"""`tvm.tir.tensor_intrin.cuda`: products of small matrices on NVIDIA's GPUs. Programs can be written in them; Tilewright compiles for processors only."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal

from typing_extensions import ParamSpec

from tilewright.core.schedule.tensor_intrin import register_when_asked
from tilewright.tir.tensor_intrin._mma import (
    SHORT,
    get_ldmatrix_intrin,
    get_mma_fill_intrin,
    get_mma_intrin,
    get_mma_store_intrin,
    ldmatrix_32x8_to_shared_16x16_layout,
    shared_16x16_to_ldmatrix_32x8_layout,
    shared_16x32_to_ldmatrix_32x16_layout,
    shared_32x16_to_ldmatrix_32x16_layout,
)
from tilewright.tir.tensor_intrin._wmma import (
    Intrinsic,
    get_wmma_fill_intrin,
    get_wmma_fragment_index,
    get_wmma_load_intrin,
    get_wmma_store_intrin,
    get_wmma_sync_intrin,
)

_K = {"float16": 16, "int8": 32, "float8_e4m3fn": 32, "float8_e5m2": 32}
_SUFFIX = {"shared": "", "shared.dyn": "_dyn"}
_WMMA = {"float16": "f16", "float32": "f32", "int8": "s8", "int4": "s4", "int32": "s32"}


_P = ParamSpec("_P")


def _registered(name: str, make: Callable[_P, Intrinsic], *args: _P.args, **kwargs: _P.kwargs) -> str:
    register_when_asked(name, partial(make, *args, **kwargs))
    return name


def _ldmatrix_name(dtype: str, matrix: str, transposed: bool, scope: str) -> str:
    return f"mma_ldmatrix_{SHORT[dtype]}_{matrix.lower()}{'_trans' * transposed}{_SUFFIX[scope]}"


def _ldmatrix(dtype: str, matrix: Literal["A", "B"], transposed: bool = False, scope: str = "shared") -> str:
    name = _ldmatrix_name(dtype, matrix, transposed, scope)
    return _registered(name, get_ldmatrix_intrin, _K[dtype], dtype, matrix, transposed, scope)


LDMATRIX_f16_A_INTRIN = _ldmatrix("float16", "A")
LDMATRIX_f16_B_INTRIN = _ldmatrix("float16", "B")
LDMATRIX_f16_A_TRANS_INTRIN = _ldmatrix("float16", "A", True)
LDMATRIX_f16_B_TRANS_INTRIN = _ldmatrix("float16", "B", True)
LDMATRIX_f16_A_DYN_INTRIN = _ldmatrix("float16", "A", scope="shared.dyn")
LDMATRIX_f16_B_DYN_INTRIN = _ldmatrix("float16", "B", scope="shared.dyn")
LDMATRIX_f16_A_TRANS_DYN_INTRIN = _ldmatrix("float16", "A", True, "shared.dyn")
LDMATRIX_f16_B_TRANS_DYN_INTRIN = _ldmatrix("float16", "B", True, "shared.dyn")
LDMATRIX_i8_A_INTRIN = _ldmatrix("int8", "A")
LDMATRIX_i8_B_INTRIN = _ldmatrix("int8", "B")
LDMATRIX_i8_B_TRANS_INTRIN = _ldmatrix("int8", "B", True)
LDMATRIX_e4m3_A_INTRIN = _ldmatrix("float8_e4m3fn", "A")
LDMATRIX_e4m3_B_INTRIN = _ldmatrix("float8_e4m3fn", "B")
LDMATRIX_e4m3_B_TRANS_INTRIN = _ldmatrix("float8_e4m3fn", "B", True)
LDMATRIX_e5m2_A_INTRIN = _ldmatrix("float8_e5m2", "A")
LDMATRIX_e5m2_B_INTRIN = _ldmatrix("float8_e5m2", "B")
LDMATRIX_e5m2_B_TRANS_INTRIN = _ldmatrix("float8_e5m2", "B", True)


def _mma_name(dtype: str, out: str, trans_a: bool, trans_b: bool) -> str:
    return f"mma_{SHORT[dtype] * 2}{SHORT[out]}{'_trans_a' * trans_a}{'_trans_b' * trans_b}"


def _mma(dtype: str, out: str, trans_a: bool = False, trans_b: bool = False) -> str:
    name = _mma_name(dtype, out, trans_a, trans_b)
    return _registered(name, get_mma_intrin, _K[dtype], dtype, dtype, out, trans_a, trans_b)


MMA_f16f16f32_INTRIN = _mma("float16", "float32")
MMA_f16f16f32_TRANS_B_INTRIN = _mma("float16", "float32", trans_b=True)
MMA_f16f16f32_TRANS_A_INTRIN = _mma("float16", "float32", trans_a=True)
MMA_f16f16f32_TRANS_A_TRANS_B_INTRIN = _mma("float16", "float32", True, True)
MMA_f16f16f16_INTRIN = _mma("float16", "float16")
MMA_f16f16f16_TRANS_B_INTRIN = _mma("float16", "float16", trans_b=True)
MMA_f16f16f16_TRANS_A_INTRIN = _mma("float16", "float16", trans_a=True)
MMA_f16f16f16_TRANS_A_TRANS_B_INTRIN = _mma("float16", "float16", True, True)
MMA_i8i8i32_INTRIN = _mma("int8", "int32")
MMA_i8i8i32_TRANS_B_INTRIN = _mma("int8", "int32", trans_b=True)
MMA_e5m2e5m2f32_INTRIN = _mma("float8_e5m2", "float32")
MMA_e5m2e5m2f32_TRANS_B_INTRIN = _mma("float8_e5m2", "float32", trans_b=True)
MMA_e4m3e4m3f32_INTRIN = _mma("float8_e4m3fn", "float32")
MMA_e4m3e4m3f32_TRANS_B_INTRIN = _mma("float8_e4m3fn", "float32", trans_b=True)


def _mma_fill_name(dtype: str) -> str:
    return f"mma_fill_16x16_{SHORT[dtype]}"


def _mma_fill(dtype: str) -> str:
    return _registered(_mma_fill_name(dtype), get_mma_fill_intrin, dtype, 8)


def _mma_store_name(dtype: str, scope: str, simple: bool) -> str:
    return f"mma_store_16x16_{SHORT[dtype]}_{scope.replace('.', '_')}{'_simple' * simple}_"


def _mma_store(dtype: str, scope: str = "global", simple: bool = False) -> str:
    return _registered(_mma_store_name(dtype, scope, simple), get_mma_store_intrin, dtype, 8, scope, not simple)


MMA_fill_16x16_f32_INTRIN = _mma_fill("float32")
MMA_fill_16x16_f16_INTRIN = _mma_fill("float16")
MMA_fill_16x16_i32_INTRIN = _mma_fill("int32")
MMA_store_16x16_f32_global_INTRIN = _mma_store("float32")
MMA_store_16x16_f32_shared_dyn_INTRIN = _mma_store("float32", "shared.dyn")
MMA_store_16x16_f32_shared_dyn_INTRIN_SIMPLE = _mma_store("float32", "shared.dyn", True)
MMA_store_16x16_f16_shared_dyn_INTRIN_SIMPLE = _mma_store("float16", "shared.dyn", True)
MMA_store_16x16_f16_global_INTRIN = _mma_store("float16")
MMA_store_16x16_i32_global_INTRIN = _mma_store("int32")


def get_mma_intrin_group(
    load_scope: Literal["shared", "shared.dyn"],
    store_scope: Literal["global", "shared", "shared.dyn"],
    in_dtype: str,
    out_dtype: str,
    trans_a: bool,
    trans_b: bool,
    not_use_mma_store_intrinic: bool = True,
    store_to_smem_dtype: str | None = None,
) -> dict[str, str]:
    """The names of the intrinsics of a product: "init", "load_a", "load_b", "compute", "store"."""
    return {
        "init": _mma_fill_name(out_dtype),
        "load_a": _ldmatrix_name(in_dtype, "A", trans_a, load_scope),
        "load_b": _ldmatrix_name(in_dtype, "B", trans_b, load_scope),
        "compute": _mma_name(in_dtype, out_dtype, trans_a, trans_b),
        "store": _mma_store_name(store_to_smem_dtype or out_dtype, store_scope, not_use_mma_store_intrinic),
    }


_Sizes = tuple[int, int, int]
_CUBE: _Sizes = (16, 16, 16)
_BITS: _Sizes = (8, 8, 32)


def _sized(sizes: _Sizes) -> str:
    return "x".join(map(str, sizes))


def _wmma_sync_name(dtype: str, out: str, transposed: bool, sizes: _Sizes = _CUBE) -> str:
    return f"wmma_sync_{_sized(sizes)}_{_WMMA[dtype] * 2}{_WMMA[out]}{'_trans' * transposed}"


def _wmma_sync(dtype: str, out: str, transposed: bool = False, sizes: _Sizes = _CUBE) -> str:
    name = _wmma_sync_name(dtype, out, transposed, sizes)
    return _registered(name, get_wmma_sync_intrin, *sizes, dtype, out, transposed)


def _wmma_load_name(dtype: str, matrix: str, scope: str, transposed: bool = False, sizes: _Sizes = _CUBE) -> str:
    return f"wmma_load_{_sized(sizes)}_{_WMMA[dtype]}_{matrix}{'_trans' * transposed}_{scope.replace('.', '_')}"


def _wmma_load(dtype: str, matrix: str, scope: str, transposed: bool = False, sizes: _Sizes = _CUBE) -> str:
    name = _wmma_load_name(dtype, matrix, scope, transposed, sizes)
    return _registered(name, get_wmma_load_intrin, *sizes, dtype, scope, matrix == "b", transposed)


def _wmma_fill_name(dtype: str, sizes: _Sizes = _CUBE) -> str:
    return f"wmma_fill_{_sized(sizes)}_{_WMMA[dtype]}"


def _wmma_fill(dtype: str, sizes: _Sizes = _CUBE) -> str:
    return _registered(_wmma_fill_name(dtype, sizes), get_wmma_fill_intrin, *sizes, dtype)


def _wmma_store_name(dtype: str, scope: str, sizes: _Sizes = _CUBE) -> str:
    return f"wmma_store_{_sized(sizes)}_{_WMMA[dtype]}_{scope.replace('.', '_')}"


def _wmma_store(dtype: str, scope: str, sizes: _Sizes = _CUBE) -> str:
    return _registered(_wmma_store_name(dtype, scope, sizes), get_wmma_store_intrin, *sizes, dtype, scope)


WMMA_SYNC_16x16x16_f16f16f32_INTRIN = _wmma_sync("float16", "float32")
WMMA_SYNC_16x16x16_f16f16f32_TRANS_INTRIN = _wmma_sync("float16", "float32", True)
WMMA_SYNC_16x16x16_f16f16f16_INTRIN = _wmma_sync("float16", "float16")
WMMA_SYNC_16x16x16_f16f16f16_TRANS_INTRIN = _wmma_sync("float16", "float16", True)
WMMA_SYNC_16x16x16_s8s8s32_INTRIN = _wmma_sync("int8", "int32")
WMMA_SYNC_16x16x16_s8s8s32_TRANS_INTRIN = _wmma_sync("int8", "int32", True)
WMMA_SYNC_8x8x32_s4s4s32_TRANS_INTRIN = _wmma_sync("int4", "int32", True, _BITS)
WMMA_LOAD_16x16x16_F16_A_INTRIN = _wmma_load("float16", "a", "shared")
WMMA_LOAD_16x16x16_F16_A_DYN_INTRIN = _wmma_load("float16", "a", "shared.dyn")
WMMA_LOAD_16x16x16_F16_B_INTRIN = _wmma_load("float16", "b", "shared")
WMMA_LOAD_16x16x16_F16_B_DYN_INTRIN = _wmma_load("float16", "b", "shared.dyn")
WMMA_LOAD_16x16x16_F16_A_TRANS_INTRIN = _wmma_load("float16", "a", "shared", True)
WMMA_LOAD_16x16x16_F16_A_TRANS_DYN_INTRIN = _wmma_load("float16", "a", "shared.dyn", True)
WMMA_LOAD_16x16x16_F16_B_TRANS_INTRIN = _wmma_load("float16", "b", "shared", True)
WMMA_LOAD_16x16x16_F16_B_TRANS_DYN_INTRIN = _wmma_load("float16", "b", "shared.dyn", True)
WMMA_LOAD_16x16x16_S8_A_INTRIN = _wmma_load("int8", "a", "shared")
WMMA_LOAD_16x16x16_S8_A_DYN_INTRIN = _wmma_load("int8", "a", "shared.dyn")
WMMA_LOAD_16x16x16_S8_B_INTRIN = _wmma_load("int8", "b", "shared")
WMMA_LOAD_16x16x16_S8_B_DYN_INTRIN = _wmma_load("int8", "b", "shared.dyn")
WMMA_LOAD_16x16x16_S8_A_TRANS_INTRIN = _wmma_load("int8", "a", "shared", True)
WMMA_LOAD_16x16x16_S8_A_TRANS_DYN_INTRIN = _wmma_load("int8", "a", "shared.dyn", True)
WMMA_LOAD_16x16x16_S8_B_TRANS_INTRIN = _wmma_load("int8", "b", "shared", True)
WMMA_LOAD_16x16x16_S8_B_TRANS_DYN_INTRIN = _wmma_load("int8", "b", "shared.dyn", True)
WMMA_LOAD_8x8x32_S4_A_INTRIN = _wmma_load("int4", "a", "shared", sizes=_BITS)
WMMA_LOAD_8x8x32_S4_A_DYN_INTRIN = _wmma_load("int4", "a", "shared.dyn", sizes=_BITS)
WMMA_LOAD_8x8x32_S4_B_TRANS_INTRIN = _wmma_load("int4", "b", "shared", True, _BITS)
WMMA_LOAD_8x8x32_S4_B_TRANS_DYN_INTRIN = _wmma_load("int4", "b", "shared.dyn", True, _BITS)
WMMA_FILL_16x16x16_F32_INTRIN = _wmma_fill("float32")
WMMA_FILL_16x16x16_F16_INTRIN = _wmma_fill("float16")
WMMA_FILL_16x16x16_S32_INTRIN = _wmma_fill("int32")
WMMA_FILL_8x8x32_S32_INTRIN = _wmma_fill("int32", _BITS)
WMMA_STORE_16x16x16_F32_SHARED_INTRIN = _wmma_store("float32", "shared")
WMMA_STORE_16x16x16_F32_SHARED_DYN_INTRIN = _wmma_store("float32", "shared.dyn")
WMMA_STORE_16x16x16_F16_SHARED_INTRIN = _wmma_store("float16", "shared")
WMMA_STORE_16x16x16_F16_SHARED_DYN_INTRIN = _wmma_store("float16", "shared.dyn")
WMMA_STORE_16x16x16_S32_SHARED_INTRIN = _wmma_store("int32", "shared")
WMMA_STORE_16x16x16_S32_SHARED_DYN_INTRIN = _wmma_store("int32", "shared.dyn")
WMMA_STORE_8x8x32_S32_SHARED_INTRIN = _wmma_store("int32", "shared", _BITS)
WMMA_STORE_8x8x32_S32_SHARED_DYN_INTRIN = _wmma_store("int32", "shared.dyn", _BITS)
WMMA_STORE_16x16x16_F32_GLOBAL_INTRIN = _wmma_store("float32", "global")
WMMA_STORE_16x16x16_F16_GLOBAL_INTRIN = _wmma_store("float16", "global")
WMMA_STORE_16x16x16_S32_GLOBAL_INTRIN = _wmma_store("int32", "global")
WMMA_STORE_8x8x32_S32_GLOBAL_INTRIN = _wmma_store("int32", "global", _BITS)


def get_wmma_intrin_group(
    load_scope: Literal["shared", "shared.dyn"],
    store_scope: Literal["global", "shared", "shared.dyn"],
    in_dtype: str,
    out_dtype: str,
    trans_b: bool,
) -> dict[str, str]:
    """The names of the intrinsics of a product: "init", "load_a", "load_b", "compute", "store"."""
    return {
        "init": _wmma_fill_name(out_dtype),
        "load_a": _wmma_load_name(in_dtype, "a", load_scope),
        "load_b": _wmma_load_name(in_dtype, "b", load_scope, trans_b),
        "compute": _wmma_sync_name(in_dtype, out_dtype, trans_b),
        "store": _wmma_store_name(out_dtype, store_scope),
    }


__all__ = [
    "get_ldmatrix_intrin",
    "get_mma_fill_intrin",
    "get_mma_intrin",
    "get_mma_intrin_group",
    "get_mma_store_intrin",
    "get_wmma_fill_intrin",
    "get_wmma_fragment_index",
    "get_wmma_intrin_group",
    "get_wmma_load_intrin",
    "get_wmma_store_intrin",
    "get_wmma_sync_intrin",
    "ldmatrix_32x8_to_shared_16x16_layout",
    "shared_16x16_to_ldmatrix_32x8_layout",
    "shared_16x32_to_ldmatrix_32x16_layout",
    "shared_32x16_to_ldmatrix_32x16_layout",
    *(name for name in list(globals()) if name.endswith(("_INTRIN", "_SIMPLE"))),
]
