"""The options of one `tilewright check`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from tilewright.cli.files import fail
from tilewright.project.configuration import Configuration
from tilewright.project.rules import Rules, unknown_code

STDIN = "-"
NAMELESS = "<stdin>"


@dataclass(frozen=True)
class Options:
    """The options of one call, as its help explains them."""

    paths: tuple[Path, ...]
    output_format: str = "text"
    output_file: Path | None = None
    quiet: bool = False
    statistics: bool = False
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    fix: bool = False
    unsafe_fixes: bool = False
    diff: bool = False
    watch: bool = False
    exit_zero: bool = False
    strict: bool = False
    stdin_filename: str | None = None
    force_exclude: bool = False
    jobs: int = 1
    cache: bool = True
    exact: bool = False
    timeout: float = 60.0

    @property
    def of_stdin(self) -> bool:
        """Whether the program comes from standard input."""
        return self.paths == (Path(STDIN),)

    @property
    def changes(self) -> bool:
        """Whether fixes are asked for, to be made or to be shown."""
        return self.fix or self.diff

    def rules(self, configuration: Configuration) -> Rules:
        """The settings of a project with what the command line says."""
        rules = configuration.rules
        return replace(rules, only=self.select, without=self.ignore, strict=rules.strict or self.strict)


def checked(options: Options) -> Options:
    """The options, if they go together; raises typer.Exit(2) with the reason when they do not."""
    for name, patterns in (("--select", options.select), ("--ignore", options.ignore)):
        for pattern in patterns:
            mistake = unknown_code(pattern)
            if mistake is not None:
                raise fail(f"{name}: `{pattern}` {mistake}")
    for is_wrong, reason in _CLASHES:
        if is_wrong(options):
            raise fail(reason)
    return options


_CLASHES: tuple[tuple[Callable[[Options], bool], str], ...] = (
    (
        lambda options: Path(STDIN) in options.paths and not options.of_stdin,
        "`-` stands for standard input and cannot be checked together with files",
    ),
    (lambda options: options.of_stdin and options.watch, "standard input cannot be watched"),
    (
        lambda options: options.stdin_filename is not None and not options.of_stdin,
        "--stdin-filename names what is read from standard input: give `-` as PATH",
    ),
    (
        lambda options: options.unsafe_fixes and not options.changes,
        "--unsafe-fixes says which fixes are made: add --fix or --diff",
    ),
    (
        lambda options: options.watch and options.diff,
        "--diff shows changes once: it does not go with --watch",
    ),
    (
        lambda options: options.exact and options.watch,
        "--exact executes the files, which is not done at every change: it does not go with --watch",
    ),
    (
        lambda options: options.exact and any(path.is_dir() for path in options.paths),
        "--exact executes what it checks: name the files themselves, not folders",
    ),
    (
        lambda options: options.exact and options.of_stdin and options.stdin_filename is None,
        "--exact executes the program as a file: name it by --stdin-filename",
    ),
    (
        lambda options: options.statistics and options.output_format not in ("text", "json"),
        "--statistics are written as text or json only",
    ),
)
