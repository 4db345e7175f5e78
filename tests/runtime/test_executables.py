"""Executables and the arguments that TVM's programs give them; views of tensors; capsules; what devices and types say of themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilewright
from tilewright import runtime
from tilewright.runtime import Executable, load_module
from tilewright.script import tir as T


@T.prim_func
def doubled(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
    for i in range(4):
        B[i] = A[i] * T.float32(2)


def _call(function: Any) -> list[float]:
    out = runtime.empty((4,), "float32")
    function(runtime.tensor(np.arange(4, dtype="float32")), out)
    return out.numpy().tolist()


def test_an_executable_gives_the_same_module_until_another_is_asked_for() -> None:
    module = tilewright.compile(doubled)
    assert isinstance(module, Executable)
    executable = Executable(module)
    assert executable.jit() is executable.jit()
    again = executable.jit(force_recompile=True)
    assert again is not module
    assert _call(executable["doubled"]) == _call(again) == _call(executable) == [0, 2, 4, 6]
    assert module.jit() is module
    source = Executable(tilewright.build(doubled, target="c"))
    first = source.jit()
    assert source.jit(force_recompile=True) is not first
    assert _call(source["doubled"]) == [0, 2, 4, 6]


def test_a_function_of_the_program_links_the_library(tmp_path: Path) -> None:
    seen: list[Any] = []

    def link(file_name: str, objects: list[str], **options: Any) -> str:
        seen.append((file_name, [Path(each).read_bytes()[:4] for each in objects], options))
        return "linked"

    module = tilewright.compile(doubled)
    found = Executable(module).export_library(tmp_path / "a.so", fcompile=link, workspace_dir=tmp_path, flags=["-s"])
    assert found == "linked"
    assert seen == [(str(tmp_path / "a.so"), [b"\x7fELF"], {"flags": ["-s"]})]
    assert (tmp_path / "lib0.o").exists()
    module.export_library(tmp_path / "b.so")
    assert _call(load_module(str(tmp_path / "b.so"))["doubled"]) == [0, 2, 4, 6]


def test_preparation_comes_before_each_repetition() -> None:
    calls: list[int] = []
    runtime.register_global_func("tests.prepare", lambda *args: calls.append(len(args)), override=True)
    timed = tilewright.compile(doubled).time_evaluator(
        "doubled", runtime.cpu(), number=1, repeat=3, f_preproc="tests.prepare", cache_flush_bytes=1024
    )
    assert len(timed(runtime.empty((4,)), runtime.empty((4,))).results) == 3
    assert calls == [2, 2, 2]


def test_a_view_shares_the_memory_and_stays_inside() -> None:
    whole = runtime.tensor(np.arange(16, dtype="int32"))
    part = whole._create_view((2, 4), relative_byte_offset=32)  # pyright: ignore[reportPrivateUsage]
    part[0, 0] = 99
    assert whole.numpy()[8] == 99
    assert part._create_view([4], relative_byte_offset=16).numpy().tolist() == [12, 13, 14, 15]  # pyright: ignore[reportPrivateUsage]
    assert whole._create_view([64], "uint8").shape == (64,)  # pyright: ignore[reportPrivateUsage]
    with pytest.raises(ValueError, match=r"would occupy bytes 32 <= i_byte < 96, .* only contains 64 bytes"):
        whole._create_view([16], relative_byte_offset=32)  # pyright: ignore[reportPrivateUsage]


def test_a_capsule_is_taken_itself() -> None:
    array = np.arange(6, dtype="float32").reshape(2, 3)
    found = runtime.from_dlpack(array.__dlpack__())
    array[0, 0] = 7
    assert found.numpy()[0, 0] == 7
    assert runtime.from_dlpack(array[:, 1:].__dlpack__()).strides == (3, 1)


def test_devices_and_types_answer_what_programs_ask() -> None:
    assert tilewright.cuda(1).dlpack_device_type() == 2
    assert runtime.cpu().available_global_memory is None
    with pytest.raises(AttributeError, match="colour"):
        runtime.cpu().colour  # noqa: B018  # pyright: ignore[reportUnusedExpression]
    assert tilewright.DataType("handle").type_code == tilewright.DataTypeCode.HANDLE
    assert tilewright.DataType("float32x4").type_code == tilewright.DataTypeCode.FLOAT
    assert isinstance(runtime.convert(len), runtime.PackedFunc)
