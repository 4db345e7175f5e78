"""`tilewright print`: parse and print back, as a file that can be checked and run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import typer

from tilewright.cli.console import stderr
from tilewright.cli.files import split_target
from tilewright.cli.select import analysed, class_name, commands, full_name, picked, report_errors
from tilewright.core.describe.instantiations import results
from tilewright.core.printer import program
from tilewright.core.printer.highlight import show
from tilewright.core.printer.state import Inexpressible
from tilewright.explore.programs import top_level


def run(target: str, sugar: bool, dialect: str | None) -> int:
    """Print what the file defines, in `dialect`, or in the one that it is written in; 1 when it has errors (they are shown, and what parsed is printed all the same), or when
    something in it has no form in the dialect."""
    path, name = split_target(target)
    analysis = analysed(path)
    name = name and full_name(analysis, name)
    broken = report_errors(analysis, name)
    if broken and name in analysis.unusable:
        return 1
    if name is not None:
        chosen = {name: picked(analysis, name)}
    else:
        chosen = {name: (class_name(name, value), value) for name, value in top_level(analysis).items()}
        if not chosen and not broken:
            _say_what_to_name(path, results(analysis))
    said = [part for name, part in chosen.items() if _can_be_said(name, part, dialect)]
    if said or not chosen:
        show(_file(program(said, syntax_sugar=sugar, dialect=dialect)))
    return 1 if broken or len(said) < len(chosen) else 0


_SIZE_IN_TEXT = re.compile(r"^def [^\n]*\.Buffer\(\((?:[^\")\n]*, )?\"", re.MULTILINE)


def _file(text: str) -> str:
    """The text of a file with these programs.  Python must not compute annotations that name sizes before they have a value: `A: T.Buffer(("n", 4)), B: T.Buffer((n, 4))`."""
    return f"from __future__ import annotations\n\n{text}" if _SIZE_IN_TEXT.search(text) is not None else text


def _say_what_to_name(path: Path, made: Sequence[str]) -> None:
    """Say that reading the file gives nothing to print, with the commands for what executing it makes."""
    lines = commands("print", path, made)
    said = f"{path} has no function of TVMScript that can be read without executing the file"
    stderr().print(
        "\n".join([f"{said}; to execute it and print one:" if lines else said, *lines]),
        markup=False,
        highlight=False,
        soft_wrap=True,
    )


def _can_be_said(name: str, part: tuple[str | None, object], dialect: str | None) -> bool:
    """Whether the dialect has a form for it; if not, the reason is reported."""
    if dialect is None:
        return True
    try:
        program([part], dialect=dialect)
    except Inexpressible as reason:
        typer.echo(f"`{name}` is not printed: {reason}", err=True)
        return False
    return True
