"""The exception that leaves a file to its owner."""

from __future__ import annotations


class NotUnderstood(Exception):
    """A file is written in a way that cannot be changed safely; the message says which."""
