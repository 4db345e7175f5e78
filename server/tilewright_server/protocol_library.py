"""The part of pygls and lsprotocol that the server uses, imported so that it does not cost half of the start.

pygls imports lsprotocol's module of 554 classes, and attrs writes and compiles the methods of each.  Of these classes the server uses four.
While the module is imported here, `attrs.define` puts off its work: a class is completed when the first object is made of it, when its fields are
asked for, or when another inherits from it.  After that it is what `attrs.define` makes without slots.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from threading import RLock
from typing import Any, Final, TypeVar

import attrs

FIELDS: Final = "__attrs_attrs__"
_completing: Final = RLock()
Class = TypeVar("Class", bound=type)


class Unfinished:
    """Stands for the fields of a class that attrs has not completed, and completes it when they are asked for."""

    def __init__(self, complete: Callable[[], None]) -> None:
        self._complete = complete

    def __get__(self, _instance: object, owner: type) -> Any:
        self._complete()
        return getattr(owner, FIELDS)


@contextmanager
def completed_when_used() -> Generator[None]:
    """Classes that `attrs.define` decorates in here, without arguments, are completed when they are first used."""
    define = attrs.define

    def put_off(*arguments: Any, **options: Any) -> Any:
        if options or len(arguments) != 1:
            return define(*arguments, **options)
        return _unfinished(arguments[0], lambda cls: define(cls, slots=False))

    attrs.define = put_off
    try:
        yield
    finally:
        attrs.define = define


def _unfinished(cls: Class, define: Callable[[Class], object]) -> Class:
    """The class, with `define` to be applied when it is first used."""

    def complete() -> None:
        with _completing:
            if isinstance(vars(cls).get(FIELDS), Unfinished):
                delattr(cls, FIELDS)
                del cls.__init__
                define(cls)

    def first(self: object, *arguments: object, **named: object) -> None:
        complete()
        cls.__init__(self, *arguments, **named)

    setattr(cls, FIELDS, Unfinished(complete))
    cls.__init__ = first
    return cls


with completed_when_used():
    from lsprotocol import types as lsp
    from pygls.exceptions import JsonRpcException
    from pygls.io_ import run_async
    from pygls.protocol import JsonRPCNotification, JsonRPCProtocol, JsonRPCRequestMessage, JsonRPCResponseMessage
    from pygls.server import JsonRPCServer

__all__ = [
    "JsonRPCNotification",
    "JsonRPCProtocol",
    "JsonRPCRequestMessage",
    "JsonRPCResponseMessage",
    "JsonRPCServer",
    "JsonRpcException",
    "completed_when_used",
    "lsp",
    "run_async",
]
