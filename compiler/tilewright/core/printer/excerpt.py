"""Line numbers, underlined nodes and the lines around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Var
from tilewright.core.printer.document import PrintedScript
from tilewright.core.printer.options import Options

Ranges = list[tuple[int, int]]


def annotated(root: object, asked: Options) -> Mapping[object, str] | None:
    """The comments to print, by node: those given by node and those given by path."""
    if not asked.path_to_annotate:
        return asked.obj_to_annotate
    found = dict(asked.obj_to_annotate or {})
    for path, comment in asked.path_to_annotate.items():
        found[path.objects(root)[-1]] = comment
    return found


def excerpt(printed: PrintedScript, root: object, asked: Options) -> str:
    """The text as asked: numbered, with carets under the chosen nodes, and only the lines around those."""
    return marked_lines(
        printed.text, _underlined(printed, root, asked), asked.print_line_numbers, asked.num_context_lines
    )


def marked_lines(written: str, marked: Ranges, numbered: bool, context: int | None) -> str:
    """The text with carets under the marked ranges, numbers before its lines, and so many lines around the marked ones."""
    if not marked and not numbered:
        return written
    lines = written.split("\n")
    carets = _carets(lines, marked)
    kept = _kept(len(lines), [at for at, caret in enumerate(carets) if caret], context)
    return "\n".join(_layout(lines, carets, kept, len(str(len(lines))) if numbered else 0))


def _underlined(printed: PrintedScript, root: object, asked: Options) -> Ranges:
    found: Ranges = []
    for node in asked.obj_to_underline or ():
        found += printed.uses_of(node)
    for path in asked.path_to_underline or ():
        found += _along(printed, path.objects(root))
    return found


def _along(printed: PrintedScript, objects: Sequence[object]) -> Ranges:
    """The place of the last printed object of a path: inside the place of the one before; a variable or buffer where it comes first."""
    ranges: Ranges = [(0, len(printed.text))]
    for node in objects:
        inner = [
            (start, end) for start, end in printed.of(node) if any(low <= start and end <= high for low, high in ranges)
        ]
        if inner:
            ranges = inner[:1] if isinstance(node, (Var, Buffer)) else inner
    return ranges


def _carets(lines: Sequence[str], marked: Ranges) -> list[str]:
    """Under each line the carets that belong there, "" for none."""
    found: list[str] = []
    start = 0
    for line in lines:
        end, first = start + len(line), start + len(line) - len(line.lstrip(" "))
        row = [" "] * len(line)
        for low, high in marked:
            for column in range(max(low, first) - start, min(high, end) - start):
                row[column] = "^"
        found.append("".join(row).rstrip())
        start = end + 1
    return found


def _kept(count: int, marked: list[int], context: int | None) -> list[bool]:
    """Which lines to show; a gap of one line is shown too, since saying so would take a line itself."""
    if context is None or context < 0 or not marked:
        return [True] * count
    kept = [any(abs(at - line) <= context for line in marked) for at in range(count)]
    for at in range(count):
        before = at == 0 or kept[at - 1]
        after = at == count - 1 or kept[at + 1]
        if not kept[at] and before and after:
            kept[at] = True
    return kept


def _layout(lines: Sequence[str], carets: Sequence[str], kept: Sequence[bool], width: int) -> list[str]:
    found: list[str] = []
    skipped = 0
    for at, line in enumerate(lines):
        if not kept[at]:
            skipped += 1
            continue
        if skipped:
            found.append(f"(... {skipped} lines skipped ...)")
            skipped = 0
        found.append(f"{at + 1:>{width}} {line}".rstrip() if width else line)
        if carets[at]:
            found.append((" " * (width + 1) if width else "") + carets[at])
    return [*found, f"(... {skipped} lines skipped ...)"] if skipped else found
