"""Functions run in other processes, and results that are kept between runs."""

from __future__ import annotations

import math
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tilewright.contrib import cc
from tilewright.contrib.pickle_memoize import memoize
from tilewright.core.contrib.popen_pool import PopenPoolExecutor, PopenWorker, StatusKind


@pytest.mark.slow
def test_a_worker_and_how_calls_end() -> None:
    worker = PopenWorker(maximum_uses=2)
    worker.send(os.getpid)
    first = worker.recv()
    worker.send(math.sqrt, [-1.0])
    with pytest.raises(ValueError, match="math domain error"):
        worker.recv()
    worker.send(os.getpid)
    assert worker.recv() != first
    worker.send(os.abort)
    with pytest.raises(ChildProcessError):
        worker.recv()
    worker.send(time.sleep, [60], timeout=0.01)
    with pytest.raises(TimeoutError):
        worker.recv()
    assert not worker.is_alive()


@pytest.mark.slow
def test_a_worker_knows_tvm_where_its_program_does(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import tilewright\n"
        "if __name__ == '__main__':\n"
        "    tilewright.install_as_tvm(release='0.27')\n"
        "    from tvm.contrib.popen_pool import PopenWorker\n"
        "    worker = PopenWorker()\n"
        "    worker.send(exec, ['import tvm; assert tvm.__version__ == \"0.27.0\"'])\n"
        "    worker.recv()\n"
        "    print('known')\n"
    )
    done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("known\n", "")


@pytest.mark.slow
def test_a_pool_keeps_the_order() -> None:
    pool = PopenPoolExecutor(max_workers=2)
    made = list(pool.map_with_error_catching(math.sqrt, [4.0, -1.0, 9.0]))
    assert [one.status for one in made] == [StatusKind.COMPLETE, StatusKind.EXCEPTION, StatusKind.COMPLETE]
    assert [made[0].value, made[2].value] == [2.0, 3.0]


def test_results_are_kept_where_the_user_keeps_caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    calls: list[int] = []

    @memoize("halves")
    def half(x: int) -> float:
        calls.append(x)
        return x / 2

    assert [half(3), half(3), half(4)] == [1.5, 1.5, 2.0]
    assert calls == [3, 4]
    half.cache.save()  # pyright: ignore[reportFunctionMemberAccess]
    assert (tmp_path / "tvm" / "pkl_memoize_py3" / "halves").exists()


def test_a_static_library_of_nothing_there(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="could not make"):
        cc.create_staticlib(str(tmp_path / "lib.a"), str(tmp_path / "missing.o"))
