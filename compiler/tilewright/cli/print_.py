"""`tilewright print`: parse and print back, as a file that can be checked and run."""

from __future__ import annotations

import typer

from tilewright.cli.files import split_target
from tilewright.cli.select import analysed, class_name, full_name, picked, report_errors
from tilewright.core.printer import program
from tilewright.core.printer.highlight import show
from tilewright.core.printer.hybrid import Inexpressible
from tilewright.explore.programs import top_level


def run(target: str, sugar: bool, dialect: str | None) -> int:
    """Print what the file defines, in `dialect`, or in the one that it is written in; 1 when it has errors (they are shown, and what parsed is printed all the same), or when
    something in it has no form in the dialect."""
    path, name = split_target(target)
    analysis = analysed(path)
    name = name and full_name(analysis, name)
    broken = report_errors(analysis, name)
    if name is not None:
        chosen = {name: picked(analysis, name)}
    else:
        chosen = {name: (class_name(name, value), value) for name, value in top_level(analysis).items()}
    said = [part for name, part in chosen.items() if _can_be_said(name, part, dialect)]
    if said or not chosen:
        show(program(said, syntax_sugar=sugar, dialect=dialect))
    return 1 if broken or len(said) < len(chosen) else 0


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
