"""Findings that hold for a function although statements are missing from it: those that no statement in their place could change."""

from __future__ import annotations

import ast
import re
from functools import cached_property

from tilewright.core.base.catalogue import CATALOGUE
from tilewright.core.base.diagnostics import Diagnostic
from tilewright.core.base.source import Span
from tilewright.core.builder.namespace import Namespace
from tilewright.core.frontend.context import Context

# What holds whatever the missing statements do.
_ALWAYS = frozenset(
    CATALOGUE[code].name
    for code in (
        *("index-out-of-bounds", "division-by-zero", "shift-range", "rank-mismatch", "index-type", "value-type"),
        *("not-a-condition", "not-an-integer", "unknown-thread-tag", "bad-strides", "axis-out-of-domain"),
        *("backward-loop", "break-at-once", "parallel-race", "discarded-value", "non-affine-binding"),
    )
)
# What a missing statement may make right without naming it.
_NEVER = frozenset(
    CATALOGUE[code].name
    for code in ("undefined-variable", "duplicate-name", "missing-return", "unused-axis", "unused-buffer")
)
# A statement that says what its block reads and writes is about all that the block names.
_ABOUT_ALL = frozenset(("reads", "writes"))


class Certainty:
    """The gaps of the function that was just read, and the findings of the verifier that hold in spite of them."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.gaps = context.gaps

    def holds(self, found: Diagnostic) -> bool:
        """Whether a finding is true whatever stands in place of the holes."""
        if any(self._is_doubtful(span) for span in (found.span, *(note.span for note in found.notes))):
            return False
        if found.code in _ALWAYS:
            return True
        if found.code in _NEVER or self.gaps.placed < self.gaps.count or self._names & _ABOUT_ALL:
            return False
        return not (set(_WORD.findall(found.span.text)) | _quoted(found.message)) & self._names

    def _is_doubtful(self, span: Span) -> bool:
        """Whether it stands in a suite that lacks the condition under which it runs."""
        inside = (low <= span.start < high for low, high in self.gaps.doubtful)
        return span.source is self.context.source and any(inside)

    @cached_property
    def _names(self) -> frozenset[str]:
        """The names that the statements with holes mention, and those that text may mention which could not be read."""
        nodes = [node for statement in self.gaps.holes for node in ast.walk(statement)]
        names = {node.id for node in nodes if isinstance(node, ast.Name) and not self._is_namespace(node.id)}
        attributes = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
        return frozenset(names | attributes) | self.context.damage.lost_names

    def _is_namespace(self, name: str) -> bool:
        binding = self.context.scopes.find(name) or self.context.captured(name)
        return binding is not None and isinstance(binding.value, Namespace)


_WORD = re.compile(r"[^\W\d]\w*")
_NAME_OR_ELEMENT = re.compile(r"\w+(\[.*\])?")


def _quoted(message: str) -> set[str]:
    """The names of variables and of elements of buffers that stand between backticks in a sentence."""
    parts = [part for part in message.split("`")[1::2] if _NAME_OR_ELEMENT.fullmatch(part)]
    return {word for part in parts for word in _WORD.findall(part)}
