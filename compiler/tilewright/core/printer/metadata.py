"""The metadata of a printed script: values without a text of their own, as JSON in front or a line that says they were left out."""

from __future__ import annotations

from tilewright.core.ir.json import save_json
from tilewright.core.printer.document import Document, Line, text
from tilewright.core.printer.state import Printer


def metadata_lines(printer: Printer) -> list[Document]:
    """`metadata = tvm.ir.load_json(...)` when it is to be shown; nothing without metadata."""
    if not printer.metadata or not printer.options.show_meta:
        return []
    quoted = save_json(printer.metadata).replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return [Line(text(f'metadata = tvm.ir.load_json("""{quoted}""")'))]


def omission(printer: Printer) -> list[Document]:
    """The comment at the end when there is metadata that is not shown."""
    if not printer.metadata or printer.options.show_meta:
        return []
    return [Line(text("# Metadata omitted. Use show_meta=True in script() method to show it."))]
