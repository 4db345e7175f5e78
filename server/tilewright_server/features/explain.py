"""The explanation of a diagnostic code, as Markdown."""

from __future__ import annotations

from tilewright.core.base.catalogue import CATALOGUE
from tilewright.core.base.names import nearest
from tilewright_server.answers import Report


def explain(code: str) -> Report:
    """An explanation of the code, with an example and how to fix it; an unknown code gets the nearest known one."""
    entry = CATALOGUE.get(code)
    if entry is None:
        close = nearest(code, CATALOGUE)
        hint = f"; did you mean {close}?" if close else "."
        return Report(False, f"There is no diagnostic {code!r}{hint}", "")
    parts = [
        f"# {entry.name}",
        f"*{entry.severity}*",
        f"{entry.summary} {entry.where}".rstrip(),
        entry.explanation,
        "## Example",
        _code(entry.example),
    ]
    if entry.fixed:
        parts += ["## Corrected", _code(entry.fixed)]
    return Report(True, entry.name, "\n\n".join(parts))


def _code(program: str) -> str:
    return f"```python\n{program.rstrip()}\n```"
