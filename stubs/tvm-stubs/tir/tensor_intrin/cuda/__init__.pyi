# Generated from tilewright.tir.tensor_intrin.cuda by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.tir.tensor_intrin.cuda import LDMATRIX_e4m3_A_INTRIN as LDMATRIX_e4m3_A_INTRIN
from tilewright.tir.tensor_intrin.cuda import LDMATRIX_e4m3_B_INTRIN as LDMATRIX_e4m3_B_INTRIN
from tilewright.tir.tensor_intrin.cuda import LDMATRIX_e4m3_B_TRANS_INTRIN as LDMATRIX_e4m3_B_TRANS_INTRIN
from tilewright.tir.tensor_intrin.cuda import LDMATRIX_e5m2_A_INTRIN as LDMATRIX_e5m2_A_INTRIN
from tilewright.tir.tensor_intrin.cuda import LDMATRIX_e5m2_B_INTRIN as LDMATRIX_e5m2_B_INTRIN
from tilewright.tir.tensor_intrin.cuda import LDMATRIX_e5m2_B_TRANS_INTRIN as LDMATRIX_e5m2_B_TRANS_INTRIN
from tilewright.tir.tensor_intrin.cuda import LDMATRIX_f16_A_DYN_INTRIN as LDMATRIX_f16_A_DYN_INTRIN
from tilewright.tir.tensor_intrin.cuda import LDMATRIX_f16_A_INTRIN as LDMATRIX_f16_A_INTRIN
from tilewright.tir.tensor_intrin.cuda import LDMATRIX_f16_A_TRANS_DYN_INTRIN as LDMATRIX_f16_A_TRANS_DYN_INTRIN
from tilewright.tir.tensor_intrin.cuda import LDMATRIX_f16_A_TRANS_INTRIN as LDMATRIX_f16_A_TRANS_INTRIN
from tilewright.tir.tensor_intrin.cuda import LDMATRIX_f16_B_DYN_INTRIN as LDMATRIX_f16_B_DYN_INTRIN
from tilewright.tir.tensor_intrin.cuda import LDMATRIX_f16_B_INTRIN as LDMATRIX_f16_B_INTRIN
from tilewright.tir.tensor_intrin.cuda import LDMATRIX_f16_B_TRANS_DYN_INTRIN as LDMATRIX_f16_B_TRANS_DYN_INTRIN
from tilewright.tir.tensor_intrin.cuda import LDMATRIX_f16_B_TRANS_INTRIN as LDMATRIX_f16_B_TRANS_INTRIN
from tilewright.tir.tensor_intrin.cuda import LDMATRIX_i8_A_INTRIN as LDMATRIX_i8_A_INTRIN
from tilewright.tir.tensor_intrin.cuda import LDMATRIX_i8_B_INTRIN as LDMATRIX_i8_B_INTRIN
from tilewright.tir.tensor_intrin.cuda import LDMATRIX_i8_B_TRANS_INTRIN as LDMATRIX_i8_B_TRANS_INTRIN
from tilewright.tir.tensor_intrin.cuda import MMA_e4m3e4m3f32_INTRIN as MMA_e4m3e4m3f32_INTRIN
from tilewright.tir.tensor_intrin.cuda import MMA_e4m3e4m3f32_TRANS_B_INTRIN as MMA_e4m3e4m3f32_TRANS_B_INTRIN
from tilewright.tir.tensor_intrin.cuda import MMA_e5m2e5m2f32_INTRIN as MMA_e5m2e5m2f32_INTRIN
from tilewright.tir.tensor_intrin.cuda import MMA_e5m2e5m2f32_TRANS_B_INTRIN as MMA_e5m2e5m2f32_TRANS_B_INTRIN
from tilewright.tir.tensor_intrin.cuda import MMA_f16f16f16_INTRIN as MMA_f16f16f16_INTRIN
from tilewright.tir.tensor_intrin.cuda import MMA_f16f16f16_TRANS_A_INTRIN as MMA_f16f16f16_TRANS_A_INTRIN
from tilewright.tir.tensor_intrin.cuda import MMA_f16f16f16_TRANS_A_TRANS_B_INTRIN as MMA_f16f16f16_TRANS_A_TRANS_B_INTRIN
from tilewright.tir.tensor_intrin.cuda import MMA_f16f16f16_TRANS_B_INTRIN as MMA_f16f16f16_TRANS_B_INTRIN
from tilewright.tir.tensor_intrin.cuda import MMA_f16f16f32_INTRIN as MMA_f16f16f32_INTRIN
from tilewright.tir.tensor_intrin.cuda import MMA_f16f16f32_TRANS_A_INTRIN as MMA_f16f16f32_TRANS_A_INTRIN
from tilewright.tir.tensor_intrin.cuda import MMA_f16f16f32_TRANS_A_TRANS_B_INTRIN as MMA_f16f16f32_TRANS_A_TRANS_B_INTRIN
from tilewright.tir.tensor_intrin.cuda import MMA_f16f16f32_TRANS_B_INTRIN as MMA_f16f16f32_TRANS_B_INTRIN
from tilewright.tir.tensor_intrin.cuda import MMA_fill_16x16_f16_INTRIN as MMA_fill_16x16_f16_INTRIN
from tilewright.tir.tensor_intrin.cuda import MMA_fill_16x16_f32_INTRIN as MMA_fill_16x16_f32_INTRIN
from tilewright.tir.tensor_intrin.cuda import MMA_fill_16x16_i32_INTRIN as MMA_fill_16x16_i32_INTRIN
from tilewright.tir.tensor_intrin.cuda import MMA_i8i8i32_INTRIN as MMA_i8i8i32_INTRIN
from tilewright.tir.tensor_intrin.cuda import MMA_i8i8i32_TRANS_B_INTRIN as MMA_i8i8i32_TRANS_B_INTRIN
from tilewright.tir.tensor_intrin.cuda import MMA_store_16x16_f16_global_INTRIN as MMA_store_16x16_f16_global_INTRIN
from tilewright.tir.tensor_intrin.cuda import MMA_store_16x16_f16_shared_dyn_INTRIN_SIMPLE as MMA_store_16x16_f16_shared_dyn_INTRIN_SIMPLE
from tilewright.tir.tensor_intrin.cuda import MMA_store_16x16_f32_global_INTRIN as MMA_store_16x16_f32_global_INTRIN
from tilewright.tir.tensor_intrin.cuda import MMA_store_16x16_f32_shared_dyn_INTRIN as MMA_store_16x16_f32_shared_dyn_INTRIN
from tilewright.tir.tensor_intrin.cuda import MMA_store_16x16_f32_shared_dyn_INTRIN_SIMPLE as MMA_store_16x16_f32_shared_dyn_INTRIN_SIMPLE
from tilewright.tir.tensor_intrin.cuda import MMA_store_16x16_i32_global_INTRIN as MMA_store_16x16_i32_global_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_FILL_16x16x16_F16_INTRIN as WMMA_FILL_16x16x16_F16_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_FILL_16x16x16_F32_INTRIN as WMMA_FILL_16x16x16_F32_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_FILL_16x16x16_S32_INTRIN as WMMA_FILL_16x16x16_S32_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_FILL_8x8x32_S32_INTRIN as WMMA_FILL_8x8x32_S32_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_LOAD_16x16x16_F16_A_DYN_INTRIN as WMMA_LOAD_16x16x16_F16_A_DYN_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_LOAD_16x16x16_F16_A_INTRIN as WMMA_LOAD_16x16x16_F16_A_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_LOAD_16x16x16_F16_A_TRANS_DYN_INTRIN as WMMA_LOAD_16x16x16_F16_A_TRANS_DYN_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_LOAD_16x16x16_F16_A_TRANS_INTRIN as WMMA_LOAD_16x16x16_F16_A_TRANS_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_LOAD_16x16x16_F16_B_DYN_INTRIN as WMMA_LOAD_16x16x16_F16_B_DYN_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_LOAD_16x16x16_F16_B_INTRIN as WMMA_LOAD_16x16x16_F16_B_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_LOAD_16x16x16_F16_B_TRANS_DYN_INTRIN as WMMA_LOAD_16x16x16_F16_B_TRANS_DYN_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_LOAD_16x16x16_F16_B_TRANS_INTRIN as WMMA_LOAD_16x16x16_F16_B_TRANS_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_LOAD_16x16x16_S8_A_DYN_INTRIN as WMMA_LOAD_16x16x16_S8_A_DYN_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_LOAD_16x16x16_S8_A_INTRIN as WMMA_LOAD_16x16x16_S8_A_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_LOAD_16x16x16_S8_A_TRANS_DYN_INTRIN as WMMA_LOAD_16x16x16_S8_A_TRANS_DYN_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_LOAD_16x16x16_S8_A_TRANS_INTRIN as WMMA_LOAD_16x16x16_S8_A_TRANS_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_LOAD_16x16x16_S8_B_DYN_INTRIN as WMMA_LOAD_16x16x16_S8_B_DYN_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_LOAD_16x16x16_S8_B_INTRIN as WMMA_LOAD_16x16x16_S8_B_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_LOAD_16x16x16_S8_B_TRANS_DYN_INTRIN as WMMA_LOAD_16x16x16_S8_B_TRANS_DYN_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_LOAD_16x16x16_S8_B_TRANS_INTRIN as WMMA_LOAD_16x16x16_S8_B_TRANS_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_LOAD_8x8x32_S4_A_DYN_INTRIN as WMMA_LOAD_8x8x32_S4_A_DYN_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_LOAD_8x8x32_S4_A_INTRIN as WMMA_LOAD_8x8x32_S4_A_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_LOAD_8x8x32_S4_B_TRANS_DYN_INTRIN as WMMA_LOAD_8x8x32_S4_B_TRANS_DYN_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_LOAD_8x8x32_S4_B_TRANS_INTRIN as WMMA_LOAD_8x8x32_S4_B_TRANS_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_STORE_16x16x16_F16_GLOBAL_INTRIN as WMMA_STORE_16x16x16_F16_GLOBAL_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_STORE_16x16x16_F16_SHARED_DYN_INTRIN as WMMA_STORE_16x16x16_F16_SHARED_DYN_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_STORE_16x16x16_F16_SHARED_INTRIN as WMMA_STORE_16x16x16_F16_SHARED_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_STORE_16x16x16_F32_GLOBAL_INTRIN as WMMA_STORE_16x16x16_F32_GLOBAL_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_STORE_16x16x16_F32_SHARED_DYN_INTRIN as WMMA_STORE_16x16x16_F32_SHARED_DYN_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_STORE_16x16x16_F32_SHARED_INTRIN as WMMA_STORE_16x16x16_F32_SHARED_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_STORE_16x16x16_S32_GLOBAL_INTRIN as WMMA_STORE_16x16x16_S32_GLOBAL_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_STORE_16x16x16_S32_SHARED_DYN_INTRIN as WMMA_STORE_16x16x16_S32_SHARED_DYN_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_STORE_16x16x16_S32_SHARED_INTRIN as WMMA_STORE_16x16x16_S32_SHARED_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_STORE_8x8x32_S32_GLOBAL_INTRIN as WMMA_STORE_8x8x32_S32_GLOBAL_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_STORE_8x8x32_S32_SHARED_DYN_INTRIN as WMMA_STORE_8x8x32_S32_SHARED_DYN_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_STORE_8x8x32_S32_SHARED_INTRIN as WMMA_STORE_8x8x32_S32_SHARED_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_SYNC_16x16x16_f16f16f16_INTRIN as WMMA_SYNC_16x16x16_f16f16f16_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_SYNC_16x16x16_f16f16f16_TRANS_INTRIN as WMMA_SYNC_16x16x16_f16f16f16_TRANS_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_SYNC_16x16x16_f16f16f32_INTRIN as WMMA_SYNC_16x16x16_f16f16f32_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_SYNC_16x16x16_f16f16f32_TRANS_INTRIN as WMMA_SYNC_16x16x16_f16f16f32_TRANS_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_SYNC_16x16x16_s8s8s32_INTRIN as WMMA_SYNC_16x16x16_s8s8s32_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_SYNC_16x16x16_s8s8s32_TRANS_INTRIN as WMMA_SYNC_16x16x16_s8s8s32_TRANS_INTRIN
from tilewright.tir.tensor_intrin.cuda import WMMA_SYNC_8x8x32_s4s4s32_TRANS_INTRIN as WMMA_SYNC_8x8x32_s4s4s32_TRANS_INTRIN

def get_ldmatrix_intrin(k_dim: _Any, dtype: _Any, matrix_name: _Any, transposed: _Any, shared_scope: _Any = ...) -> _Any:
    """A factor, from shared memory into the registers of a warp."""

def get_mma_fill_intrin(dtype: _Any, local_size: _Any) -> _Any:
    """A matrix of zeros in registers."""

def get_mma_intrin(k_dim: _Any, a_dtype: _Any = ..., b_dtype: _Any = ..., out_dtype: _Any = ..., a_transposed: _Any = ..., b_transposed: _Any = ...) -> _Any:
    """Matrices in registers multiplied and added: `C += A @ B`, each factor as it is or transposed."""

def get_mma_intrin_group(load_scope: _Any, store_scope: _Any, in_dtype: _Any, out_dtype: _Any, trans_a: _Any, trans_b: _Any, not_use_mma_store_intrinic: _Any = ..., store_to_smem_dtype: _Any = ...) -> _Any:
    """The names of the intrinsics of a product: "init", "load_a", "load_b", "compute", "store"."""

def get_mma_store_intrin(dtype: _Any, local_size: _Any, scope: _Any = ..., use_mma_store_intrinic: _Any = ...) -> _Any:
    """A matrix from registers to memory: by one instruction, or each thread its elements."""

def get_wmma_fill_intrin(m_dim: _Any, n_dim: _Any, k_dim: _Any, dtype: _Any) -> _Any:
    """A fragment of zeros."""

def get_wmma_fragment_index(buffer: _Any, stride: _Any, m_dim: _Any, n_dim: _Any) -> _Any:
    """The number of the fragment of `m_dim` by `n_dim` elements that begins at the buffer's offset."""

def get_wmma_intrin_group(load_scope: _Any, store_scope: _Any, in_dtype: _Any, out_dtype: _Any, trans_b: _Any) -> _Any:
    """The names of the intrinsics of a product: "init", "load_a", "load_b", "compute", "store"."""

def get_wmma_load_intrin(m_dim: _Any, n_dim: _Any, k_dim: _Any, dtype: _Any, shared_scope: _Any, is_b: _Any, is_col_major: _Any) -> _Any:
    """A fragment of a factor, from shared memory."""

def get_wmma_store_intrin(m_dim: _Any, n_dim: _Any, k_dim: _Any, dtype: _Any, scope: _Any) -> _Any:
    """A fragment of a result, to memory."""

def get_wmma_sync_intrin(m_dim: _Any, n_dim: _Any, k_dim: _Any, in_dtype: _Any, out_dtype: _Any, b_transposed: _Any) -> _Any:
    """Fragments multiplied and added: `C += A @ B`, or `A @ B.T`."""

def ldmatrix_32x8_to_shared_16x16_layout(thread_id: _Any, local_id: _Any) -> _Any:
    """The element of a matrix of 16 by 16 that a thread has."""

def shared_16x16_to_ldmatrix_32x8_layout(i: _Any, j: _Any) -> _Any:
    """The thread and the number of its element for an element of a matrix of 16 by 16."""

def shared_16x32_to_ldmatrix_32x16_layout(i: _Any, j: _Any) -> _Any:
    """The thread and the number of its element for an element of a matrix of 16 by 32."""

def shared_32x16_to_ldmatrix_32x16_layout(i: _Any, j: _Any) -> _Any:
    """The thread and the number of its element for an element of a matrix of 32 by 16."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
