"""The command line: `tilewright COMMAND`.  Each command is one file; what it needs is imported when it runs."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer
from typer.core import TyperCommand, TyperGroup

from tilewright import __version__


class _Flags:
    """A command, or a group of some, whose help shows no type behind a flag, which takes no value."""

    def get_params(self, ctx: object) -> list[Any]:
        """The parameters, with `--help`."""
        base: Any = super()
        parameters: list[Any] = base.get_params(ctx)
        for each in parameters:
            if getattr(each, "is_flag", False):
                each.metavar = ""
        return parameters


class Command(_Flags, TyperCommand):
    """One command."""


class _Group(_Flags, TyperGroup):
    """Commands below a name."""


class Commands(typer.Typer):
    """The program with its commands, or commands below a name, all of which show flags as flags."""

    def __init__(self, name: str, about: str) -> None:
        super().__init__(
            name=name,
            cls=_Group,
            help=about,
            no_args_is_help=True,
            pretty_exceptions_enable=False,
            context_settings={"help_option_names": ["-h", "--help"]},
        )

    def command(self, name: str | None = None, *, cls: type[TyperCommand] | None = Command, **settings: Any) -> Any:
        """Decorates the function of a command, which is called `name`, or as the function is."""
        return super().command(name, cls=cls, **settings)


app = Commands("tilewright", "Check, print, lower, build and run TVMScript, and serve it to your editor.")


FORMATS = ("text", "json", "github", "gitlab", "sarif", "junit")
STRATEGIES = ("evolutionary", "replay-trace", "replay-func")
COST_MODELS = ("learned", "random")
FORMS = ("tir", "llvm", "asm")
# What a program can be rewritten to, and printed in.
DIALECTS = ("classic", "tirx", "hybrid")


def _choice(flag: str | tuple[str, ...], choices: tuple[str, ...], text: str) -> Any:
    """An option that takes one of a few words."""

    def checked(value: str | None) -> str | None:
        if value is not None and value not in choices:
            raise typer.BadParameter(f"{value!r} is not one of {', '.join(choices)}.")
        return value

    flags = (flag,) if isinstance(flag, str) else flag
    return typer.Option(
        *flags, callback=checked, metavar=f"[{'|'.join(choices)}]", help=text, autocompletion=lambda: list(choices)
    )


def _codes(flag: str, text: str) -> Any:
    """An option that takes codes, several with commas between them, and may be repeated."""
    return typer.Option(
        flag,
        metavar="CODE",
        help=f"{text} Codes or patterns with `*`, separated by commas; repeatable.",
        autocompletion=_matching_codes,
    )


# Options that several commands have.
_Size: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--size", metavar="NAME=NUMBER", help="NAME=NUMBER for a symbolic dimension; repeatable."),
]
_Data: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(metavar="[NAME=]KIND", help="random, ones, zeros, arange or a .npy file, of all parameters or one."),
]
_Call: TypeAlias = Annotated[
    str, typer.Option(metavar="CALL", help='What NAME stands for: a call of a factory of the file, as "make(8, 8)".')
]
_Seed: TypeAlias = Annotated[int, typer.Option(min=0, help="Seed of the random inputs.")]
_Target: TypeAlias = Annotated[str, typer.Option("--target", help='Such as "llvm -mcpu=x86-64-v3".')]


def _matching_codes(incomplete: str) -> list[str]:
    from tilewright.core.base.catalogue import CATALOGUE

    return [code for code in CATALOGUE if code.startswith(incomplete)]


def _split(values: list[str] | None) -> tuple[str, ...]:
    return tuple(code.strip() for value in values or () for code in value.split(",") if code.strip())


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tilewright {__version__}")
        raise typer.Exit()


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Options of the program itself; `--version` acts in its callback."""


@app.command()
def check(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="PATH", help="Files, or folders searched for *.py files; `-` is standard input."),
    ] = None,
    output_format: Annotated[
        str,
        _choice(("--output-format", "--format"), FORMATS, "text for people; the others for CI and other programs."),
    ] = "text",
    output_file: Annotated[
        Path | None, typer.Option("--output-file", "-o", metavar="FILE", help="Write the report there.")
    ] = None,
    select: Annotated[list[str] | None, _codes("--select", "Report only these, also if settings ignore them.")] = None,
    ignore: Annotated[list[str] | None, _codes("--ignore", "Do not report these.")] = None,
    fix: Annotated[bool, typer.Option("--fix", help="Make the fixes that cannot change what is computed.")] = False,
    unsafe_fixes: Annotated[
        bool, typer.Option("--unsafe-fixes", help="With --fix and --diff: also fixes that guess what was meant.")
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Show what --fix would change; exit 1 if anything.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Check again whenever a file changes.")] = False,
    statistics: Annotated[
        bool, typer.Option("--statistics", help="Count the codes instead of showing places.")
    ] = False,
    quiet: Annotated[
        bool,
        typer.Option("--quiet", "-q", help="Report only what makes the check fail: errors, and with --strict all."),
    ] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Exit 1 for anything, not only for errors.")] = False,
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="Exit 0 also when mistakes are reported.")] = False,
    stdin_filename: Annotated[
        str | None, typer.Option(metavar="NAME", help="The file that standard input stands for: its settings hold.")
    ] = None,
    force_exclude: Annotated[
        bool, typer.Option("--force-exclude", help="Leave out excluded files also when they are named themselves.")
    ] = False,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=0, help="How many processes; 0: as many as there are processors.")
    ] = 0,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Neither use nor keep earlier results.")] = False,
    exact: Annotated[
        bool,
        typer.Option("--exact", help="Also execute each file in a process of its own, and check the kernels it makes."),
    ] = False,
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds that --exact gives the execution of a file.")] = 60.0,
) -> None:
    """Find the mistakes in TVMScript files.  Nothing is executed without --exact.  Exit 0: clean, 1: errors, 2: bad usage or settings."""
    from tilewright.cli.check import run
    from tilewright.cli.check_options import Options
    from tilewright.project.workers import processors

    options = Options(
        paths=tuple(paths or [Path(".")]),
        output_format=output_format,
        output_file=output_file,
        quiet=quiet,
        statistics=statistics,
        select=_split(select),
        ignore=_split(ignore),
        fix=fix,
        unsafe_fixes=unsafe_fixes,
        diff=diff,
        watch=watch,
        exit_zero=exit_zero,
        strict=strict,
        stdin_filename=stdin_filename,
        force_exclude=force_exclude,
        jobs=jobs or processors(),
        cache=not no_cache,
        exact=exact,
        timeout=timeout,
    )
    raise typer.Exit(run(options))


class Run(Command):
    """Arguments after a script belong to the script, options too, as with `python FILE`."""

    _VALUED = ("--size", "--seed", "--repeat", "--timeout", "--database", "--data", "--reference", "--call")

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take our own arguments and leave the script's in the context."""
        end = self._end_of_ours(args)
        theirs = args[end:]
        left = super().parse_args(ctx, args[:end])
        ctx.args = [*ctx.args, *theirs]
        return left

    def _end_of_ours(self, args: list[str]) -> int:
        """The position of the arguments of a script; the end for FILE::NAME, which has none."""
        at = 0
        while at < len(args) and args[at].startswith("-"):
            at += 2 if args[at] in self._VALUED else 1
        is_script = at < len(args) and "::" not in args[at]
        return at + 1 if is_script else len(args)


@app.command(cls=Run, context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def run(
    context: typer.Context,
    target: Annotated[
        str,
        typer.Argument(
            metavar="FILE[::NAME]", help="A script, one function of it, or several functions, which are compared."
        ),
    ],
    size: _Size = None,
    seed: _Seed = 0,
    repeat: Annotated[int, typer.Option(min=1, help="How many timed calls.")] = 10,
    timeout: Annotated[float, typer.Option(help="Time limit of the run, in seconds.")] = 60,
    check_bounds: Annotated[
        bool, typer.Option("--check-bounds", help="Build with checks: an access outside its buffer is named.")
    ] = False,
    database: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Take schedules from what `tune` has written there.")
    ] = None,
    data: _Data = None,
    reference: Annotated[
        str, typer.Option(metavar="NAME", help="Compare with this function of the file, or with the interpreter.")
    ] = "",
    call: _Call = "",
) -> None:
    """Run a script in which `import tvm` gives Tilewright, or build FILE::NAME and run it on random data; several FILE::NAME are compared."""
    from tilewright.cli.files import fail
    from tilewright.cli.run import Options, require_file, run_function, run_script

    if target.startswith("-"):
        raise fail(f"run has no option {target}")
    if "::" not in target:
        require_file(target)
        raise typer.Exit(run_script(Path(target), context.args, check_bounds, database))
    if call and context.args:
        raise fail("--call is about one function, and several are given")
    if context.args and all("::" in argument for argument in context.args):
        from tilewright.cli.run_variants import run_variants

        raise typer.Exit(
            run_variants([target, *context.args], Options(size or [], seed, repeat, timeout, check_bounds, database))
        )
    if context.args:
        raise fail(f"a function takes no arguments, and {context.args[0]!r} is one; only a script does")
    options = Options(size or [], seed, repeat, timeout, check_bounds, database, tuple(data or ()), reference, call)
    raise typer.Exit(run_function(target, options))


@app.command()
def profile(
    target: Annotated[str, typer.Argument(metavar="FILE::NAME", help="A kernel, or a graph.")],
    size: _Size = None,
    seed: _Seed = 0,
    repeat: Annotated[int, typer.Option(min=1, help="How many timed calls of each loop nest.")] = 10,
    timeout: Annotated[float, typer.Option(help="Time limit of all, in seconds.")] = 60,
    data: _Data = None,
    call: _Call = "",
) -> None:
    """Build and time each loop nest of FILE::NAME by itself: its time, share, GFLOP/s and bytes. Of a graph: the time of each kernel that it calls."""
    from tilewright.cli.profile import profile_function
    from tilewright.cli.run import Options

    options = Options(size or [], seed, repeat, timeout, check_bounds=False, data=tuple(data or ()), call=call)
    raise typer.Exit(profile_function(target, options))


@app.command()
def tune(
    target: Annotated[str, typer.Argument(metavar="FILE::NAME", help="A function, or a module.")],
    trials: Annotated[
        int, typer.Option(min=1, help="Measurements in all; those of an earlier run that was stopped count.")
    ] = 64,
    work_dir: Annotated[Path, typer.Option(help="The folder of the database.")] = Path("tuning"),
    for_: _Target = "llvm",
    size: _Size = None,
    strategy: Annotated[str, _choice("--strategy", STRATEGIES, "The search.")] = "evolutionary",
    cost_model: Annotated[str, _choice("--cost-model", COST_MODELS, "The guess at which is faster.")] = "learned",
    seed: Annotated[int | None, typer.Option(min=0, help="Seed of the search.")] = None,
    timeout: Annotated[
        float, typer.Option(min=0.1, help="Time limit of a build and of a measurement, in seconds.")
    ] = 30,
    picture: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the search as SVG.")] = None,
    scheduler: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Build and measure on the workers of this Dask scheduler.")
    ] = None,
    call: _Call = "",
) -> None:
    """Measure schedules of FILE::NAME and keep the fastest in a database, for `run --database FOLDER` and for `build` inside `with database:`."""
    from tilewright.cli.tune import Options, run

    options = Options(trials, work_dir, for_, size or [], strategy, cost_model, seed, timeout, picture, scheduler, call)
    raise typer.Exit(run(target, options))


@app.command(name="print")
def print_(
    target: Annotated[str, typer.Argument(metavar="FILE[::NAME]")],
    sugar: Annotated[bool, typer.Option("--sugar/--no-sugar", help="Use T.grid, T.axis.remap and the like.")] = True,
    dialect: Annotated[
        str | None, _choice("--to", DIALECTS, "The dialect to print; by default the dialect of the file.")
    ] = None,
) -> None:
    """Print the functions and modules of a file as TVMScript."""
    from tilewright.cli.print_ import run

    raise typer.Exit(run(target, sugar, dialect))


@app.command()
def lower(
    target: Annotated[str, typer.Argument(metavar="FILE::NAME", help="The function to lower.")],
    stage: Annotated[str | None, typer.Option(help="Stop after this pass, such as LowerInitBlock.")] = None,
    all_: Annotated[bool, typer.Option("--all", help="Print the program after every pass that changes it.")] = False,
    to: Annotated[str, _choice("--to", FORMS, "TensorIR, LLVM IR, or the machine's assembly.")] = "tir",
    for_: _Target = "llvm",
    call: _Call = "",
) -> None:
    """Show a function after the compiler's passes, as TensorIR, LLVM IR or assembly."""
    from tilewright.cli.lower import run

    raise typer.Exit(run(target, stage, all_, to, for_, call))


@app.command()
def explore(
    where: Annotated[
        str, typer.Argument(metavar="FILE[::NAME]", help="A Python file with TVMScript, and the function shown first.")
    ],
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port on this machine; 0: any that is free.")] = 0,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")] = True,
    for_: _Target = "llvm",
) -> None:
    """Show a file's functions at every stage of the compiler, as a page on this machine, live with every edit.

    NAME may also be a variable that holds what a Python function makes, or a call of one: "make(16)".  Nothing is executed unless you press Run, or name what only executing the file makes.
    """
    from tilewright.cli.explore import run

    raise typer.Exit(run(where, port, browser, for_))


@app.command()
def debug(
    target: Annotated[str, typer.Argument(metavar="FILE[::MODULE[.NAME]]", help="A module with functions of Relax.")],
    before: Annotated[str, typer.Option(metavar="STAGE", help="written, lowered, fused, or a module of the file.")] = (
        "written"
    ),
    after: Annotated[str, typer.Option(metavar="STAGE", help="The stage to compare with: the same choices.")] = "fused",
    size: _Size = None,
    seed: _Seed = 0,
    tolerance: Annotated[float, typer.Option(help="Relative tolerance when floats are compared.")] = 1e-3,
) -> None:
    """Run two stages of a graph binding by binding and report the first divergence.  Exit 0: none, 1: a value differs."""
    from tilewright.cli.debug import Options, run
    from tilewright.cli.run import sizes_of

    raise typer.Exit(run(target, Options(before, after, sizes_of(size or []), seed, tolerance)))


@app.command()
def migrate(
    path: Annotated[
        Path, typer.Argument(metavar="FILE", help="A Python file or a notebook, with TVMScript or without.")
    ],
    to: Annotated[
        str, _choice("--to", DIALECTS, "classic: `tir as T`; tirx: `tirx as T`; hybrid: that of 2020.")
    ] = "classic",
    diff: Annotated[bool, typer.Option("--diff", help="Show what would change.")] = False,
    write: Annotated[bool, typer.Option("--write", help="Change the file.")] = False,
) -> None:
    """Rewrite a file in another dialect of the language, and its Python code in the names of that release of TVM.

    Comments and formatting stay.  Standard error names what has to be changed by hand.  The exit code is 1 when a function stays as it was.
    """
    from tilewright.cli.migrate import run

    raise typer.Exit(run(path, to, write, diff))


@app.command()
def explain(
    code: Annotated[
        str, typer.Argument(help="A diagnostic's code, such as undefined-name; `all`, or nothing, lists them.")
    ] = "all",
) -> None:
    """Explain a diagnostic, with an example and how to fix it."""
    from tilewright.cli.explain import run

    raise typer.Exit(run(code))


@app.command()
def lsp(
    log_file: Annotated[Path | None, typer.Option(help="Write the server's log there.")] = None,
) -> None:
    """Serve the Language Server Protocol on standard input and output."""
    from tilewright.cli.lsp import run

    raise typer.Exit(run(log_file))


@app.command()
def init(
    folder: Annotated[Path, typer.Argument(help="The project.")] = Path("."),
    write: Annotated[bool, typer.Option("--write", help="Write without asking.")] = False,
    undo: Annotated[bool, typer.Option("--undo", help="Remove what init has written.")] = False,
) -> None:
    """Configure a project's type checkers, linters, pre-commit and GitHub for TVMScript; shows the changes first."""
    from tilewright.cli.init import run

    raise typer.Exit(run(folder, write, undo))


cache = Commands("cache", "Compiled code, and results of `check`, that are kept on disk.")
app.add_typer(cache)


@cache.command(name="info")
def cache_info() -> None:
    """Print where compiled code and results of `check` are kept, and how much there is."""
    from tilewright.cli.cache import info

    raise typer.Exit(info())


@cache.command(name="clear")
def cache_clear() -> None:
    """Remove the compiled code and the results that are kept."""
    from tilewright.cli.cache import remove

    raise typer.Exit(remove())


@app.command()
def doctor() -> None:
    """Check this installation and report what works."""
    from tilewright.cli.doctor import run

    raise typer.Exit(run())


@app.command()
def bench(
    picture: Annotated[
        Path | None, typer.Option("--picture", metavar="FILE", help="Write the roofline of this machine there, as SVG.")
    ] = None,
) -> None:
    """Measure this machine and kernels beside numpy and PyTorch; about a minute."""
    from tilewright.cli.bench.command import run

    raise typer.Exit(run(picture))


def main() -> None:
    """Entry point of the `tilewright` program."""
    _open_streams()
    try:
        try:
            app()
        finally:
            sys.stdout.flush()  # Python would do so later, where nobody could say that it failed
    except BrokenPipeError:  # the reader, such as `head`, has gone
        os._exit(0)
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EIO):
            raise
        print(f"error: the output cannot be written: {error.strerror}", file=sys.stderr)
        os._exit(2)  # what is still to be written would fail again


def _open_streams() -> None:
    """Let output that the caller has closed (`>&-`) go nowhere; Python leaves None in its place."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))


if __name__ == "__main__":
    main()
