"""The compiler's own choices for a function, in sentences, for whoever asks: `with collected() as sentences: ...`."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

_SENTENCES: ContextVar[list[str] | None] = ContextVar("choices", default=None)


def chose(sentence: str) -> None:
    """Tell a choice and its reason."""
    sentences = _SENTENCES.get()
    if sentences is not None and sentence not in sentences:
        sentences.append(sentence)


@contextmanager
def collected() -> Generator[list[str]]:
    """The choices made inside the `with` statement, in order."""
    sentences: list[str] = []
    token = _SENTENCES.set(sentences)
    try:
        yield sentences
    finally:
        _SENTENCES.reset(token)


__all__ = ["chose", "collected"]
