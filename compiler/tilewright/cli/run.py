"""`tilewright run`: a script with `tvm` meaning Tilewright, or one function on random data.

Both execute what the user names: a script as `python FILE` would, in a child of this process where that can be; a function in a worker process with a time limit.
"""

from __future__ import annotations

import ast
import os
import runpy
import shlex
import signal
import sys
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from tilewright.cli.call import with_call
from tilewright.cli.console import stderr, stdout
from tilewright.cli.files import fail, split_target, text_of
from tilewright.cli.interrupts import as_interrupts

if TYPE_CHECKING:
    from tilewright.runner.request import Outcome, ProfileRequest, RunRequest

# What a shell reports of a program that was interrupted.
INTERRUPTED = 130


@dataclass(frozen=True)
class Options:
    """The options of a run; those of a script are `check_bounds` and `database`."""

    sizes: list[str]
    seed: int
    repeat: int
    timeout: float
    check_bounds: bool
    database: Path | None = None
    data: tuple[str, ...] = ()
    reference: str = ""
    call: str = ""


def require_file(target: str) -> None:
    """Refuse what is neither a file nor FILE::NAME, where it looks like a function, with the form that names one."""
    file, separator, name = target.rpartition(":")
    if separator and name.isidentifier() and Path(file).is_file() and not Path(target).exists():
        raise fail(f"{target} does not exist; to run a function of a file write two colons: {file}::{name}")
    if target.isidentifier() and not Path(target).exists():
        raise fail(f"{target} does not exist; to run a function of a file write FILE::{target}")


def run_script(path: Path, arguments: list[str], check_bounds: bool = False, database: Path | None = None) -> int:
    """Execute a Python file; `import tvm` in it gives Tilewright."""
    from tilewright.core.dialects.releases import require_known

    text = text_of(path)
    try:
        require_known()
    except ValueError as problem:
        raise fail(str(problem)) from problem
    if not hasattr(os, "fork") or sys.stdout is not sys.__stdout__:
        code = _executed(path, arguments, check_bounds, database)
    else:
        code = _in_child(lambda: _executed(path, arguments, check_bounds, database), path, check_bounds)
    if code == 0:
        _say_how_to_run_one(path, text)
    return code


def _say_how_to_run_one(path: Path, text: str) -> None:
    """Name the functions of a file that only defines some: as a script it does nothing that is seen."""
    if not _only_defines(text):
        return
    from tilewright.cli.select import commands, taken
    from tilewright.core.analyze import analyze

    lines = commands("run", path, taken(analyze(text, str(path)), "run"))
    if lines:
        said = (
            f"{path} only defines functions: as a script it does nothing more. To build one and run it on random data:"
        )
        stderr().print("\n".join([said, *lines]), markup=False, highlight=False, soft_wrap=True)


def _only_defines(text: str) -> bool:
    """Whether a file has no statements but imports, assignments and definitions, none of which has a decorator that may run what it is given."""
    from tilewright.core.frontend.tree_parts import SCRIPT_DECORATORS, decorator_names

    known = SCRIPT_DECORATORS | {"script", "tir"}  # those of hybrid script too
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    defining = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign)
    return all(
        isinstance(each.value, ast.Constant)
        if isinstance(each, ast.Expr)
        else isinstance(each, defining) and known.issuperset(decorator_names(each))
        for each in body
    )


def _in_child(work: Callable[[], int], path: Path, check_bounds: bool) -> int:
    """The exit code of `work`, done in a child process; a signal that ends it is named."""
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        _exit_with(work)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda given, _: os.kill(child, given))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal sends it to the child as well
    _, status = os.waitpid(child, 0)
    if not os.WIFSIGNALED(status):
        return os.waitstatus_to_exitcode(status)
    number = os.WTERMSIG(status)
    stderr().print(_died(path, number, check_bounds), markup=False, highlight=False)
    return 128 + number


def _exit_with(work: Callable[[], int]) -> None:
    """End this process as Python ends a program: with its exit code, after what it registered for the end."""
    try:
        code: object = work()
    except SystemExit as error:
        code = error.code
    sys.exit(code if isinstance(code, (int, str)) or code is None else str(code))


def _died(path: Path, number: int, check_bounds: bool) -> str:
    name = signal.Signals(number).name if number in set(signal.Signals) else "unknown"
    sentence = f"{path}: ended by signal {number} ({name})"
    if name in ("SIGSEGV", "SIGBUS", "SIGABRT", "SIGILL") and not check_bounds:
        return f"{sentence}\nTo see which access it was: tilewright run --check-bounds {shlex.quote(str(path))}"
    return sentence


def _executed(path: Path, arguments: list[str], check_bounds: bool, database: Path | None) -> int:
    import tilewright
    from tilewright.core.base.errors import DiagnosticError
    from tilewright.runner.places import of_the_program
    from tilewright.runner.request import CannotRun
    from tilewright.runner.run import checked, scheduled_by

    tilewright.install_as_tvm()
    sys.argv = [str(path), *arguments]
    sys.path.insert(0, str(path.resolve().parent))
    try:
        with checked(check_bounds), scheduled_by("" if database is None else str(database.resolve())):
            runpy.run_path(str(path), run_name="__main__")
    except DiagnosticError as error:
        from tilewright.cli.render import tell

        tell(error.diagnostics)
        return 1
    except CannotRun as problem:
        raise fail(problem.sentence) from problem
    except KeyboardInterrupt as error:
        traceback.print_exception(type(error), error, of_the_program(error))
        return INTERRUPTED
    except Exception as error:
        traceback.print_exception(type(error), error, of_the_program(error))
        return 1
    return 0


def run_function(target: str, options: Options) -> int:
    """Build and run FILE::NAME in a worker process, and print its report; 0 when it ran, 1 when it could not."""
    outcome = outcome_of(target, options)
    return outcome if isinstance(outcome, int) else show(outcome)


def show(outcome: Outcome) -> int:
    """Print the report, or why there is none, and give the exit code."""
    console = stdout() if outcome.ok else stderr()
    console.print(Text(outcome.title, "bold green" if outcome.ok else "bold red"))
    if outcome.text not in outcome.title:
        console.print(outcome.text, markup=False, highlight=False)
    return 0 if outcome.ok else 1


def outcome_of(target: str, options: Options) -> Outcome | int:
    """The results of running FILE::NAME; the exit code when it has errors (reported on standard error) or was interrupted."""
    from tilewright.runner.request import RunRequest

    return _carried_out(
        RunRequest,
        target,
        options,
        check_bounds=options.check_bounds,
        database=str(options.database or ""),
        reference=options.reference,
        compare=bool(options.reference),
    )


def profile_of(target: str, options: Options) -> Outcome | int:
    """The profile of FILE::NAME, or the exit code, as of a run."""
    from tilewright.runner.request import ProfileRequest

    return _carried_out(ProfileRequest, target, options)


def _carried_out(kind: type[RunRequest | ProfileRequest], target: str, options: Options, **more: Any) -> Outcome | int:
    """The outcome of a request for a function that has no errors, from a worker process; `more` is what only this kind has."""
    import asyncio

    from tilewright.cli.select import full_name, report_mistakes, without_name
    from tilewright.core.analyze import analyze
    from tilewright.core.base.names import counted
    from tilewright.runner.process import run_in_process

    if not options.timeout > 0:
        raise fail(f"--timeout takes a positive number of seconds, not {options.timeout:g}")
    path, name = split_target(target)
    if name is None:
        raise without_name(path, kind.task)
    text = with_call(text_of(path), name, options.call)
    stage = "being checked, before anything was executed"
    sizes = sizes_of(options.sizes)

    def reach(reached: str, _: int | None) -> None:
        nonlocal stage
        stage = _BEING.get(reached, reached)
        status.update(reached)

    def run(name: str) -> Outcome:
        data = data_of(options.data)
        request = kind(text, str(path), name, sizes, options.seed, options.repeat, data=data, **more)
        return asyncio.run(run_in_process(request, options.timeout, reach))

    try:
        with as_interrupts(signal.SIGTERM):  # `kill`, or a time limit around the command: the worker is ended too
            analysis = analyze(text, str(path))
            name = full_name(analysis, name)
            if errors := report_mistakes(analysis, name):
                refused = f"{name} was not {_DONE[kind.task]}: {counted(errors, 'error')}"
                stderr().print(Text(refused, "bold red"))
                return 1
            with stderr().status("starting") as status:
                return run(name)
    except KeyboardInterrupt:
        stderr().print(Text(f"{name}: interrupted while it was {stage}", "bold red"))
        return INTERRUPTED


# What a function with errors was not.
_DONE = {"run": "run", "profile": "profiled"}

# What is being done with the function in each stage.
_BEING = {
    "starting": "about to be read",
    "loading": "being read",
    "importing": "being imported: its file was being executed",
    "building": "being built",
    "running": "running",
}


def data_of(given: Iterable[str]) -> dict[str, str]:
    """`ones` for all parameters, `A=weights.npy` for one; files are named from the working directory."""
    chosen: dict[str, str] = {}
    for item in given:
        name, equals, kind = item.rpartition("=")
        if equals and not name.isidentifier():
            raise fail(f"--data takes KIND or NAME=KIND, such as ones or A=weights.npy, not {item!r}")
        chosen[name or "*"] = str(Path(kind).resolve()) if kind.endswith(".npy") else kind
    return chosen


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
