"""`tilewright print`: parse and print back, as a file that can be checked and run."""

from __future__ import annotations

from tilewright.cli.files import split_target
from tilewright.cli.select import analysed, class_name, picked, report_errors
from tilewright.core.printer import program
from tilewright.core.printer.highlight import show
from tilewright.explore.programs import top_level


def run(target: str, sugar: bool, dialect: str | None) -> int:
    """Print what the file defines, in `dialect`, or in the one that it is written in; 1 when it has errors (they are shown, and what parsed is printed all the same)."""
    path, name = split_target(target)
    analysis = analysed(path)
    broken = report_errors(analysis, name)
    if name is not None:
        chosen = [picked(analysis, name)]
    else:
        chosen = [(class_name(name, value), value) for name, value in top_level(analysis).items()]
    show(program(chosen, syntax_sugar=sugar, dialect=dialect))
    return 1 if broken else 0
