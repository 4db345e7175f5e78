"""Tracebacks of the user's program, without Tilewright's own frames."""

from __future__ import annotations

import re
import runpy
import traceback
from pathlib import Path
from types import TracebackType

from tilewright.core.base.source import Source

# The folder of this package: what it does for a run is no part of the user's program.
_PACKAGE = Path(__file__).parent.parent


def of_the_program(error: BaseException) -> TracebackType | None:
    """The traceback from the user's first line on; all of it when the error is in none of them, and none of it for a text that is no Python."""
    place = error.__traceback__
    while place is not None and _is_ours(place.tb_frame.f_code.co_filename):
        place = place.tb_next
    return place or (None if isinstance(error, SyntaxError) else error.__traceback__)


def told(error: BaseException, program: Source) -> str:
    """The traceback in the user's program as Python writes it, with the lines of a notebook in their cells."""
    written = "".join(traceback.format_exception(type(error), error, of_the_program(error)))
    cells = program.cells
    if cells is None:
        return written
    places = re.compile(rf'File "{re.escape(program.name)}", line (\d+)')
    return places.sub(
        lambda found: f'File "{program.name}", cell {{}}, line {{}}'.format(*cells.at(int(found[1]) - 1)), written
    )


def _is_ours(file: str) -> bool:
    return Path(file).is_relative_to(_PACKAGE) or file.startswith("<frozen ") or file == runpy.__file__
