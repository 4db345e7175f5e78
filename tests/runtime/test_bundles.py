"""Tools beside the compiler: bundles of files, and the linkers of phones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilewright.contrib import ndk, tar, utils, xcode


def test_a_bundle_is_packed_and_unpacked(tmp_path: Path) -> None:
    for name in ("a.o", "b.o"):
        (tmp_path / name).write_text(name)
    bundle = str(tmp_path / "x.tar")
    tar.tar(bundle, [str(tmp_path / "a.o"), str(tmp_path / "b.o")])
    found = tar.normalize_file_list_by_unpacking_tars(utils.tempdir(str(tmp_path / "out")), ["c.o", bundle])
    assert [Path(each).name for each in found] == ["c.o", "a.o", "b.o"]
    assert Path(found[2]).read_text() == "b.o"
    with pytest.raises(ValueError, match=r"called a\.o"):
        tar.tar(bundle, [str(tmp_path / "a.o"), str(tmp_path / "a.o")])
    assert getattr(tar.tar, "output_format", None) == "tar"


def test_missing_tools_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("TVM_NDK_CC", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RuntimeError, match="TVM_NDK_CC"):
        ndk.create_shared("x.so", ["a.o"])
    with pytest.raises(RuntimeError, match="TVM_NDK_CC"):
        ndk.create_staticlib("x.a", ["a.o"])
    with pytest.raises(RuntimeError, match="Xcode"):
        xcode.create_dylib("x.dylib", "a.o", "arm64")


def test_the_compiler_of_the_kit_links(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fake = tmp_path / "clang"
    fake.write_text('#!/bin/sh\necho "$@" > "${4:-none}"\n')
    fake.chmod(0o755)
    monkeypatch.setenv("TVM_NDK_CC", str(fake))
    output = tmp_path / "x.so"
    ndk.create_shared(str(output), ["a.o"], ["-lm"])
    assert output.read_text().split() == ["-shared", "-fPIC", "-o", str(output), "a.o", "-lm"]
