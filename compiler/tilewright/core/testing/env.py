"""`tvm.testing.env`: questions to the machine, for `pytest.mark.skipif`.  Tilewright builds for the CPU, so that nothing of a GPU is ever there."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.codegen.llvm.installed import llvm_version_major
from tilewright.core.codegen.llvm.machine import host_features
from tilewright.core.testing.requirements import FEATURES


def has_llvm() -> bool:
    """Whether native code can be made."""
    return FEATURES["llvm"].run_time_check()


def has_llvm_min_version(major: int) -> bool:
    """Whether LLVM is at least of that major version."""
    return has_llvm() and (llvm_version_major() or 0) >= major


def build_flag_enabled(flag: str) -> bool:
    """Whether TVM's setting of that name would be on: that of LLVM is, those of libraries and devices are not."""
    return flag == "USE_LLVM" and has_llvm()


def has_gpu() -> bool:
    """Whether there is a GPU that programs are built for."""
    return False


def has_multi_gpu(count: int = 2) -> bool:
    """Whether there are several GPUs that programs are built for."""
    return False


def has_cuda() -> bool:
    """Whether programs are built for CUDA."""
    return False


def has_rocm() -> bool:
    """Whether programs are built for ROCm."""
    return False


def has_vulkan() -> bool:
    """Whether programs are built for Vulkan."""
    return False


def has_metal() -> bool:
    """Whether programs are built for Metal."""
    return False


def has_opencl() -> bool:
    """Whether programs are built for OpenCL."""
    return False


def has_nvptx() -> bool:
    """Whether programs are built for PTX through LLVM."""
    return False


def has_cudnn() -> bool:
    """Whether cuDNN can be called."""
    return False


def has_cublas() -> bool:
    """Whether cuBLAS can be called."""
    return False


def has_nccl() -> bool:
    """Whether NCCL can be called."""
    return False


def has_hipblas() -> bool:
    """Whether hipBLAS can be called."""
    return False


def has_nvshmem() -> bool:
    """Whether NVSHMEM can be called."""
    return False


def cuda_arch(device_id: int = 0) -> str | None:
    """The architecture of a GPU of CUDA; None, since there is none."""
    return None


def has_cuda_arch(*arches: str, device_id: int = 0) -> bool:
    """Whether a GPU has one of these architectures."""
    return False


def has_cuda_compute(major: int, minor: int = 0, exact: bool = False) -> bool:
    """Whether a GPU has at least, or exactly, that compute capability."""
    return False


def has_nvcc_version(major: int, minor: int = 0, release: int = 0) -> bool:
    """Whether CUDA's compiler is at least of that version."""
    return False


def has_matrixcore() -> bool:
    """Whether a GPU has AMD's matrix cores."""
    return False


def has_cudagraph() -> bool:
    """Whether CUDA's graphs can be recorded."""
    return False


def has_hexagon_toolchain() -> bool:
    """Whether programs are built for Hexagon."""
    return False


def has_hexagon() -> bool:
    """Whether there is a Hexagon that programs run on."""
    return False


def has_adreno_opencl() -> bool:
    """Whether there is an Adreno that programs run on."""
    return False


def has_cpu_feature(features: str | Sequence[str]) -> bool:
    """Whether this processor has all of these features; underscores and hyphens in their names are left out, as in LLVM's."""
    wanted = [features] if isinstance(features, str) else [*features]
    there = {_plain(name) for name in host_features()}
    return all(_plain(name) in there for name in wanted)


def _plain(name: str) -> str:
    return name.replace("-", "").replace("_", "")


def has_x86_vnni() -> bool:
    """Whether this processor multiplies and adds bytes (VNNI)."""
    return has_cpu_feature("avx512vnni") or has_cpu_feature("avxvnni")


def has_x86_avx512() -> bool:
    """Whether this processor has the usual parts of AVX-512."""
    return has_cpu_feature(["avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx512f"])
