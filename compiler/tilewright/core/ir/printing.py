"""The way from a node to its text: the printer stands above, so it is looked up when first asked."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from types import ModuleType
from typing import Any


def spelling_of_caller() -> str:
    """The spelling of the program that called what asks: today's where its `T`, or else its `tirx`, is the module `tirx`."""
    here = inspect.currentframe()
    asking = here.f_back.f_back if here is not None and here.f_back is not None else None
    names: Mapping[str, Any] = {} if asking is None else asking.f_globals
    said = names["T"] if "T" in names else names.get("tirx")
    return "tirx" if isinstance(said, ModuleType) and said.__name__.rpartition(".")[2] == "tirx" else "classic"


def script_of(node: Any, **options: Any) -> str:
    """TVMScript text of `node`."""
    from tilewright.core.printer import script

    return script(node, **options)


def show(node: Any, style: str | None, black_format: bool | None, **options: Any) -> None:
    """Print the script of `node`, highlighted."""
    from tilewright.core.printer.highlight import show as show_text

    show_text(script_of(node, **options), style=style, black_format=black_format)
