"""Functions and modules as a program: what is printed can be saved, checked and run as it stands."""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.core.dialects import common_dialect
from tilewright.core.printer.highlight import show
from tilewright.core.printer.script import IMPORT_COMMENTS, script


def program(parts: Iterable[tuple[str | None, object]], **given: object) -> str:
    """The text of `(name, function or module)` pairs, with one line for each import above them all.

    A name replaces the one that the printer would choose; the keyword arguments are the fields of `Options`.  Without `dialect`, all are in the one
    that they have in common, else in the classic one.
    """
    parts = list(parts)
    if given.get("dialect") is None:
        given["dialect"] = common_dialect(getattr(value, "dialect", None) for _, value in parts)
    imports, bodies = separated([script(value, **{**given, "name": name}) for name, value in parts])
    return "\n\n\n".join(["\n".join(imports), *bodies] if imports else bodies)


def separated(texts: Iterable[str]) -> tuple[list[str], list[str]]:
    """The imports that printed texts ask for in comments, as statements and each once, and the texts without them."""
    imports: dict[str, None] = {}
    bodies: list[str] = []
    for text in texts:
        lines = text.splitlines()
        wanted = [line for line in lines if line.startswith(IMPORT_COMMENTS)]
        imports.update(dict.fromkeys(line.removeprefix("# ") for line in wanted))
        bodies.append("\n".join(line for line in lines if not line.startswith(IMPORT_COMMENTS)).strip("\n"))
    return list(imports), bodies


def show_node(node: object, style: str | None, black_format: bool | None, **options: object) -> None:
    """Print the script of `node` as `show` does; `options` are those of `script`."""
    show(script(node, **options), style, black_format)
