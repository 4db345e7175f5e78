"""Requirements of tests on the machine: `requires_gpu`, `requires_llvm`, ..., which mark a test and skip it, with the reason, where that is missing.

`FEATURES` is the list; those of GPUs and other backends are never there, since Tilewright builds for the CPU.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pytest

# A feature is wanted for compiling and for running.
_WHOLE = "compile-and-run"
_GPU = "needs a GPU, and Tilewright builds for the CPU"


@dataclass(frozen=True)
class Feature:
    """Something that a test may require.  `missing` says why it is not there, None where it is.

    It decorates tests; `marks()` gives the marks for `pytestmark` and `pytest.param`.
    """

    name: str
    long_name: str
    missing: Callable[[], str | None]

    def __call__(self, func: object = None, support_required: str = _WHOLE) -> Any:
        """The test with the marks; without a test the decorator itself."""
        if func is None:
            return partial(self, support_required=support_required)
        for mark in self.marks(support_required):
            func = mark(func)
        return func

    def marks(self, support_required: str = _WHOLE) -> list[pytest.MarkDecorator]:
        """A mark with the feature's name, and one that skips where the feature is missing, unless it is "optional".

        Raises `ValueError` when `support_required` is none of "compile-and-run", "compile-only" and "optional".
        """
        import pytest

        if support_required not in (_WHOLE, "compile-only", "optional"):
            raise ValueError(
                f"{support_required!r} is no extent of support; there are 'compile-and-run', 'compile-only' and 'optional'"
            )
        found = [getattr(pytest.mark, self.name)]
        reason = None if support_required == "optional" else self.missing()
        return found if reason is None else [*found, pytest.mark.skip(reason=f"{self.long_name} {reason}")]

    def run_time_check(self) -> bool:
        """Whether the feature is there."""
        return self.missing() is None


def _absent(reason: str) -> Callable[[], str | None]:
    return lambda: reason


def _package(*names: str) -> Callable[[], str | None]:
    """Missing unless all packages can be imported."""

    def missing() -> str | None:
        gone = [name for name in names if find_spec(name) is None]
        return f"needs the package {', '.join(gone)}, which is not installed" if gone else None

    return missing


def _instructions(*names: str) -> Callable[[], str | None]:
    """Missing unless this processor has one of the features, by LLVM's names."""

    def missing() -> str | None:
        from tilewright.core.codegen.llvm.machine import host_features

        return None if host_features() & {*names} else f"needs a processor with {' or '.join(names)}"

    return missing


def _processor(*names: str) -> Callable[[], str | None]:
    import platform

    machine = platform.machine().lower()
    return lambda: None if machine in names else f"runs on {' or '.join(names)} only, and this machine is {machine}"


_BACKEND = "is a backend that Tilewright does not have"
FEATURES: Mapping[str, Feature] = MappingProxyType(
    {
        feature.name: feature
        for feature in (
            Feature("llvm", "LLVM", lambda: None),
            Feature("llvmcpu", "LLVM", lambda: None),
            Feature("gpu", "this test", _absent(_GPU)),
            *(
                Feature(name, long_name, _absent(_GPU))
                for name, long_name in (
                    ("adreno_opencl", "Adreno OpenCL"),
                    ("cublas", "cuBLAS"),
                    ("cuda", "CUDA"),
                    ("cuda_compute_version", "CUDA"),
                    ("cudagraph", "CUDA graphs"),
                    ("cudnn", "cuDNN"),
                    ("hipblas", "hipBLAS"),
                    ("matrixcore", "matrix cores"),
                    ("metal", "Metal"),
                    ("multi_gpu", "this test"),
                    ("nccl", "NCCL"),
                    ("nvcc_version", "nvcc"),
                    ("nvptx", "NVPTX"),
                    ("nvshmem", "NVSHMEM"),
                    ("opencl", "OpenCL"),
                    ("rocm", "ROCm"),
                    ("tensorcore", "tensor cores"),
                    ("tensorrt", "TensorRT"),
                    ("vulkan", "Vulkan"),
                    ("webgpu", "WebGPU"),
                )
            ),
            *(
                Feature(name, long_name, _absent(_BACKEND))
                for name, long_name in (
                    ("clml", "CLML"),
                    ("cmsisnn", "CMSIS-NN"),
                    ("corstone300", "Corstone-300"),
                    ("cutlass", "CUTLASS"),
                    ("ethosn", "Ethos-N"),
                    ("hexagon", "Hexagon"),
                    ("hexagon_toolchain", "Hexagon"),
                    ("micro", "microTVM"),
                    ("mkl", "MKL"),
                    ("mkldnn", "MKL-DNN"),
                    ("mps", "MPS"),
                    ("nnapi", "NNAPI"),
                    ("openblas", "OpenBLAS"),
                    ("openclml", "OpenCLML"),
                    ("random", "the random library"),
                    ("rpc", "RPC"),
                    ("vitis_ai", "Vitis AI"),
                    ("aprofile_aem_fvp", "the Arm simulator"),
                    ("libtorch", "libtorch"),
                    ("mrvl", "Marvell"),
                )
            ),
            Feature("torch", "PyTorch", _package("torch")),
            Feature("aarch64", "this test", _processor("aarch64", "arm64")),
            Feature("aarch64_sve", "this test", _absent("needs vectors of a size that is known at run time only")),
            Feature("x86", "this test", _processor("x86_64", "amd64")),
            Feature("aarch64_sme", "this test", _instructions("sme")),
            Feature("arm_dot", "this test", _instructions("dotprod")),
            Feature("arm_fp16", "this test", _instructions("fullfp16")),
            Feature("x86_amx", "this test", _instructions("amx-int8")),
            Feature("x86_avx512", "this test", _instructions("avx512f")),
            Feature("x86_vnni", "this test", _instructions("avx512vnni", "avxvnni")),
        )
    }
)


def __getattr__(name: str) -> Any:
    feature = FEATURES.get(name.removeprefix("requires_")) if name.startswith("requires_") else None
    if feature is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _with_version if name.endswith("_version") else feature


def _with_version(*version: int, exact: bool = False) -> Feature:
    """`requires_nvcc_version(11, 4)`: at least, or exactly, that version of a tool for GPUs; it is never there."""
    return FEATURES["nvcc_version"]


requires_llvm = FEATURES["llvm"]
requires_gpu = FEATURES["gpu"]


def requires_llvm_minimum_version(major_version: int) -> Feature:
    """Require at least that version of LLVM."""

    def missing() -> str | None:
        from tilewright.core.codegen.llvm.installed import llvm_version_major

        has = llvm_version_major() or 0
        return None if has >= major_version else f"needs LLVM {major_version}, and this is {has}"

    return Feature("llvm", "this test", missing)


def requires_package(*packages: str) -> Feature:
    """Require packages that can be imported."""
    return Feature("requires_package", "this test", _package(*packages))


def uses_gpu(func: object) -> Any:
    """Mark a test that uses a GPU where there is one, and runs without too."""
    import pytest

    return pytest.mark.gpu(func)


def slow(func: object) -> Any:
    """Mark a test that takes long."""
    import pytest

    return pytest.mark.slow(func)


def skip_if_32bit(reason: str) -> Any:
    """Skip the test, with that reason, where pointers have 32 bits."""
    import pytest

    return pytest.mark.skipif(struct.calcsize("P") == 4 or sys.maxsize < 2**32, reason=reason)
