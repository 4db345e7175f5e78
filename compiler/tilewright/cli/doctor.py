"""`tilewright doctor`: what this installation has, and whether it can do its work."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import platform
import sys
from collections.abc import Callable

from rich.table import Table
from rich.text import Text

from tilewright import __version__
from tilewright.cli.console import stdout
from tilewright.core.base.compilers import c_compiler

Finding = tuple[bool, str]


def run() -> int:
    """Print a table of findings; 1 when something needed does not work."""
    table = Table(box=None, pad_edge=False, show_header=False)
    healthy = True
    for name, look in LOOKS.items():
        try:
            good, said = look()
        except Exception as error:
            good, said = False, f"{type(error).__name__}: {error}"
        healthy = healthy and good
        table.add_row("[green]ok[/]" if good else "[red]bad[/]", name, Text(said))
    stdout().print(table)
    stdout().print(
        "[bold green]Everything that Tilewright needs works.[/]"
        if healthy
        else "[bold red]Something needed is missing; see above.[/]"
    )
    return 0 if healthy else 1


def _tilewright() -> Finding:
    return True, f"{__version__} in {sys.prefix}"


def _python() -> Finding:
    return sys.version_info >= (3, 10), f"{platform.python_version()} ({sys.executable})"


def _libraries() -> Finding:
    names = ("numpy", "llvmlite", "ml_dtypes", "pygls", "lsprotocol", "rich", "typer")
    return True, ", ".join(f"{name} {importlib.metadata.version(name)}" for name in names)


def _processor() -> Finding:
    import llvmlite.binding as llvm

    features = [name for name, on in llvm.get_host_cpu_features().items() if on]
    vectors = [
        name
        for name in ("avx2", "fma", "f16c", "avx512f", "avx512bf16", "avx512vnni", "neon", "sve")
        if name in features
    ]
    return True, f"{llvm.get_host_cpu_name()} with {', '.join(vectors) or 'no vector extension known here'}"


def _compiler() -> Finding:
    import numpy as np

    import tilewright
    from tilewright.core.frontend.live import from_source

    program = "@T.prim_func\ndef twice(A: T.Buffer((4,), 'float32')):\n    for i in range(4):\n        A[i] = A[i] * T.float32(2)\n"
    array = np.arange(4, dtype=np.float32)
    tilewright.build(from_source(program))(array)
    return bool((array == [0, 2, 4, 6]).all()), "a function was parsed, compiled and run"


def _server() -> Finding:
    found = importlib.util.find_spec("tilewright_server") is not None
    return found, "installed; `tilewright lsp` starts it" if found else "the package tilewright_server is missing"


def _tvm() -> Finding:
    found = importlib.util.find_spec("tvm") is not None
    return (
        True,
        "Apache TVM is installed too" if found else "not installed; in `tilewright run`, `import tvm` gives Tilewright",
    )


def _linker() -> Finding:
    return True, c_compiler() or "no C compiler: functions can be run, but shared libraries cannot be exported"


LOOKS: dict[str, Callable[[], Finding]] = {
    "Tilewright": _tilewright,
    "Python": _python,
    "libraries": _libraries,
    "processor": _processor,
    "compiler": _compiler,
    "language server": _server,
    "tvm": _tvm,
    "C compiler": _linker,
}
