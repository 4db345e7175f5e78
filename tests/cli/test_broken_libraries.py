"""Libraries that are installed and fail while they are imported: they are taken for absent, and the error is said."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tilewright.core.base.optional import NOT_INSTALLED, optional, required, why_absent

RAISING = {
    "OSError": 'raise OSError("libcudart.so.12: cannot open shared object file")',
    "RuntimeError": 'raise RuntimeError("compiled with another numpy")',
    "ImportError": 'raise ImportError("no module of C")',
    "SyntaxError": "def",
}


@pytest.fixture(params=RAISING)
def broken(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a library that raises."""
    name = f"broken_{request.param.lower()}"
    (tmp_path / f"{name}.py").write_text(RAISING[request.param] + "\n")
    monkeypatch.syspath_prepend(tmp_path)
    return name


def test_a_library_that_raises_is_absent_and_the_reason_is_its_error(broken: str) -> None:
    assert optional(broken) is None
    reason = why_absent(broken)
    assert reason is not None
    assert "importing it raises" in reason
    with pytest.raises(ImportError, match=f"this needs it, and importing it raises .*: pip install {broken}"):
        required(broken, "this needs it")


def test_a_library_that_is_not_installed() -> None:
    assert why_absent("no_such_library") == NOT_INSTALLED
    with pytest.raises(ModuleNotFoundError, match=r"^this needs it: pip install no_such_library$"):
        required("no_such_library", "this needs it", ModuleNotFoundError)


BENCH = """
import sys
sys.path.insert(0, sys.argv[1])
from tilewright.cli.bench import command
from tilewright.cli.bench.kernels import elementwise
from tilewright.runner.machine import Machine
command.KERNELS = (elementwise(100),)
command.measured = lambda: Machine(peak=100e9, bandwidth=10e9, threads=2)
raise SystemExit(command.run(None))
"""
GRAPH = """
import sys
sys.path.insert(0, sys.argv[1])
from tilewright.core.runtime.torch_bridge import empty
print(type(empty((2,), "float32")).__name__)
"""


def with_broken(folder: Path, name: str, program: str) -> subprocess.CompletedProcess[str]:
    (folder / name).mkdir()
    (folder / name / "__init__.py").write_text(RAISING["OSError"] + "\n")
    return subprocess.run([sys.executable, "-c", program, str(folder)], capture_output=True, text=True, check=False)


def test_bench_beside_a_broken_pytorch(tmp_path: Path) -> None:
    done = with_broken(tmp_path, "torch", BENCH)
    assert done.returncode == 0, done.stderr
    said = " ".join(done.stderr.split())
    assert "not compared with torch: importing it raises OSError: libcudart.so.12" in said
    assert "Traceback" not in done.stderr
    assert "numpy" in done.stdout
    assert "torch" not in done.stdout


def test_results_are_our_tensors_where_pytorch_is_broken(tmp_path: Path) -> None:
    done = with_broken(tmp_path, "torch", GRAPH)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["Tensor"]


def test_global_functions_are_found_beside_a_broken_registry(tmp_path: Path) -> None:
    program = """
import sys
sys.path.insert(0, sys.argv[1])
import tilewright
print(tilewright.get_global_func("no.such", allow_missing=True))
"""
    done = with_broken(tmp_path, "tvm_ffi", program)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["None"]
