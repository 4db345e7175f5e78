"""Additions behind a function: a test that compares it with numpy, and a module of Relax that calls it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from tilewright.core.analysis.cost import flops
from tilewright.core.analysis.roles import roles
from tilewright.core.analyze import Analysis, analyze
from tilewright.core.frontend.reference import reference_name
from tilewright.core.frontend.source_map import Symbol
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import IntImm
from tilewright.core.ir.function import PrimFunc
from tilewright.core.refactor.numpy_text import array, buffers_of, numpy_lines, shape_text
from tilewright.core.refactor.steps import NotPossible
from tilewright.core.refactor.target import Target
from tilewright.core.refactor.written import Rewritten, has_no_more

# Loops in Python take a second for about so many operations.
_MOST = 2_000_000
_IMPORT = re.compile(r"^from[ \t]+(\w+)\.script[ \t]+import[^\r\n]*", re.MULTILINE)


@dataclass(frozen=True)
class Addition:
    """Something to add: `lines` raises `NotPossible` with the reason, `imports` are the names that they take, each with its line."""

    key: str
    title: str
    lines: Callable[[str, Target], list[str]]
    imports: tuple[tuple[str, str], ...]


def obstacle(analysis: Analysis, target: Target, addition: Addition) -> str | None:
    """The reason why something cannot be added, "" where nobody would look for it; None where it can."""
    if not _IMPORT.search(analysis.source.text) or _outermost(target.symbol).name not in target.definition.bindings:
        return ""
    try:
        addition.lines(analysis.source.text, target)
    except NotPossible as reason:
        return str(reason)
    return None


def added(analysis: Analysis, target: Target, addition: Addition) -> tuple[Rewritten, ...] | None:
    """The changes that add it, with the imports that it takes; None when they bring new diagnostics."""
    text = analysis.source.text
    imports = [*_IMPORT.finditer(text)]
    ending = "\r\n" if "\r\n" in text else "\n"
    bound = {name for definition in analysis.definitions for name in definition.bindings}
    missing = [line.format(imports[0][1]) for name, line in addition.imports if name.format(imports[0][1]) not in bound]
    end = re.compile(r"[^\r\n]*").match(text, target.definition.base + _outermost(target.symbol).extent[1])
    place = len(text) if end is None else end.end()
    made = Rewritten(place, place, "".join(f"{ending}{line}" for line in ("", "", *addition.lines(text, target))))
    above = Rewritten(imports[-1].end(), imports[-1].end(), "".join(f"{ending}{line}" for line in missing))
    changes = (above, made) if missing else (made,)
    return changes if _brings_nothing(analysis, changes) else None


def _brings_nothing(analysis: Analysis, changes: tuple[Rewritten, ...]) -> bool:
    """Whether the text with the changes has no new diagnostics."""
    text = analysis.source.text
    for change in reversed(changes):
        text = text[: change.start] + change.text + text[change.end :]
    return has_no_more(analyze(text, analysis.source.name, analysis), analysis)


def _outermost(symbol: Symbol) -> Symbol:
    return symbol if symbol.parent is None else _outermost(symbol.parent)


def _test(text: str, target: Target) -> list[str]:
    """The lines of a test, after those of a reference where the file has none."""
    func, name = target.func, target.symbol.name
    if "global_symbol" not in func.attrs:
        raise NotPossible("it is private")
    buffers, kinds = [*buffers_of(func).values()], roles(func)
    reference, lines = reference_name(text, name), list[str]()
    if reference is None:
        _require_little_work(func)
        reference = f"numpy_{name}"
        lines = [*numpy_lines(func, reference), "", ""]
    inputs = [buffer.name for buffer in buffers if kinds[buffer] != "output"]
    outputs = [buffer.name for buffer in buffers if kinds[buffer] != "input"]
    whole = _outermost(target.symbol).name
    built = whole if whole == name and target.symbol.parent is None else f'{whole}["{name}"]'
    imported = _IMPORT.search(text)
    package = imported[1] if imported is not None else "tilewright"
    lines += [f"def test_{name}():", "    generator = np.random.default_rng(0)"]
    for buffer in buffers:
        lines.append(f"    {array(buffer) if kinds[buffer] == 'output' else _random(buffer)}")
    lines.append(f"    expected = {reference}({', '.join(inputs)})")
    arguments = ", ".join(buffer.name for buffer in buffers)
    lines.append(f'    {package}.build({built})["{func.attrs["global_symbol"]}"]({arguments})')
    expected = ["expected"] if len(outputs) == 1 else [f"expected[{at}]" for at in range(len(outputs))]
    lines += [
        f"    np.testing.assert_allclose({got}, {wanted}, rtol=1e-4, atol=1e-4)"
        for got, wanted in zip(outputs, expected)
    ]
    return lines


def _require_little_work(func: PrimFunc) -> None:
    work = flops(func)
    if not isinstance(work, IntImm) or work.value > _MOST:
        raise NotPossible("its loops would take too long in Python; write a function of numpy as the reference")


def _random(buffer: Buffer) -> str:
    name, dtype, shape = buffer.name, str(buffer.dtype), shape_text(buffer)
    if dtype.startswith("float"):
        return f'{name} = (generator.random({shape}) * 2 - 1).astype("{dtype}")'
    return f'{name} = generator.integers(0, {2 if dtype == "bool" else 8}, {shape}).astype("{dtype}")'


def _module(text: str, target: Target) -> list[str]:
    """The lines of a module that holds the function, and a function of Relax that calls it."""
    func, name = target.func, target.symbol.name
    if target.symbol.parent is not None:
        raise NotPossible("")
    buffers, kinds = [*buffers_of(func).values()], roles(func)
    inputs = [buffer for buffer in buffers if kinds[buffer] == "input"]
    outputs = buffers[len(inputs) :]
    if buffers[: len(inputs)] != inputs or not outputs or any(kinds[each] != "output" for each in outputs):
        raise NotPossible("`R.call_tir` passes inputs first, and outputs that are only written")
    tensors = [f'R.Tensor({shape_text(each)}, "{each.dtype}")' for each in outputs]
    results = tensors[0] if len(tensors) == 1 else f"[{', '.join(tensors)}]"
    parameters = ", ".join(f'{each.name}: R.Tensor({shape_text(each)}, "{each.dtype}")' for each in inputs)
    module = "".join(part.capitalize() for part in name.split("_")) + "Module"
    passed = ", ".join(each.name for each in inputs) + ("," if len(inputs) == 1 else "")
    return [
        "@I.ir_module",
        f"class {module}:",
        *_indented(text, target),
        "",
        "    @R.function",
        f"    def main({parameters}):",
        f"        cls = {module}",
        "        with R.dataflow():",
        f"            result = R.call_tir(cls.{name}, ({passed}), out_sinfo={results})",
        "            R.output(result)",
        "        return result",
    ]


def _indented(text: str, target: Target) -> Iterator[str]:
    start, end = target.extent
    for line in text[start:end].replace("\r\n", "\n").split("\n"):
        yield f"    {line}" if line.strip() else ""


ADDITIONS: Final = (
    Addition(
        "test", "Generate a test of `{}` against numpy", _test, (("np", "import numpy as np"), ("{}", "import {}"))
    ),
    Addition(
        "module",
        "Wrap `{}` in a module with a function of Relax that calls it",
        _module,
        (("I", "from {}.script import ir as I"), ("R", "from {}.script import relax as R")),
    ),
)
