"""Types of a node's field that its constructor converts: type checkers read it as one type and accept others.

At run time these are nothing but words in annotations, which `node` reads: `ExprField` is a child, `Several[...]` holds several.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

Held = TypeVar("Held")
Given = TypeVar("Given")

if TYPE_CHECKING:
    from tilewright.core.ir.expr.base import Expr, ExprLike

    class Field(Generic[Held, Given]):
        """Reads as `Held` and can be given as `Given`."""

        def __get__(self, node: object, owner: object = None) -> Held: ...
        def __set__(self, node: object, value: Given) -> None: ...

    class Several(Generic[Held]):
        """An array, which type checkers read as a tuple, given as any sequence."""

        def __get__(self, node: object, owner: object = None) -> tuple[Held, ...]: ...
        def __set__(self, node: object, value: Iterable[Held]) -> None: ...

    class ExprField:
        """An expression, which can be given as a number."""

        def __get__(self, node: object, owner: object = None) -> Expr: ...
        def __set__(self, node: object, value: ExprLike) -> None: ...

    class ExprsField:
        """Expressions, which can be given as a sequence of expressions and numbers."""

        def __get__(self, node: object, owner: object = None) -> tuple[Expr, ...]: ...
        def __set__(self, node: object, value: Sequence[ExprLike]) -> None: ...

else:
    Field = Several = ExprField = ExprsField = Any

_HELD_AND_GIVEN = {
    "DTypeField": ("DType", "DType"),
    "ExprField": ("Expr", "ExprLike"),
    "ExprsField": ("tuple[Expr, ...]", "Sequence[ExprLike]"),
}
_SEVERAL = re.compile(r"Several\[(.*)\]$")
# What is held ends where a comma stands outside of brackets.
_FIELD = re.compile(r"Field\[((?:[^\[\],]|\[[^\[\]]*\])+), (.*)\]$")


def held(annotation: str) -> str:
    """The type that a field holds, for an annotation that may be one of the above."""
    return _both(annotation)[0]


def given(annotation: str) -> str:
    """The type that a constructor takes for a field, for an annotation that may be one of the above."""
    return _both(annotation)[1]


def _both(annotation: str) -> tuple[str, str]:
    several, field = _SEVERAL.match(annotation), _FIELD.match(annotation)
    if several is not None:
        return f"tuple[{several[1]}, ...]", f"Iterable[{several[1]}]"
    if field is not None:
        return field[1], field[2]
    return _HELD_AND_GIVEN.get(annotation, (annotation, annotation))
