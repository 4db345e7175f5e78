"""LLVM IR and assembly with the lines of the file that each instruction comes from, read from LLVM's own debug locations and shown without them."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping

from tilewright.core.base.source import Span
from tilewright.core.codegen.llvm import translated
from tilewright.core.ir.function import IRModule
from tilewright.core.target import Target
from tilewright.explore.lines import File
from tilewright.explore.shapes import Listing

_LOCATION = re.compile(r"^!(\d+) = (?:distinct )?!DILocation\(line: (\d+)", re.MULTILINE)
_DEBUG = re.compile(r",? !dbg !(\d+)")
_LOC = re.compile(r"\s*\.loc\s+\d+\s+(\d+)")
# Directives about debugging and unwinding, and labels that only those mention.
_NOISE = re.compile(
    r"\s*\.(?:file|loc|cfi_\w+|ident|addrsig\w*|section\s+\"?\.(?:debug|note)|size|type)\b|\s*\.L(?:tmp|func_begin|func_end|debug\w*)\d*:"
)


_DEFINE = re.compile(r"define .*@tilewright_(\w+?)(?:\.\w+)*\(")
_LABEL = re.compile(r"tilewright_(\w+?)(?:\.\w+)*:")


def listings(
    module: IRModule, target: Target, file: File, kernels: Mapping[str, list[int]]
) -> Iterator[tuple[str, Listing, float]]:
    """ "LLVM IR" and "Assembly" of a lowered module, each with the seconds of processor time that it took, which LLVM does not tell apart.  Nothing of the code is linked, so nothing of it runs.

    Instructions without a place of their own have that of their function, by its name in `kernels`.
    """
    began = time.process_time()
    native = translated(module, target, lambda span: _one_based(file, span))
    text, code = native.texts
    yield "LLVM IR", _llvm(text, kernels), time.process_time() - began
    yield "Assembly", _assembly(code, kernels), 0.0


def _one_based(file: File, span: Span) -> int | None:
    line = file.line(span)
    return None if line is None else line + 1


def _llvm(text: str, kernels: Mapping[str, list[int]]) -> Listing:
    """The functions, without the metadata behind them."""
    locations = {number: int(line) for number, line in _LOCATION.findall(text)}
    lines: list[str] = []
    origins: list[list[int]] = []
    around: list[int] = []
    for line in text.split("\n"):
        if line.startswith("!"):
            continue
        found = _DEBUG.search(line)
        at = locations.get(found[1], 0) if found is not None else 0
        lines.append(_DEBUG.sub("", line))
        around = _around(line, around, kernels, _DEFINE)
        origins.append([at - 1] if at else around if line.startswith("  ") else [])
    return _trimmed(lines, origins)


def _assembly(text: str, kernels: Mapping[str, list[int]]) -> Listing:
    """The instructions and the labels that they jump to; a location holds up to the next one."""
    lines: list[str] = []
    origins: list[list[int]] = []
    at = 0
    around: list[int] = []
    for line in text.split("\n"):
        found = _LOC.match(line)
        at = int(found[1]) if found is not None else at
        if _NOISE.match(line) is None:
            lines.append(line.replace("\t", "    ", 1).expandtabs(18))
            around = _around(line, around, kernels, _LABEL)
            is_code = line.startswith("\t") and not line.startswith("\t.")
            origins.append(([at - 1] if at else around) if is_code else [])
    return _trimmed(lines, origins)


def _around(line: str, before: list[int], kernels: Mapping[str, list[int]], begins: re.Pattern[str]) -> list[int]:
    """The lines of the function that a line is in."""
    found = begins.match(line)
    return before if found is None else kernels.get(found[1], [])


def _trimmed(lines: list[str], origins: list[list[int]]) -> Listing:
    while lines and not lines[-1].strip():
        lines.pop()
        origins.pop()
    return {"text": "\n".join(lines), "origins": origins}
