"""Tags: words that say what kind of computation a stage is, such as "broadcast" or "elemwise"; given one by one or for all stages made in a scope."""

from __future__ import annotations

import threading
from functools import wraps
from types import TracebackType
from typing import Any

from tilewright.core.base.registry import PackedFunction

_LOCAL = threading.local()


class TagScope:
    """`with te.tag_scope(tag="conv"):` or, over a function that makes stages, `@te.tag_scope(tag="conv")`.

    Stages made inside without a tag of their own get this one.  Raises `ValueError` inside another scope, whose tag would be lost.
    """

    def __init__(self, tag: str) -> None:
        self.tag = tag

    @staticmethod
    def get_current() -> TagScope | None:
        """The scope that is open in this thread."""
        found: TagScope | None = getattr(_LOCAL, "scope", None)
        return found

    def __enter__(self) -> TagScope:
        around = TagScope.get_current()
        if around is not None:
            raise ValueError(f'the tag scope "{self.tag}" stands inside the tag scope "{around.tag}"')
        _LOCAL.scope = self
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _LOCAL.scope = None

    def __call__(self, function: PackedFunction) -> PackedFunction:
        @wraps(function)
        def tagged(*args: object, **kwargs: object) -> Any:
            with TagScope(self.tag):
                return function(*args, **kwargs)

        return tagged


def tag_scope(tag: str) -> TagScope:
    """The scope, or decorator, that gives `tag` to the stages made in it."""
    return TagScope(tag)


def scoped_tag(tag: str) -> str:
    """`tag`, or that of the scope when it is empty; raises `ValueError` when both are given."""
    scope = TagScope.get_current()
    if scope is None:
        return tag
    if tag:
        raise ValueError(f'a stage with the tag "{tag}" stands inside the tag scope "{scope.tag}"')
    return scope.tag
