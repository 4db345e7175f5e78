"""Peers for comparison, each from PyPI in an environment of its own under `benchmarks/.envs`, made when first asked for."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

ENVIRONMENTS = Path(__file__).parent / ".envs"
ROOT = Path(__file__).parents[1]

# The CPU build of torch; another build or version is asked for by TORCH_REQUIREMENT, such as "torch==2.9.1+cpu".
TORCH = os.environ.get("TORCH_REQUIREMENT", "torch==2.13.0")

# What each peer needs. Versions are pinned, so that figures can be compared between runs.
REQUIREMENTS: dict[str, tuple[str, ...]] = {
    "numba": ("numba", "numpy"),
    "tvm": ("apache-tvm==0.27.0.post1", "apache-tvm-ffi==0.1.14.post1", "numpy"),
    "jax": ("jax", "jaxlib", "numpy"),
    "onnxruntime": ("onnxruntime", "onnx", "numpy"),
    "torch": (TORCH, "numpy"),
    "pylsp": ("python-lsp-server[pyflakes]",),
    "jedi": ("jedi-language-server",),
    "pyright": ("pyright[nodejs]",),
    "basedpyright": ("basedpyright",),
    "mypy": ("mypy==2.4.1",),
    "oldest-mypy": ("mypy==1.4.1", "--editable", str(ROOT)),
    "pylint": ("pylint==4.1.4",),
    "ruff": ("ruff",),
    "ty": ("ty",),
    "pyrefly": ("pyrefly",),
}


def python_of(peer: str) -> Path:
    """The peer's Python; ours for numpy and Tilewright itself.  Raises CalledProcessError when it cannot be installed."""
    if peer in ("tilewright", "numpy", "openblas"):
        return Path(sys.executable)
    folder = ENVIRONMENTS / peer.partition(".")[0]
    ready = folder / ".ready"
    if not ready.exists():
        print(f"installing {peer} ...", file=sys.stderr, flush=True)
        venv.create(folder, with_pip=True)
        pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, *REQUIREMENTS[folder.name]], check=True)
        ready.touch()
    return folder / "bin" / "python"
