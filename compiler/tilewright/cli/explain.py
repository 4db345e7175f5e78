"""`tilewright explain`: the catalogue, one entry or all."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from tilewright.cli.console import stdout
from tilewright.cli.files import fail
from tilewright.core.base.catalogue import CATALOGUE
from tilewright.core.base.codes import Code
from tilewright.core.base.names import nearest
from tilewright.core.printer.highlight import highlighted
from tilewright.project.address import help_address

# Where a diagnostic can be silenced, and by what.
_SILENCING = (
    ("in a line", "# tilewright: ignore[{}] at its end"),
    ("in a file", "# tilewright: ignore-file[{}]"),
    ("in a run", "tilewright check --ignore {}"),
    ("in a folder", 'pyproject.toml: [tool.tilewright.per-file-ignores] "FOLDER/**" = ["{}"]'),
    ("everywhere", 'pyproject.toml: [tool.tilewright] ignore = ["{}"]'),
)


def run(code: str) -> int:
    """Print the entry of `code`; 2 when there is none."""
    if code == "all":
        return _list()
    entry = CATALOGUE.get(code)
    if entry is None:
        raise fail(f"there is no diagnostic {code!r}; {_hint(code)}")
    _print(entry)
    return 0


def _hint(code: str) -> str:
    """The nearest code, or those that have the nearest word in them."""
    close = nearest(code, CATALOGUE)
    if close:
        return f"did you mean {close}?"
    word = nearest(code, {word for name in CATALOGUE for word in name.split("-")})
    meant = [name for name in CATALOGUE if word in name.split("-")]
    return f"did you mean {' or '.join(meant)}?" if meant else "`tilewright explain all` lists them"


def _print(entry: Code) -> None:
    console = stdout()
    console.print(Text.assemble((entry.name, "bold"), f" ({entry.severity})"))
    console.print(Text(f"{entry.summary} {entry.where}".rstrip(), "bold"))
    console.print()
    console.print(entry.explanation, soft_wrap=False, highlight=False, markup=False)
    for title, program in (("Example", entry.example), ("Corrected", entry.fixed)):
        if program:
            console.print(Text(f"\n{title}", "bold"))
            for line in highlighted(program.rstrip()).split():
                console.print(Text("    ").append_text(line))
    console.print(Text("\nSilence it", "bold"))
    for where, how in _SILENCING:
        console.print(Text(f"    {where:<13}{how.format(entry.name)}"), soft_wrap=True)
    console.print(Text(f"\n{help_address(entry.name)}"), soft_wrap=True)


def _list() -> int:
    table = Table(box=None, pad_edge=False)
    for heading in ("Code", "Severity", "Meaning"):
        table.add_column(heading)
    for entry in sorted(CATALOGUE.values(), key=lambda entry: entry.name):
        table.add_row(entry.name, entry.severity, Text(entry.summary))
    stdout().print(table)
    return 0
