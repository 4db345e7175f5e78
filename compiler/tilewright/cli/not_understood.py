"""The exception that leaves a file to its owner."""

from __future__ import annotations


class NotUnderstood(Exception):
    """A file is written in a way that cannot be changed safely; the message says which, and `advice` what its owner is to do, with the text to put in."""

    def __init__(self, reason: str, advice: str = "") -> None:
        super().__init__(reason)
        self.advice = advice
