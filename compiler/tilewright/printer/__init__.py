"""The printer: any node as TVMScript, in the classic spelling and to the letter as TVM 0.22 prints it.

The text of a function or module reads back as an equal one.
"""

from __future__ import annotations

from tilewright.printer.document import Place, PrintedScript
from tilewright.printer.program import program
from tilewright.printer.script import printed, script

__all__ = ["Place", "PrintedScript", "printed", "program", "script"]
