"""`tilewright run`: a script with `tvm` meaning Tilewright, or one function on random data.

Both execute what the user names: a script in this process, as `python FILE` would; a function in a worker process with a time limit.
"""

from __future__ import annotations

import runpy
import sys
import traceback
from pathlib import Path

from rich.text import Text

from tilewright.cli.console import stderr, stdout
from tilewright.cli.files import fail, split_target, text_of


def run_script(path: Path, arguments: list[str]) -> int:
    """Execute a Python file; `import tvm` in it gives Tilewright."""
    text_of(path)
    import tilewright
    from tilewright.core.base.errors import DiagnosticError

    tilewright.install_as_tvm()
    sys.argv = [str(path), *arguments]
    sys.path.insert(0, str(path.resolve().parent))
    try:
        runpy.run_path(str(path), run_name="__main__")
    except DiagnosticError as error:
        from tilewright.cli.render import render

        for diagnostic in error.diagnostics:
            stderr().print(render(diagnostic))
        return 1
    except Exception as error:
        from tilewright.runner.places import of_the_program

        traceback.print_exception(type(error), error, of_the_program(error))
        return 1
    return 0


def run_function(target: str, sizes: list[str], seed: int, repeat: int, timeout: float) -> int:
    """Build and run FILE::NAME in a worker process; 0 when it ran, 1 when it could not."""
    import asyncio

    from tilewright.cli.select import report_mistakes
    from tilewright.core.analyze import analyze
    from tilewright.runner.process import run_in_process
    from tilewright.runner.request import RunRequest

    if not timeout > 0:
        raise fail(f"--timeout takes a positive number of seconds, not {timeout:g}")
    path, name = split_target(target)
    if name is None:
        raise fail("name the function: tilewright run FILE::NAME")
    text = text_of(path)
    if report_mistakes(analyze(text, str(path)), name):
        return 1
    request = RunRequest(text, str(path), name, sizes_of(sizes), seed, repeat)
    with stderr().status("starting") as status:
        outcome = asyncio.run(run_in_process(request, timeout, lambda stage, _: status.update(stage)))
    console = stdout() if outcome.ok else stderr()
    console.print(Text(outcome.title, "bold green" if outcome.ok else "bold red"))
    if outcome.text not in outcome.title:
        console.print(outcome.text, markup=False, highlight=False)
    return 0 if outcome.ok else 1


def sizes_of(given: list[str]) -> dict[str, int]:
    """`n=128` as a name and a positive number."""
    chosen: dict[str, int] = {}
    for item in given:
        name, _, number = item.partition("=")
        if not name.isidentifier() or not number.removeprefix("-").isdecimal():
            raise fail(f"--size takes NAME=NUMBER, such as n=128, not {item!r}")
        if int(number) < 1:
            raise fail(f"--size takes a positive number: {name} cannot be {number}")
        chosen[name] = int(number)
    return chosen
