# Generated from tilewright.script.highlight by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any


def cprint(printable: _Any, style: _Any = ..., black_format: _Any = ...) -> _Any:
    """Print a node or a text as `show` does."""

def show(text: _Any, style: _Any = ..., black_format: _Any = ...) -> _Any:
    """Print `text`, highlighted when the output is a terminal or a notebook.

    `style` is "light", "dark", "ansi" (the terminal's own colours, the default) or the name of a Pygments style.  `black_format` formats the text
    with black, when that is installed.
    """

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
