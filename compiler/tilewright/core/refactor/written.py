"""The text of a function that is to say something else, proved by reading it again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from tokenize import TokenError

from tilewright.core.analyze import Analysis, analyze
from tilewright.core.frontend.script_names import script_name
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.structural import structural_equal
from tilewright.core.printer.script import script
from tilewright.core.refactor.target import Target
from tilewright.core.refactor.weave import Regions, woven


@dataclass(frozen=True)
class Rewritten:
    """`start:end` of a file becomes `text`."""

    start: int
    end: int
    text: str


def rewritten(
    analysis: Analysis, target: Target, func: PrimFunc, regions: Regions = Regions.AS_WRITTEN
) -> Rewritten | None:
    """The text of the function `target` when it is to say `func`: the first that does of what keeps most of the author's lines; None when none does, or it has new diagnostics."""
    start, end = target.extent
    text = analysis.source.text
    for made in _texts(text[start:end].replace("\r\n", "\n"), target, func, regions):
        whole = made.replace("\n", "\r\n") if "\r\n" in text else made
        if _says(analysis, target, f"{text[:start]}{whole}{text[end:]}", func):
            return Rewritten(start, end, whole)
    return None


def _texts(written: str, target: Target, func: PrimFunc, regions: Regions) -> Iterator[str]:
    """The author's lines with as few regions as possible, then with all of the new blocks, then the printer's lines alone where no comment is lost."""
    before, after = (_printed(target, each) for each in (target.func, func))
    try:
        for each in dict.fromkeys((regions, Regions.OF_NEW_BLOCKS)):
            yield woven(written, before, after, each)
    except (SyntaxError, TokenError):
        return
    if "#" not in written:
        indent = written[: len(written) - len(written.lstrip())]
        yield "\n".join(f"{indent}{line}" for line in after.split("\n") if not line.lstrip().startswith("#"))


def _printed(target: Target, func: PrimFunc) -> str:
    space = script_name(target.definition.source_map, target.definition.source.text)
    if space.isidentifier():
        made = script(func, name=target.symbol.name, tir_prefix=space)
    else:  # `tvm.script.tir`, for which the printer has no room in a name
        made = re.sub(r"\bT\.", f"{space}.", script(func, name=target.symbol.name))
    return re.sub(r"\A(?:\s*#[^\n]*\n|\s*\n)*", "", made).rstrip()


def _says(analysis: Analysis, target: Target, text: str, func: PrimFunc) -> bool:
    """Whether the function of a new text is `func`, and nothing is wrong that was not."""
    again = analyze(text, analysis.source.name, analysis)
    made = again.functions.get(target.name)
    if made is None or not structural_equal(made, func):
        return False
    return has_no_more(again, analysis)


def has_no_more(after: Analysis, before: Analysis) -> bool:
    """Whether a changed file has no diagnostics that it had not."""
    return not Counter(each.code for each in after.diagnostics) - Counter(each.code for each in before.diagnostics)
