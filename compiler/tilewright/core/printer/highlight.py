"""Scripts in colours, in terminals and notebooks; plain text anywhere else."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.text import Text

STYLES = {"light": "default", "dark": "monokai", "ansi": "ansi_dark"}


def show(text: str, style: str | None = None, black_format: bool | None = None) -> None:
    """Print `text`, highlighted when the output is a terminal or a notebook.

    `style` is "light", "dark", "ansi" (the terminal's own colours, the default) or the name of a Pygments style.  `black_format` formats the text
    with black, when that is installed.
    """
    from rich.console import Console

    shown = _format(text) if black_format else text
    console = Console()
    if not (console.is_terminal or console.is_jupyter):
        print(shown)
        return
    theme = STYLES.get(style or "ansi", style or "ansi_dark")
    console.print(highlighted(shown, theme), soft_wrap=True)


def highlighted(text: str, theme: str = "ansi_dark") -> Text:
    """The text in colours, in lines as they are: print it with `soft_wrap=True`, since a program with other line ends is another program."""
    from rich.syntax import Syntax

    shown = Syntax(text, "python", theme=theme, background_color="default").highlight(text)
    shown.rstrip()
    return shown


def cprint(printable: Any, style: str | None = None, black_format: bool | None = None) -> None:
    """Print a node or a text as `show` does."""
    show(printable if isinstance(printable, str) else printable.script(), style, black_format)


def _format(text: str, formatter: str | None = None) -> str:
    """The text as black lays it out, or as it is where black is missing, cannot read it, or another formatter is asked for.

    Programs for TVM call it under this name.
    """
    if formatter not in (None, "black"):
        return text
    try:
        black: object = import_module("black")
        return black.format_str(text, mode=black.FileMode())
    except (ImportError, ValueError):
        return text
