"""Makes the pictures of the README from real runs: `python docs/pictures.py`."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from tilewright.cli.render import render
from tilewright.core.analyze import analyze

HERE = Path(__file__).parent
MISTAKES = HERE.parent / "examples" / "demo" / "planted_mistakes.py"


def main() -> None:
    """What `tilewright check` says of the demonstration's file, as an SVG."""
    console = Console(record=True, width=100, file=(HERE / "images" / ".log").open("w"))
    console.print("[bold]$ tilewright check planted_mistakes.py[/]\n", highlight=False)
    for diagnostic in analyze(MISTAKES.read_text(encoding="utf-8"), MISTAKES.name).diagnostics:
        console.print(render(diagnostic))
    console.save_svg(str(HERE / "images" / "check.svg"), title="tilewright check")
    (HERE / "images" / ".log").unlink()


if __name__ == "__main__":
    main()
