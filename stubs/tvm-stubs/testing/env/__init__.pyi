# Generated from tilewright.testing.env by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any


def build_flag_enabled(flag: _Any) -> _Any:
    """Whether TVM's setting of that name would be on: that of LLVM is, those of libraries and devices are not."""

def cuda_arch(device_id: _Any = ...) -> _Any:
    """The architecture of a GPU of CUDA; None, since there is none."""

def has_adreno_opencl() -> _Any:
    """Whether there is an Adreno that programs run on."""

def has_cpu_feature(features: _Any) -> _Any:
    """Whether this processor has all of these features; underscores and hyphens in their names are left out, as in LLVM's."""

def has_cublas() -> _Any:
    """Whether cuBLAS can be called."""

def has_cuda() -> _Any:
    """Whether programs are built for CUDA."""

def has_cuda_arch(*arches: _Any, device_id: _Any = ...) -> _Any:
    """Whether a GPU has one of these architectures."""

def has_cuda_compute(major: _Any, minor: _Any = ..., exact: _Any = ...) -> _Any:
    """Whether a GPU has at least, or exactly, that compute capability."""

def has_cudagraph() -> _Any:
    """Whether CUDA's graphs can be recorded."""

def has_cudnn() -> _Any:
    """Whether cuDNN can be called."""

def has_gpu() -> _Any:
    """Whether there is a GPU that programs are built for."""

def has_hexagon() -> _Any:
    """Whether there is a Hexagon that programs run on."""

def has_hexagon_toolchain() -> _Any:
    """Whether programs are built for Hexagon."""

def has_hipblas() -> _Any:
    """Whether hipBLAS can be called."""

def has_llvm() -> _Any:
    """Whether native code can be made."""

def has_llvm_min_version(major: _Any) -> _Any:
    """Whether LLVM is at least of that major version."""

def has_matrixcore() -> _Any:
    """Whether a GPU has AMD's matrix cores."""

def has_metal() -> _Any:
    """Whether programs are built for Metal."""

def has_multi_gpu(count: _Any = ...) -> _Any:
    """Whether there are several GPUs that programs are built for."""

def has_nccl() -> _Any:
    """Whether NCCL can be called."""

def has_nvcc_version(major: _Any, minor: _Any = ..., release: _Any = ...) -> _Any:
    """Whether CUDA's compiler is at least of that version."""

def has_nvptx() -> _Any:
    """Whether programs are built for PTX through LLVM."""

def has_nvshmem() -> _Any:
    """Whether NVSHMEM can be called."""

def has_opencl() -> _Any:
    """Whether programs are built for OpenCL."""

def has_rocm() -> _Any:
    """Whether programs are built for ROCm."""

def has_vulkan() -> _Any:
    """Whether programs are built for Vulkan."""

def has_x86_avx512() -> _Any:
    """Whether this processor has the usual parts of AVX-512."""

def has_x86_vnni() -> _Any:
    """Whether this processor multiplies and adds bytes (VNNI)."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
