"""Names of the foreign function interface and of devices and data types: their numbers are DLPack's, as in TVM."""

from __future__ import annotations

import sys
import types

import pytest

import tilewright
from tilewright import ffi, runtime
from tilewright.target import Target


def test_codes_of_data_types() -> None:
    codes = {
        name: runtime.DataType(name).type_code for name in ("int8", "bool", "bfloat16", "float8_e4m3fn", "float8_e5m2")
    }
    assert codes == {"int8": 0, "bool": 6, "bfloat16": 4, "float8_e4m3fn": 10, "float8_e5m2": 12}
    assert runtime.DataTypeCode.Float8E3M4 == runtime.DataType("float8_e3m4").type_code
    assert runtime.DataType("float4_e2m1fnx2").type_code == runtime.DataTypeCode.Float4E2M1FN == 17
    assert runtime.DataType("float6_e3m2fn").type_code == 16


def test_kinds_of_devices() -> None:
    names = runtime.Device._DEVICE_TYPE_TO_NAME  # pyright: ignore[reportPrivateUsage]
    assert names[ffi.DLDeviceType.kDLCPU] == "cpu"
    assert names[ffi.DLDeviceType.kDLROCM] == "rocm"
    assert len(names) == len(ffi.DLDeviceType)
    assert runtime.Device(18).type == "trn"


def test_registered_functions_become_attributes_of_a_module(monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("some_package")
    monkeypatch.setitem(sys.modules, "some_package", module)
    tilewright.register_global_func("interface.twice", lambda x: 2 * x, override=True)
    tilewright.register_global_func("interface.deep.twice", lambda x: x, override=True)
    tilewright.register_global_func("interfaces.other", lambda x: x, override=True)
    try:
        ffi.init_ffi_api("tvm.interface", "some_package")
        assert module.twice(4) == 8
        assert not hasattr(module, "deep")
        assert not hasattr(module, "other")
        assert isinstance(module.twice, ffi.Function)
        with pytest.raises(KeyError):
            ffi.init_ffi_api("interface", "no_such_module")
    finally:
        for name in ("interface.twice", "interface.deep.twice", "interfaces.other"):
            ffi.remove_global_func(name)


def test_targets_of_gpus_have_the_attributes_of_their_kind() -> None:
    assert dict(Target("cuda").attrs) == {"arch": "sm_50", "max_num_threads": 1024, "thread_warp_size": 32}
    assert Target("cuda -arch=sm_90").attrs["arch"] == "sm_90"
    assert Target("metal").thread_warp_size == 16
    assert Target({"kind": "webgpu", "max_num_threads": 64}).max_num_threads == 64
    assert Target("opencl").attrs["max_shared_memory_per_block"] == 16384
    assert not Target("llvm").attrs
    for kind in ("cuda", "nvptx", "rocm", "metal", "vulkan", "opencl", "webgpu"):
        assert Target(Target(kind).export()) == Target(str(Target(kind))) == Target(kind)
    assert Target("vulkan").attrs["supports_int32"] is True


def test_programs_of_c_as_modules() -> None:
    from tilewright.runtime import _ffi_api

    made = _ffi_api.CSourceModuleCreate("int one(void) { return 1; }", "c", ["one"])
    assert (made.kind, made.is_runnable(), made.is_binary_serializable()) == ("c", False, True)
    assert made.implements_function("one")
    assert made.get_source() == "int one(void) { return 1; }"


def test_what_processors_of_nvidia_can_do() -> None:
    from tilewright.contrib import nvcc

    assert nvcc.parse_compute_version("8.9") == (8, 9)
    with pytest.raises(RuntimeError, match="no compute capability"):
        nvcc.parse_compute_version("eight")
    asked = (nvcc.have_fp16, nvcc.have_int8, nvcc.have_bf16, nvcc.have_fp8, nvcc.have_tensorcore)
    assert [one("6.1") for one in asked] == [True, True, False, False, False]
    assert [one("8.9") for one in asked] == [True] * 5
    assert nvcc.get_target_compute_version(Target("cuda -arch=sm_100a")) == "10.0"
    with Target("cuda -arch=sm_75"):
        assert nvcc.have_tensorcore()
    with pytest.raises(ValueError, match="no GPU to ask"):
        nvcc.get_target_compute_version(Target("llvm"))
    with pytest.raises(AttributeError, match="no code generator for devices"):
        nvcc.compile_cuda  # noqa: B018


def test_the_native_library_has_a_file() -> None:
    from pathlib import Path

    from tilewright import error

    assert Path(error._LIB._name).is_file()  # pyright: ignore[reportPrivateUsage]
