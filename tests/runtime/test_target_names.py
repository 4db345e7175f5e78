"""Targets by the names of machines and boards, what they say of themselves, and the forms in which a target and its host are given."""

from __future__ import annotations

import pytest

from tilewright import target as targets
from tilewright.runtime import cuda
from tilewright.target import Target, VirtualDevice, codegen


def test_a_tag_gives_the_options_of_a_machine() -> None:
    found = Target("raspberry-pi/4b-aarch64")
    assert (found.kind.name, found.mcpu, found.num_cores, found.tag) == (
        "llvm",
        "cortex-a72",
        4,
        "raspberry-pi/4b-aarch64",
    )
    assert found.keys == ("arm_cpu", "cpu")
    assert found.host is not None
    assert Target("nvidia/nvidia-a100").l2_cache_size_bytes == 41943040


@pytest.mark.parametrize(
    ("name", "arch", "registers"),
    [("geforce-gtx-480", "sm_20", 32768), ("tesla-k80", "sm_37", 65536), ("jetson-agx-thor", "sm_110a", 65536)],
)
def test_graphics_processors_have_the_registers_of_their_instruction_set(name: str, arch: str, registers: int) -> None:
    found = Target(f"nvidia/{name}")
    assert (found.arch, found.attrs["registers_per_block"]) == (arch, registers)


def test_apple_processors_are_targets_of_metal() -> None:
    found = Target("apple/m1-gpu-restricted")
    assert (found.kind.name, found.max_num_threads, found.attrs["max_threads_per_block"]) == ("metal", 256, 256)
    assert found.host is not None
    assert found.host.mcpu == "apple-m1"


def test_a_program_may_name_machines_of_its_own() -> None:
    made = targets.register_tag("mine/desk", {"kind": "llvm", "num-cores": 3}, override=True)
    assert made == Target("mine/desk")
    assert targets.list_tags()["mine/desk"].num_cores == 3
    with pytest.raises(ValueError, match="mine/desk"):
        targets.register_tag("mine/desk", {"kind": "llvm"})


def test_boards_and_families_make_targets() -> None:
    assert targets.arm_cpu("rasp4b64").mtriple == "aarch64-linux-gnu"
    assert targets.mali().device_name == "mali"
    assert str(targets.cuda(options="-libs=cublas")) == str(Target("cuda -model=unknown -libs=cublas"))


def test_features_are_read_off_processor_and_attributes() -> None:
    board = Target("llvm -mcpu=cortex-m55 -mattr=+nomve")
    assert board.keys == ("arm_cpu", "cpu")
    assert board.features.has_dsp
    assert not board.features.has_mve
    assert not Target("llvm -mcpu=cortex-m3").features.has_dsp
    assert Target("llvm -mtriple=aarch64-linux-gnu -mattr=+sve").features.has_sve
    assert Target("vulkan -supports_float16=true").attrs["supports_float16"] == 1


def test_target_and_host_are_given_together_or_apart() -> None:
    assert Target.canon_target_and_host(None) == (None, None)
    with pytest.raises(AssertionError, match="Target host is not empty"):
        Target.canon_target_and_host(None, "llvm")
    (both,) = Target.canon_multi_target_and_host("cuda", "llvm")
    assert both.host == Target("llvm")
    assert [each.kind.name for each in Target.canon_multi_target({1: "llvm", 2: "cuda"})] == ["llvm", "cuda"]
    made, host = Target.canon_target_map_and_host({"cuda": "code"}, "llvm")
    assert host == Target("llvm")
    assert [(each.kind.name, value) for each, value in made.items()] == [("cuda", "code")]


def test_a_composite_target_is_made_of_targets() -> None:
    found = Target("composite --host=llvm --devices=cuda,opencl")
    assert [each.kind.name for each in found.attrs["devices"]] == ["cuda", "opencl"]  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType, reportAttributeAccessIssue, reportGeneralTypeIssues]


def test_an_option_is_no_mapping() -> None:
    with pytest.raises(ValueError, match="libs"):
        Target({"kind": "llvm", "libs": {"a": "b"}})


def test_a_virtual_device_leaves_open_what_is_not_known() -> None:
    assert VirtualDevice().dlpack_device_type() == -1
    found = VirtualDevice(cuda(1), Target("cuda"), "local")
    assert (found.dlpack_device_type(), found.virtual_device_id, found.memory_scope) == (2, 1, "local")


def test_llvm_tells_what_it_is() -> None:
    assert (codegen.llvm_version_major() or 0) >= 14
    assert {"x86_64", "aarch64", "riscv64"} <= set(codegen.llvm_get_targets())
    assert codegen.llvm_get_system_cpu()
    with pytest.raises(AttributeError, match="llvm_get_everything"):
        codegen.llvm_get_everything  # noqa: B018
