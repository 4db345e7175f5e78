"""`tilewright run`: a script with `tvm` meaning Tilewright, or one function on random data.

Both execute what the user names: a script in this process, as `python FILE` would; a function in a worker process with a time limit.
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

from tilewright.cli.console import stdout
from tilewright.cli.files import fail, split_target


def run_script(path: Path, arguments: list[str]) -> int:
    """Execute a Python file; `import tvm` in it gives Tilewright."""
    if not path.is_file():
        raise fail(f"{path} is not a file")
    import tilewright
    from tilewright.error import DiagnosticError

    tilewright.install_as_tvm()
    sys.argv = [str(path), *arguments]
    sys.path.insert(0, str(path.resolve().parent))
    try:
        runpy.run_path(str(path), run_name="__main__")
    except DiagnosticError as error:
        from tilewright.cli.render import render

        for diagnostic in error.diagnostics:
            stdout().print(render(diagnostic))
        return 1
    return 0
