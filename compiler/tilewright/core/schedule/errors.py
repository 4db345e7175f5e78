"""Errors of schedule primitives: the reasons and their messages.

A primitive raises `Refusal`; the schedule turns it into `ScheduleError`, whose text names the primitive, shows the program with the loops and blocks in question marked, and says why.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise

from tilewright.core.base.errors import ScheduleError
from tilewright.core.dialects.releases import is_later
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.stmt import Block, BlockRealize, For
from tilewright.core.schedule.references import below


class Refusal(Exception):
    """`summary` is one sentence; `detail` says more of this program, and `{0}`, `{1}`, ... in it stand for the loops and blocks `at`."""

    def __init__(self, summary: str, detail: str | None = None, *at: For | Block | None) -> None:
        super().__init__(summary)
        self.summary, self.detail, self.at = summary, detail or summary, tuple(stmt for stmt in at if stmt is not None)

    @property
    def sentence(self) -> str:
        """The detail without the program: loops by their variables and blocks by their names."""
        names = (each.name_hint if isinstance(each, Block) else each.loop_var.name for each in self.at)
        return self.detail.format(*(f"`{name}`" for name in names)) if self.at else self.detail


RENDER_LEVELS = ("detail", "fast", "none")


def schedule_error(primitive: str, refusal: Refusal, mod: IRModule, level: str) -> ScheduleError:
    """The error that the user sees."""
    if level == "none":
        return ScheduleError("ScheduleError: (not rendered)")
    if level == "fast":
        return ScheduleError(f"ScheduleError: {refusal.summary}")
    marks = {stmt: f"{_kind(stmt)}#{at}" for at, stmt in enumerate(refusal.at)}
    standing = {_standing(mod, stmt): mark for stmt, mark in marks.items()}
    text = mod.script(obj_to_annotate=standing, syntax_sugar=False)
    program = _underlined(text, marks.values())
    detail = refusal.detail.format(*_named(text, marks)) if refusal.at else refusal.detail
    return ScheduleError(
        f"ScheduleError: An error occurred in the schedule primitive '{primitive}'.\n"
        f"The IR with diagnostic is:\n{program}\nError message: {detail}"
    )


def _kind(stmt: For | Block) -> str:
    """The class of a statement as the release that the process stands for calls it."""
    if isinstance(stmt, Block):
        return "s_tir.SBlock" if is_later() else "tir.Block"
    return "tirx.For" if is_later() else "tir.For"


def _standing(mod: IRModule, stmt: For | Block) -> For | BlockRealize | Block:
    """The statement that is printed: of a block the one that binds its axes."""
    if isinstance(stmt, For):
        return stmt
    functions = [func for func in mod.functions.values() if isinstance(func, PrimFunc)]
    blocks = (node for func in functions for node in below(func.body) if isinstance(node, BlockRealize))
    return next((node for node in blocks if node.block is stmt), stmt)


_HEAD = re.compile(r"""with [\w.]*block\("(?P<block>[^"]+)"|for (?P<loop>\w+) in """)


def _named(text: str, marks: Mapping[For | Block, str]) -> list[str]:
    """The words of the message for the loops and blocks: a block by its name, a loop by its mark and its variable, as they stand in the program."""
    lines = text.splitlines()
    heads = {line.strip().removeprefix("# "): head for line, head in pairwise(lines)}
    found = {mark: _HEAD.search(heads.get(mark, "")) for mark in marks.values()}
    blocks = Counter(head["block"] for head in found.values() if head)
    said: list[str] = []
    for stmt, mark in marks.items():
        head = found[mark]
        name = None if head is None else head["block"] or head["loop"]
        is_alone = isinstance(stmt, Block) and blocks[name] == 1
        said.append(mark if name is None else f"`{name}`" if is_alone else f"{mark} (`{name}`)")
    return said


def _underlined(text: str, names: Iterable[str]) -> str:
    """The program with the line below each of the comments underlined: the head of the loop or block that it names."""
    comments = {f"# {name}" for name in names}
    lines: list[str] = []
    marked = False
    for line in text.splitlines():
        lines.append(line)
        if marked:
            head = line.strip()
            lines.append(line[: len(line) - len(line.lstrip())] + "^" * len(head))
        marked = line.strip() in comments
    return "\n".join(lines)


__all__ = ["RENDER_LEVELS", "Refusal", "schedule_error"]
