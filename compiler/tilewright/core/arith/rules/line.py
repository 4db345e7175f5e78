"""Lines of rules: the text of a rule, in the language that `arith/rule_table.py` compiles, and the modes of the simplifier that take it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """A line of rules, and the modes of the simplifier that take it."""

    text: str
    modes: tuple[str, ...]

    def with_words(self, **words: str) -> Line:
        """The line with words in place of the names in braces."""
        return Line(self.text.format(**words), self.modes)


def both(*lines: str) -> tuple[Line, ...]:
    """Laws that hold in every mode."""
    return tuple([Line(line, ("canonical", "rewrite")) for line in lines])


def canonical(*lines: str) -> tuple[Line, ...]:
    """Laws that the canonical mode alone takes."""
    return tuple([Line(line, ("canonical",)) for line in lines])


def rewrite(*lines: str) -> tuple[Line, ...]:
    """Laws that the rewriting mode alone takes."""
    return tuple([Line(line, ("rewrite",)) for line in lines])
