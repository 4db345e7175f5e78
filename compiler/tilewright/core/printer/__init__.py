"""The printer: any node as TVMScript, in the dialect that a program was written in; in classic to the letter as TVM 0.22 prints it.

The text of a function or module reads back as an equal one.
"""

from __future__ import annotations

from tilewright.core.printer.document import Place, PrintedScript
from tilewright.core.printer.program import program
from tilewright.core.printer.script import printed, script

__all__ = ["Place", "PrintedScript", "printed", "program", "script"]
