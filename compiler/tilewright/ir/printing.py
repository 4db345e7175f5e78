"""The way from a node to its text: the printer stands above, so it is looked up when first asked."""

from __future__ import annotations

from typing import Any


def script_of(node: Any, **options: Any) -> str:
    """TVMScript text of `node`."""
    from tilewright.printer import script

    return script(node, **options)


def show(node: Any, style: str | None, black_format: bool | None, **options: Any) -> None:
    """Print the script of `node`, highlighted."""
    from tilewright.printer.highlight import show as show_text

    show_text(script_of(node, **options), style=style, black_format=black_format)
