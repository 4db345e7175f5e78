"""macOS and Windows as far as they can be simulated: object code, processes, folders, memory, addresses of files."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import tilewright
from tilewright.cli import run
from tilewright.core.base import cache_folder, memory
from tilewright.core.codegen.llvm.thread_pool.pool import pool_source
from tilewright.project import workers
from tilewright.runner import process
from tilewright.script import tir as T
from tilewright_server import documents

# The first bytes of an object file: COFF and Mach-O with the number of the processor, ELF.
FORMATS = {
    "x86_64-pc-windows-msvc": bytes.fromhex("6486"),
    "aarch64-pc-windows-msvc": bytes.fromhex("64aa"),
    "x86_64-apple-darwin": bytes.fromhex("cffaedfe07000001"),
    "arm64-apple-darwin": bytes.fromhex("cffaedfe0c000001"),
    "aarch64-unknown-linux-gnu": b"\x7fELF",
}


@T.prim_func
def rows(A: T.Buffer((64, 4096), "float32"), B: T.Buffer((64,), "float32")):
    for i in T.parallel(64):
        B[i] = T.float32(0)
        for j in range(4096):
            B[i] = B[i] + T.exp(A[i, j])


@pytest.mark.parametrize("triple", FORMATS)
def test_object_code_for_every_system(triple: str, tmp_path: Path) -> None:
    library = tilewright.build(rows, target=f"llvm -mtriple={triple}")
    library.export_library(str(tmp_path / "rows.o"))
    assert (tmp_path / "rows.o").read_bytes().startswith(FORMATS[triple])


def test_the_pool_uses_threads_where_there_are_posix_threads() -> None:
    assert "pthread_create" in pool_source("arm64-apple-darwin")
    assert "syscall" not in pool_source("arm64-apple-darwin")  # futexes are Linux's
    assert "pthread" not in pool_source("x86_64-pc-windows-msvc")


def test_without_fork_a_script_runs_in_the_same_process(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "script.py"
    script.write_text("import os\nprint('in', os.getpid())\n", encoding="utf-8")
    monkeypatch.delattr("os.fork")
    assert run.run_script(script, []) == 0
    assert capsys.readouterr().out == f"in {run.os.getpid()}\n"


def test_without_users_every_cache_folder_is_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    assert not cache_folder.is_trusted(tmp_path)
    monkeypatch.delattr("os.getuid")
    assert cache_folder.is_trusted(tmp_path)


async def test_without_process_groups_the_worker_itself_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = await asyncio.create_subprocess_exec(sys.executable, "-c", "import time; time.sleep(60)")
    monkeypatch.setattr(process, "os", SimpleNamespace(name="nt"))
    process._kill(worker)
    assert await worker.wait() != 0


@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_where_processes_are_not_copied_they_are_started_anew(monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    monkeypatch.setattr(workers, "sys", SimpleNamespace(platform=system))
    pool = workers._pool(1, [])
    assert pool._mp_context.get_start_method() == "spawn"
    pool.shutdown()


def test_processors_where_the_system_does_not_say_which_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "os", SimpleNamespace(cpu_count=lambda: 3))
    assert workers.processors() == 3
    monkeypatch.setattr(workers, "os", SimpleNamespace(cpu_count=lambda: None))
    assert workers.processors() == 1


def test_memory_without_proc(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("resource")
    now = memory.memory_in_use()

    def refuse(*_: object) -> object:
        raise OSError

    monkeypatch.setattr(memory, "open", refuse, raising=False)
    assert memory.memory_in_use() >= now // 2 > 0
    monkeypatch.setitem(sys.modules, "resource", None)
    assert memory.memory_in_use() == 0


def test_paths_of_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "os", SimpleNamespace(name="nt"))
    assert documents.path_of("file:///c%3A/some%20folder/kernels.py") == "c:\\some folder\\kernels.py"
    assert documents.path_of("file://server/share/kernels.py") == "\\\\server\\share\\kernels.py"
