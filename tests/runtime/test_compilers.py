"""Which compiler of the system is taken."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilewright.core.base.compilers import any_compiler, c_compiler, cxx_compiler


def put(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)


@pytest.fixture
def only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which alone compilers are looked for."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.delenv("CXX", raising=False)
    return tmp_path


def test_without_any(only: Path) -> None:
    assert (c_compiler(), cxx_compiler(), any_compiler()) == (None, None, None)


def test_each_language_has_its_own(only: Path) -> None:
    put(only, "gcc", "clang++")
    assert c_compiler() == str(only / "gcc")
    assert cxx_compiler() == any_compiler() == str(only / "clang++")


def test_the_environment_comes_first(only: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(only, "gcc", "g++", "mine", "other")
    monkeypatch.setenv("CC", "mine")
    assert (c_compiler(), cxx_compiler(), any_compiler()) == (str(only / "mine"), str(only / "g++"), str(only / "mine"))
    monkeypatch.setenv("CXX", "other")
    assert (cxx_compiler(), any_compiler()) == (str(only / "other"), str(only / "other"))
    monkeypatch.setenv("CC", "missing")
    assert c_compiler() == str(only / "gcc")
