"""Comparing objects of the compiler as what they are: the very same object or another."""

from __future__ import annotations


class Identified:
    """Base of what programs compare by identity under TVM's names."""

    __slots__ = ()

    def same_as(self, other: object) -> bool:
        """Whether `other` is this very object."""
        return self is other

    def is_(self, other: object) -> bool:
        """Whether `other` is this very object: `same_as` in TVM since 0.25."""
        return self is other
