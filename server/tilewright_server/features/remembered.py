"""Answers remembered for each definition: what was computed for one stays true as long as the analysis keeps it, wherever it moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar
from weakref import WeakKeyDictionary

from tilewright.core.analyze import Definition
from tilewright.core.frontend.source_map import SourceMap

Answer = TypeVar("Answer")


def remembered(compute: Callable[[Definition], Answer]) -> Callable[[Definition], Answer]:
    """`compute`, done once for each source map, which a definition keeps when it moves; what it gives is in offsets of the definition and says nothing of its base."""
    known: WeakKeyDictionary[SourceMap, Answer] = WeakKeyDictionary()

    def find(definition: Definition) -> Answer:
        answer = known.get(definition.source_map)
        if answer is None:
            answer = known[definition.source_map] = compute(definition)
        return answer

    return find
