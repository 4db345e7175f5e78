"""Annotations, and marks in the trace."""

from __future__ import annotations

from typing import Any

from tilewright.builder.frames import attributes
from tilewright.ir.expr import Expr
from tilewright.schedule.methods.queries import Queries
from tilewright.schedule.primitives import kinds


class Notes(Queries):
    """Annotations."""

    def annotate(self, block_or_loop: Any, ann_key: str, ann_val: Any) -> None:
        """Give a block or loop an annotation."""
        if isinstance(block_or_loop, str):
            block_or_loop = self._block(block_or_loop)
        value = self._annotation(ann_val)
        self._step(
            "Annotate",
            [block_or_loop, ann_val],
            [ann_key],
            lambda: kinds.annotate(self.state, self._ref(block_or_loop), ann_key, value),
        )

    def _annotation(self, value: Any) -> Any:
        """The value of an annotation: numbers as constants of 32 bits, random variables as their numbers."""
        if isinstance(value, Expr) and value in self._values:
            value = self._values[value]
        return attributes({"": value})[""]

    def unannotate(self, block_or_loop: Any, ann_key: str) -> None:
        """Take an annotation from a block or loop."""
        self._step(
            "Unannotate",
            [block_or_loop],
            [ann_key],
            lambda: kinds.unannotate(self.state, self._ref(block_or_loop), ann_key),
        )

    def enter_postproc(self) -> None:
        """Mark that what follows in the trace only finishes what was decided."""
        self._step("EnterPostproc", [], [], lambda: None)


__all__ = ["Notes"]
