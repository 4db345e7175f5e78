"""Object code on disk: found again, never trusted when damaged, bounded, and dispensable."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.transform.programs import program
from tilewright.core.base.cache_folder import VARIABLE
from tilewright.core.codegen.llvm import compile as compiling
from tilewright.core.codegen.llvm.cache import kept_object, sweep
from tilewright.core.driver.build import build
from tilewright.runtime.module import Module

DOUBLE = """
@T.prim_func
def main(A: T.Buffer((4,), "float32")):
    for i in range(4):
        A[i] = A[i] * T.float32(FACTOR)
"""


def doubled(factor: int = 2, target: str = "llvm") -> Module:
    """Build and check."""
    native = build(program(DOUBLE.replace("FACTOR", str(factor))), target)
    array = np.arange(4, dtype="float32")
    native(array)
    assert array.tolist() == [0, factor, 2 * factor, 3 * factor]
    return native


def entries(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.o"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "kept"))
    return tmp_path / "kept"


def forbid_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise AssertionError("compiled again")

    for way in ("optimise", "clean_up"):
        monkeypatch.setattr(compiling, way, refuse)


def test_second_build_is_not_compiled(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    doubled()
    assert len(entries(folder)) == 1
    forbid_compiling(monkeypatch)
    doubled()
    with pytest.raises(AssertionError, match="compiled again"):
        doubled(3)


def test_machines_have_entries_of_their_own(folder: Path) -> None:
    doubled()
    doubled(target="llvm -opt-level=0")
    assert len(entries(folder)) == 2


@pytest.mark.parametrize("damage", [b"", b"tilewright object 1\n", b"\x7fELF" * 100])
def test_damaged_entries_are_replaced(folder: Path, damage: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    doubled()
    (entry,) = entries(folder)
    sound = entry.read_bytes()
    entry.write_bytes(damage)
    doubled()
    assert len(entry.read_bytes()) == len(sound)
    forbid_compiling(monkeypatch)
    doubled()


@pytest.mark.parametrize("place", [25, 60, -1])
def test_one_changed_byte_is_noticed(folder: Path, place: int) -> None:
    doubled()
    (entry,) = entries(folder)
    content = bytearray(entry.read_bytes())
    content[place] ^= 1
    entry.write_bytes(content)
    doubled()
    assert entry.read_bytes() != bytes(content)


def test_cache_can_be_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "off")
    monkeypatch.chdir(tmp_path)
    doubled()
    assert not list(tmp_path.iterdir())


def test_folder_that_cannot_be_made_is_as_good_as_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "file" / "kept"))
    doubled()


def test_folder_is_bounded(tmp_path: Path) -> None:
    for number in range(10):
        path = tmp_path / f"{number}.o"
        path.write_bytes(bytes(100))
        os.utime(path, (number, number))
    sweep(tmp_path, 1000)
    assert len(entries(tmp_path)) == 10
    sweep(tmp_path, 999)
    assert [path.stem for path in entries(tmp_path)] == ["3", "4", "5", "6", "7", "8", "9"]


def test_no_unfinished_files_are_left(folder: Path) -> None:
    for number in range(20):
        kept_object(f"source {number}", "machine", lambda: b"code")
    assert all(path.suffix == ".o" for path in folder.iterdir())
    assert kept_object("source 3", "machine", lambda: b"other") == b"code"


SAME = """
from tests.backend.test_cache import doubled
for factor in range(2, 6):
    doubled(factor)
"""


def test_processes_share_the_folder(folder: Path) -> None:
    environment = {**os.environ, VARIABLE: str(folder)}
    started = [subprocess.Popen([sys.executable, "-c", SAME], env=environment) for _ in range(3)]
    assert [process.wait(timeout=60) for process in started] == [0, 0, 0]
    assert len(entries(folder)) == 4
