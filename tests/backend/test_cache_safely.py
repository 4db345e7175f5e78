"""The cache of compiled code where things go wrong: full disks, writers at once, other versions, homes that cannot be written, folders of others."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

import llvmlite
import pytest

from tests.backend.test_cache import doubled, entries
from tests.cli.test_command_line import invoke
from tilewright.core.base import cache_folder
from tilewright.core.base.cache_folder import VARIABLE
from tilewright.core.codegen.llvm import cache
from tilewright.core.codegen.llvm.cache import LARGEST, kept_object

POSIX = pytest.mark.skipif(not hasattr(os, "getuid"), reason="permissions of POSIX")
BUILD = """
import sys
import numpy as np
from tilewright.script import from_source
from tilewright.driver import build
for number in range(int(sys.argv[1])):
    text = f'@T.prim_func\\ndef main(A: T.Buffer((4,), "float32")):\\n    for i in range(4):\\n        A[i] = A[i] * T.float32({number})\\n'
    array = np.ones(4, "float32")
    build(from_source(text))(array)
    assert array.tolist() == [number] * 4
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "kept"))
    return tmp_path / "kept"


def built_elsewhere(count: int, before: str = "", **environment: str) -> subprocess.Popen[str]:
    """A process that builds and runs so many programs."""
    return subprocess.Popen(
        [sys.executable, "-c", before + BUILD, str(count)],
        # Where files may not grow, Python would leave halves of its own files behind.
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **environment},
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_full_disk_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = tempfile.NamedTemporaryFile

    def full(**options: Any) -> Any:
        file = real(**options)

        def write(content: bytes) -> int:
            file.file.write(content[:10])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        file.write = write
        return file

    monkeypatch.setattr(tempfile, "NamedTemporaryFile", full)
    doubled()
    assert list(folder.iterdir()) == []


@POSIX
def test_a_limit_on_files_leaves_nothing_behind(folder: Path) -> None:
    limit = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))\n"
    with built_elsewhere(1, limit) as started:
        assert started.wait() == 0, started.stderr
    assert list(folder.iterdir()) == []


@pytest.mark.slow
def test_processes_that_write_at_once_do_not_disturb_one_another(folder: Path) -> None:
    processes = [built_elsewhere(6) for _ in range(3)]
    for each in processes:
        _, said = each.communicate()
        assert each.returncode == 0, said
    found = list(folder.iterdir())
    assert all(path.suffix in (".o", ".build") for path in found)
    assert len({path.name for path in found}) == len(found) >= 6


def test_threads_that_write_read_and_sweep_get_their_own_code(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "LARGEST", 2000)
    monkeypatch.setattr(cache, "_BETWEEN_SWEEPS", 2000)
    wrong: list[str] = []

    def work(first: int) -> None:
        for number in range(first, first + 150):
            source = str(number % 40)
            code = f"code of {source}".encode() * 20
            if kept_object(source, "machine", lambda code=code: code) != code:
                wrong.append(source)

    threads = [threading.Thread(target=work, args=(first,)) for first in range(0, 40, 10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    cache.sweep(folder, 2000)
    assert sum(entry.size for entry in cache.entries(folder)) <= 2000


@pytest.mark.parametrize("size", [100, 3000])
def test_entries_that_are_written_take_the_place_of_old_ones(
    folder: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(cache, "LARGEST", 50_000)
    monkeypatch.setattr(cache, "_BETWEEN_SWEEPS", 10_000)
    largest = 0
    for number in range(200_000 // size):
        kept_object(f"source {number}", "machine", lambda: bytes(size))
        largest = max(largest, sum(entry.size for entry in cache.entries(folder)))
    assert 50_000 < largest < 150_000


@pytest.mark.parametrize("cut", [0, 1, 19, 20, 40, 52, 53, -1])
def test_a_truncated_entry_is_made_again(folder: Path, cut: int) -> None:
    kept_object("source", "machine", lambda: b"code")
    (entry,) = entries(folder)
    entry.write_bytes(entry.read_bytes()[:cut])
    assert kept_object("source", "machine", lambda: b"new code") == b"new code"
    assert kept_object("source", "machine", lambda: b"") == b"new code"


def test_every_changed_bit_is_noticed(folder: Path) -> None:
    kept_object("source", "machine", lambda: b"code")
    (entry,) = entries(folder)
    sound = entry.read_bytes()
    for bit in range(8 * len(sound)):
        damaged = bytearray(sound)
        damaged[bit // 8] ^= 1 << bit % 8
        entry.write_bytes(damaged)
        assert kept_object("source", "machine", lambda: b"made again") == b"made again"


@pytest.mark.parametrize("package", ["tilewright", "llvmlite"])
def test_another_version_has_entries_of_its_own(
    folder: Path, monkeypatch: pytest.MonkeyPatch, package: str, request: pytest.FixtureRequest
) -> None:
    kept_object("source", "machine", lambda: b"of this version")
    if package == "tilewright":
        monkeypatch.setattr(cache, "VERSION", "99.0")
    else:
        monkeypatch.setattr(llvmlite, "__version__", "99.0")
    request.addfinalizer(cache._versions.cache_clear)  # pyright: ignore[reportPrivateUsage]
    cache._versions.cache_clear()  # pyright: ignore[reportPrivateUsage]
    assert kept_object("source", "machine", lambda: b"of the other") == b"of the other"
    assert len(entries(folder)) == 2


@POSIX
def test_a_home_that_cannot_be_written_is_no_obstacle(tmp_path: Path) -> None:
    home = {"HOME": "/proc/nobody", "XDG_CACHE_HOME": "/proc/nobody/cache", VARIABLE: ""}
    with built_elsewhere(1, f"import os\nos.chdir({str(tmp_path)!r})\n", **home) as started:
        assert started.wait() == 0
    assert list(tmp_path.iterdir()) == []


def test_without_a_home_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cache_folder, "_default", lambda: Path("~/.cache/tilewright"))
    doubled()
    assert list(tmp_path.iterdir()) == []
    assert "not kept" in invoke("cache", "info").output


@POSIX
def test_a_folder_that_others_can_write_is_not_used(folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o777)
    doubled()
    assert list(folder.iterdir()) == []
    assert "other users can write there" in invoke("cache", "info").output


@POSIX
def test_the_folder_is_the_users_alone(folder: Path) -> None:
    doubled()
    assert folder.stat().st_mode & 0o777 == 0o700


def test_the_commands_tell_and_clear(folder: Path) -> None:
    doubled()
    doubled(3)
    (folder / "new-abandoned").write_bytes(b"half")
    (folder / "notes.txt").write_text("not ours")
    told = invoke("cache", "info").output
    assert f"folder   {folder}" in told
    assert "entries  5" in told
    assert f"of at most {LARGEST >> 20}.0 MB" in told
    assert "removed 5 entries" in invoke("cache", "clear").output
    assert [path.name for path in folder.iterdir()] == ["notes.txt"]
    assert "removed 0 entries" in invoke("cache", "clear").output
    doubled()


def test_a_cache_that_is_off_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "off")
    for command in ("info", "clear"):
        found = invoke("cache", command)
        assert found.exit_code == 0
        assert "not kept" in found.output


def test_what_cannot_be_removed_is_an_error(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    doubled()

    def refuse(path: str) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)

    monkeypatch.setattr(os, "remove", refuse)
    found = invoke("cache", "clear")
    assert found.exit_code == 2
    assert "cannot be cleared: Permission denied" in found.output
