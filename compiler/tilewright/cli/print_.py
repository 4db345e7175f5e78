"""`tilewright print`: parse and print back."""

from __future__ import annotations

from tilewright.cli.files import split_target
from tilewright.cli.select import analysed, pick, report_errors
from tilewright.printer import script
from tilewright.printer.highlight import show


def run(target: str, sugar: bool) -> int:
    """Print what the file defines; 1 when it has errors (they are shown, and what parsed is printed all the same)."""
    path, name = split_target(target)
    analysis = analysed(path)
    broken = report_errors(analysis)
    if name is not None:
        chosen = {name: pick(analysis, name)}
    else:
        chosen = {n: v for definition in analysis.definitions for n, v in definition.values.items() if v is not None}
    for value in chosen.values():
        show(script(value, syntax_sugar=sugar))
    return 1 if broken else 0
