"""Kernels on disk: found without being lowered, never in the place of another one, and as whole as when they are built."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilewright
from tests.transform.programs import program
from tilewright.core.base.cache_folder import VARIABLE
from tilewright.core.driver import kernel_cache
from tilewright.core.driver.build import build
from tilewright.ir import save_json
from tilewright.runtime import ArgumentError
from tilewright.transform import PassContext

SCALE = """
@T.prim_func
def main(a: T.handle, B: T.Buffer((4,), "float32")):
    n = T.int32()
    A = T.match_buffer(a, (n,), "float32")
    for i in range(n):
        A[i] = A[i] * B[0] + T.float32(FACTOR)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "kept"))
    return tmp_path / "kept"


def records(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.build"))


def forbid_building(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise AssertionError("built again")

    monkeypatch.setattr(kernel_cache, "build_module", refuse)


def scale(factor: int = 1, target: str = "llvm") -> Any:
    return build(program(SCALE.replace("FACTOR", str(factor))), target)


def test_a_kernel_is_found_and_computes_what_it_did(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scale()
    assert len(records(folder)) == 1
    forbid_building(monkeypatch)
    found = scale()["main"]
    a, b = np.arange(5, dtype="float32"), np.full(4, 3, "float32")
    for _ in range(20):
        found(a, b)
        np.testing.assert_array_equal(a, np.arange(5) * 3 + 1)
        a[:] = np.arange(5)
    with pytest.raises(ArgumentError, match="`B` has shape"):
        found(a, a)
    for other in (
        lambda: scale(2),
        lambda: scale(target="llvm -opt-level=0"),
        lambda: scale(target="llvm -num-cores=1"),
    ):
        with pytest.raises(AssertionError, match="built again"):
            other()


def test_options_of_the_context_are_not_served_from_the_cache(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scale()
    forbid_building(monkeypatch)
    for given in ({"config": {"tir.disable_vectorize": True}}, {"disabled_pass": ["tir.Simplify"]}, {"opt_level": 0}):
        with PassContext(**given), pytest.raises(AssertionError, match="built again"):  # pyright: ignore[reportArgumentType]
            scale()


def test_what_is_not_kept_is_made_anew() -> None:
    first, found = scale(), scale()
    assert type(found.native_code) is not type(first.native_code)
    assert found.get_source("asm") == first.get_source("asm")
    assert found.get_source("raw") == first.get_source("raw")
    a = np.arange(8, dtype="float32")
    found(a, a[2:6])
    assert a[0] == 1
    assert a[7] == 7 * a[2] + 1


def test_a_found_kernel_is_exported(tmp_path: Path) -> None:
    scale()
    path = tmp_path / "scale.so"
    scale().export_library(path)
    a = np.ones(3, "float32")
    tilewright.runtime.load_module(str(path))["main"](a, np.full(4, 2, "float32"))
    np.testing.assert_array_equal(a, [3, 3, 3])


def test_builds_with_warnings_warn_each_time(folder: Path) -> None:
    text = '@T.prim_func\ndef main(A: T.Buffer((8,), "float32"), n: T.int32):\n    if n == 8:\n        A[n] = 1.0\n'
    for _ in range(2):
        with pytest.warns(RuntimeWarning, match="reaches 8"):
            build(program(text))
    assert not records(folder)


@pytest.mark.parametrize("damage", [b"", b"tilewright object 1\n", b"{}" * 40])
def test_a_damaged_record_is_replaced(folder: Path, damage: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    scale()
    (record,) = records(folder)
    record.write_bytes(damage)
    scale()
    forbid_building(monkeypatch)
    scale()


def test_a_record_without_its_code_is_no_record(folder: Path) -> None:
    scale()
    for code in folder.glob("*.o"):
        code.unlink()
    a = np.zeros(2, "float32")
    scale()(a, np.zeros(4, "float32"))
    np.testing.assert_array_equal(a, [1, 1])


_WORKER = """
import sys
from pathlib import Path
from tilewright.core.ir.json import load_json
module = load_json(Path(sys.argv[1]).read_text())
from tilewright.core.driver.build import build
build(module)["main"]
print("\\n".join(name for name in sys.modules if name.startswith("tilewright.core.")))
"""


def loaded(module: Path, folder: Path) -> set[str]:
    """The modules of the engine that a process has loaded after building."""
    environment = {**os.environ, VARIABLE: str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", _WORKER, str(module)], capture_output=True, text=True, check=True, env=environment
    )
    return set(done.stdout.split())


def test_the_version_of_the_compiler_counts_all_that_builds(tmp_path: Path, folder: Path) -> None:
    module = tmp_path / "module.json"
    module.write_text(save_json(tilewright.IRModule({"main": program(SCALE.replace("FACTOR", "3"))["main"]})))
    first, second = loaded(module, folder), loaded(module, folder)
    assert "tilewright.core.passes.tir" in first
    assert not any(name.startswith("tilewright.core.passes.tir") for name in second)
    counted = tuple(f"tilewright.core.{room.removesuffix('.py').replace('/', '.')}" for room in kernel_cache.ROOMS)
    before = {"tilewright.core.wiring", "tilewright.core.graph.linked_names"}  # read and named before the record is
    packages = {"tilewright.core.codegen", "tilewright.core.passes", "tilewright.core.graph"}
    assert {name for name in first if not name.startswith(counted)} - packages == before
